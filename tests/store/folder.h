/* folder.h: a temporary folder for a test's files, removed after the test. */
#ifndef ROUNDHOUSE_TESTS_STORE_FOLDER_H
#define ROUNDHOUSE_TESTS_STORE_FOLDER_H

/* Makes it; called by test setups. */
void folder_make(void);
void folder_remove(void);

/* The path of a file in it; valid for the next eight calls. */
const char *in_folder(const char *name);

/* What is in a file, wherever it is; valid until the next call. */
char *text_of(const char *path);

#endif
