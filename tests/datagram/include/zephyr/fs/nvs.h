/* Stands in for Zephyr's header: what ports/datagram/counter_zephyr_nvs.c calls.
   SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct nvs_fs {
  int unused;
};

ssize_t nvs_read(struct nvs_fs *fs, uint16_t id, void *data, size_t len);
ssize_t nvs_write(struct nvs_fs *fs, uint16_t id, const void *data, size_t len);
