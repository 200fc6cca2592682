/* signature.h: signatures of WebAuthn, verified by OpenSSL. */
#ifndef ROUNDHOUSE_EDGE_SIGNATURE_H
#define ROUNDHOUSE_EDGE_SIGNATURE_H

#include "edge/authenticator.h"

enum { SIGNATURE_MAX = 512 }; /* bytes */

/* Has the COSE key signed the authenticator data followed by the SHA-256 of the client
 * data? */
int signature_is_valid(Bytes key, Bytes authenticator, Bytes client, Bytes signature);

/* Can OpenSSL use the COSE key (ES256: is the point on its curve)? */
int public_key_is_usable(Bytes key);

#endif
