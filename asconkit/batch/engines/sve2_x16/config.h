#include "../places.h"
#define ASCON_HAVE_ENGINE_sve2_x16 ASCON_HAVE_SVE2_ENGINE
