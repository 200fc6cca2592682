/* certificate.c: a certificate of the tests' own. */
#include "push/certificate.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>

static void must(int is_so, const char *what)
{
    if (!is_so) {
        fprintf(stderr, "certificate: %s fails\n", what);
        abort();
    }
}

/* For 127.0.0.1, signed by itself. */
static X509 *certificate_new(EVP_PKEY *key)
{
    X509 *certificate = X509_new();
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_EXTENSION *other =
        X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, "IP:127.0.0.1");

    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"test", -1,
                               -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    must(other != NULL && X509_add_ext(certificate, other, -1) == 1, "the extension");
    X509_EXTENSION_free(other);
    must(X509_sign(certificate, key, EVP_sha256()) > 0, "signing");
    return certificate;
}

SSL_CTX *test_tls_new(const char *path)
{
    EVP_PKEY *key = EVP_EC_gen("prime256v1");
    X509 *certificate = certificate_new(key);
    FILE *file = fopen(path, "w");
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());

    must(file != NULL && PEM_write_X509(file, certificate) == 1, "writing the certificate");
    fclose(file);
    must(SSL_CTX_use_certificate(tls, certificate) == 1
             && SSL_CTX_use_PrivateKey(tls, key) == 1,
         "TLS");
    X509_free(certificate);
    EVP_PKEY_free(key);
    return tls;
}
