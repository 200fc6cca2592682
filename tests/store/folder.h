/* folder.h: a folder for a test's files, gone after it. */
#ifndef ROUNDHOUSE_TESTS_STORE_FOLDER_H
#define ROUNDHOUSE_TESTS_STORE_FOLDER_H

/* A new one. Setups of tests call it. */
void folder_make(void);
void folder_remove(void);

/* A file in it; the name is good until the eighth call after. */
const char *in_folder(const char *name);

#endif
