#include "../places.h"
#define ASCON_HAVE_ENGINE_rvv_x16 ASCON_HAVE_RVV_ENGINE
