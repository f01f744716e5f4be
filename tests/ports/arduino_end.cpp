// The end of a sketch in the simulator: sleep without interrupts. SPDX-License-Identifier: Apache-2.0 OR MIT
#include <Arduino.h>
#include <avr/sleep.h>

void loop() {
  Serial.flush();
  noInterrupts();
  sleep_enable();
  sleep_cpu();
}
