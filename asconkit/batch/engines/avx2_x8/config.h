#include "../places.h"
#define ASCON_HAVE_ENGINE_avx2_x8 ASCON_HAVE_X86_64_ENGINES
