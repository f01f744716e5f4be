// Batches in host memory on a device: what calls.cpp has otherwise given to the library's batch
// calls.
// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "asconkit/ascon_any.h"
#include "device.hpp"

namespace asconkit {

/** What a batch of a device is called with beside its columns. */
struct DeviceCall {
  Device *device;
  const ascon_algorithm *algorithm;
  ascon_batch_task task;
  const HeldBuffer *customization = nullptr;  // of CXOFs
};

/** `results`: `count` bytes, or NULL. */
ascon_result run_columns(const DeviceCall &call, const ascon_aead_columns &columns, size_t count,
                         uint8_t *results);
ascon_result run_columns(const DeviceCall &call, const ascon_sponge_columns &columns, size_t count,
                         uint8_t *results);

/** Messages of any lengths; sets the results of the jobs. */
ascon_result run_jobs(const DeviceCall &call, ascon_aead_job *jobs, size_t count, size_t tag_bytes);
/** The same; all outputs have one length. */
ascon_result run_jobs(const DeviceCall &call, ascon_sponge_job *jobs, size_t count);

}  // namespace asconkit
