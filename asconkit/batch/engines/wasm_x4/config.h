#include "../places.h"
#define ASCON_HAVE_ENGINE_wasm_x4 ASCON_HAVE_WASM_ENGINE
