#if defined(__x86_64__) && defined(__GNUC__) && !defined(ASCON_BACKEND_DISABLE_ASM)
#define ASCON_HAVE_ENGINE_AVX512_X8 1
#else
#define ASCON_HAVE_ENGINE_AVX512_X8 0
#endif
