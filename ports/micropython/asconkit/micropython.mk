# The module in a build of MicroPython by make, with USER_C_MODULES=/path/to/ports/micropython.
# ASCONKIT_PROFILE is SPEED, SMALL or SIZE; ASCONKIT_BACKEND names one backend, for less to compile.
# SPDX-License-Identifier: Apache-2.0 OR MIT
ASCONKIT_PORT := $(USERMOD_DIR)
ASCONKIT_ROOT := $(abspath $(USERMOD_DIR)/../../..)
ASCONKIT_LIBRARY := $(ASCONKIT_ROOT)/asconkit
ASCONKIT_PROFILE ?= SMALL
ASCONKIT_BACKEND ?= *

SRC_USERMOD_C += $(addprefix $(ASCONKIT_PORT)/, modasconkit.c sponges.c datagrams.c)
SRC_USERMOD_LIB_C += $(wildcard $(ASCONKIT_LIBRARY)/core/api/*.c $(ASCONKIT_LIBRARY)/core/platform/*.c \
  $(ASCONKIT_LIBRARY)/core/backends/$(ASCONKIT_BACKEND)/*.c) $(ASCONKIT_LIBRARY)/datagram/datagram.c
SRC_USERMOD_LIB_ASM += $(wildcard $(ASCONKIT_LIBRARY)/core/backends/$(ASCONKIT_BACKEND)/*.S)
CFLAGS_USERMOD += -I$(ASCONKIT_ROOT) -DASCON_PROFILE_$(ASCONKIT_PROFILE)
ifneq ($(ASCONKIT_BACKEND),*)
CFLAGS_USERMOD += -DASCON_BACKEND=$(ASCONKIT_BACKEND)
endif
