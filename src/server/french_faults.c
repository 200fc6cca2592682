/* french_faults.c: the sentences of bad-request in French. The English text is the key, as
 * in the calls of fault_set and fault_words that requests can come to. */
#include "server/conn.h"

#include <string.h>

static const struct {
    const char *english, *french;
} FAULTS[] = {
    /* Names of keys stay as they are in requests. */
    { "\"%s\" is not part of %s.", "« %s » ne fait pas partie de %s." },
    { "this request", "cette demande" },
    { "this message", "ce message" },
    { "this clock", "cette pendule" },
    { "%s is missing.", "%s manque." },
    { "%s must be a whole number from %lld to %lld.",
      "%s doit être un nombre entier de %lld à %lld." },
    { "%s must be %s.", "%s doit être %s." },
    { "true or false", "true ou false" },
    { "a string", "une chaîne" },
    { "a list", "une liste" },
    { "an object", "un objet" },
    { "A message must be an object.", "Un message doit être un objet." },
    { "A request must be an object.", "Une demande doit être un objet." },
    { "The body must be an object.", "Le corps doit être un objet." },
    { "There is nothing to do called", "Il n’y a pas d’ordre" },
    { "There are no words in \"%s\".", "Il n’y a pas de mots en « %s »." },
    { "%s \"%s\".", "%s « %s »." },
    { "\"%s\" %s.", "« %s » %s." },
    { "is not part of this query", "ne fait pas partie de cette requête" },
    { "is twice in this query", "est deux fois dans cette requête" },
    /* JSON */
    { "This is not JSON", "Ce n’est pas du JSON" },
    { "%s: it ends where %s should come.", "%s : il s’arrête là où il faut %s." },
    { "%s: at byte %zu should come %s.", "%s : à l’octet %zu il faut %s." },
    { "%s: byte %zu is not UTF-8.", "%s : l’octet %zu n’est pas de l’UTF-8." },
    { "an escape that stands for a character", "un échappement qui désigne un caractère" },
    { "a character or the end of the string", "un caractère ou la fin de la chaîne" },
    { "a digit", "un chiffre" },
    { "a value", "une valeur" },
    { "a key in quotation marks", "une clé entre guillemets" },
    { "a colon", "deux-points" },
    { "a comma or }", "une virgule ou }" },
    { "a comma or ]", "une virgule ou ]" },
    { "the end", "la fin" },
    { "There is a NUL in a string (byte %zu).",
      "Il y a un NUL dans une chaîne (octet %zu)." },
    { "There is a NUL in it (byte %zu).", "Il contient un NUL (octet %zu)." },
    { "The number at byte %zu is too big.", "Le nombre à l’octet %zu est trop grand." },
    { "The key \"%s\" comes twice (byte %zu).",
      "La clé « %s » vient deux fois (octet %zu)." },
    { "An object has at most %d keys (byte %zu).",
      "Un objet a %d clés au plus (octet %zu)." },
    { "Lists and objects are more than %d deep (byte %zu).",
      "Listes et objets ont plus de %d niveaux (octet %zu)." },
    { "There is no memory left.", "Il n’y a plus de mémoire." },
    { "actions must be a list of 1 to 64, without action.",
      "actions doit être une liste de 1 à 64, sans action." },
    { "What draws or reveals something must be the last of actions.",
      "Ce qui pioche ou révèle quelque chose doit venir en dernier dans actions." },
    /* Accounts and chat */
    { "name must have 1 to 32 characters that show, and no space at either end.",
      "name doit avoir 1 à 32 caractères visibles, sans espace au début ni à la fin." },
    { "name must have 1 to 32 characters.", "name doit avoir 1 à 32 caractères." },
    { "%s must have %d to %d bytes.", "%s doit avoir %d à %d octets." },
    { "password must have characters that show.",
      "password doit avoir des caractères visibles." },
    { "%s must be 0 or 1.", "%s doit être 0 ou 1." },
    { "%s must be base64url of 1 to %zu bytes.",
      "%s doit être du base64url de 1 à %zu octets." },
    { "label must have 1 to %d characters that show, and no space at either end.",
      "label doit avoir 1 à %d caractères visibles, sans espace au début ni à la fin." },
    { "text must have 1 to %d characters that show.",
      "text doit avoir 1 à %d caractères visibles." },
    /* Tables */
    { "clock.kind must be none, turn, bank or days.",
      "clock.kind doit être none, turn, bank ou days." },
    { "seats must be a list.", "seats doit être une liste." },
    { "seats must have 1 to %d entries.", "seats doit avoir 1 à %d éléments." },
    { "actions must be a list of objects.", "actions doit être une liste d’objets." },
    { "seats must be a list of strings.", "seats doit être une liste de chaînes." },
    { "show must be public or hidden.", "show doit être public ou hidden." },
    { "\"me\" can sit only once.", "« me » ne peut s’asseoir qu’une fois." },
    { "\"%s\" is neither open, nor a bot's level, nor a program.",
      "« %s » n’est ni open, ni le niveau d’un robot, ni un programme." },
    { "sit_in must be a bot's level.", "sit_in doit être le niveau d’un robot." },
    { "with must be a list of position, actions, text, terms and events.",
      "with doit être une liste de position, actions, text, terms et events." },
    { "There is no game \"%s\".", "Il n’y a pas de jeu « %s »." },
    { "options must be an object.", "options doit être un objet." },
    { "%s has no option \"%s\".", "%s n’a pas d’option « %s »." },
    { "options.%s must be the name of a value.",
      "options.%s doit être le nom d’une valeur." },
    { "The option %s cannot be \"%s\".", "L’option %s ne peut pas être « %s »." },
    { "options.%s is missing.", "options.%s manque." },
    { "The position is of rules %d, and here are rules %d.",
      "La position est des règles %d, et ici il y a les règles %d." },
    { "There is no seat %d.", "Il n’y a pas de place %d." },
    /* Deals */
    { "%s must be %d hexadecimal digits.", "%s doit avoir %d chiffres hexadécimaux." },
    { "bytes must fit the commitment of your seat.",
      "bytes doit correspondre à l’engagement de votre place." },
    { "seats must be a list of objects.", "seats doit être une liste d’objets." },
    { "There is no stage \"%s\".", "Il n’y a pas d’étape « %s »." },
    { "table must be the code of a table.", "table doit être le code d’une table." },
    /* Actions */
    { "action.%s must be a whole number, 0 or more%s.",
      "action.%s doit être un nombre entier, 0 ou plus%s." },
    { "action.%s must be a whole number from 0 to %d now%s.",
      "action.%s doit être maintenant un nombre entier de 0 à %d%s." },
    { ", in its usual steps", ", avec son pas habituel" },
    { "action.%s must be a string.", "action.%s doit être une chaîne." },
    { "action.%s is \"%s\", which is not the name of %s %s.",
      "action.%s est « %s », ce qui n’est pas %s %s." },
    { "a", "un nom de" },
    { "an", "un nom de" },
    { "The action \"%s\" has no fields.", "L’action « %s » n’a pas de champs." },
    { "The action \"%s\" has exactly the field %s.",
      "L’action « %s » a exactement le champ %s." },
    { "The action \"%s\" has exactly the fields %s and %s.",
      "L’action « %s » a exactement les champs %s et %s." },
    { "action.do must be a string.", "action.do doit être une chaîne." },
    { "%s has no action \"%s\".", "%s n’a pas d’action « %s »." },
    { "action.text must be a string.", "action.text doit être une chaîne." },
};

static const char *translate(const char *english)
{
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
        if (strcmp(FAULTS[i].english, english) == 0)
            return FAULTS[i].french;
    }
    return english;
}

const FaultLanguage *fault_language(Language language)
{
    static const FaultLanguage FRENCH = { LANGUAGE_FR, translate };

    return language == LANGUAGE_FR ? &FRENCH : NULL;
}
