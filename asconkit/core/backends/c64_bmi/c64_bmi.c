/* The modes compiled over c64_bmi: core/modes/parts.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../../platform/compiler.h"
#include "config.h"

#if !ASCON_DIRECT && ASCON_HAVE_c64_bmi
/* Before TARGET_BEGIN, so that what is shared with other files is compiled for every processor. */
#include "../../platform/cpu.h"
#include "../../platform/target.h"

/* The modes with andn and rorx: called only where ASCON_CPU_BMI says that they are there. */
TARGET_BEGIN("bmi,bmi2")
#include "backend.h"
#define BACKEND c64_bmi
#include "../../modes/instances.h"
TARGET_END
#endif
