#include "../places.h"
#define ASCON_HAVE_ENGINE_neon_x4 ASCON_HAVE_AARCH64_ENGINES
