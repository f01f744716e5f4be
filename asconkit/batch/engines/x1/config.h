/* Runs everywhere. */
#define ASCON_HAVE_ENGINE_x1 1
