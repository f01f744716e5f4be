/* Runs everywhere. */
#define ASCON_HAVE_ENGINE_X1 1
