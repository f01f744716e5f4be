// The batches of accelerated_batches.h on a queue of ascon_accelerator.h. SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "accelerated_batches.h"

namespace asconkit_test {

ascon_device DeviceOfTests();
ascon_queue *Queue();  // of the program

}  // namespace asconkit_test
