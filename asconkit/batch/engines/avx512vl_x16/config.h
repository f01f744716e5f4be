#include "../places.h"
#define ASCON_HAVE_ENGINE_avx512vl_x16 ASCON_HAVE_X86_64_ENGINES
