// Calls with wrong arguments; see the header. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "tests/fuzz/support/hostile.h"

#include <algorithm>

#include "tests/fuzz/support/threads.h"

namespace asconkit_fuzz {

Call::Call(Input &input) : algorithm(input.OneOf(asconkit_test::Algorithms())) {
  const auto tasks = asconkit_test::TasksOf(algorithm);
  op = OperationOf(input.OneOf(tasks));
  if (input.OneIn(32)) op = static_cast<ascon_operation>(input.UpTo(ASCON_VERIFY));
  const bool fits = std::any_of(tasks.begin(), tasks.end(),
                                [&](asconkit_test::Task task) { return OperationOf(task) == op; });
  if (!fits) faults.push_back(ASCON_ERR_ALGORITHM);
  pool = SomePool(input);
}

size_t Call::OutputLength(Input &input) const {
  return input.OneIn(10) ? input.UpTo(is_aead() ? 20 : 40) : input.OutputLength(algorithm);
}

Bytes Call::RightTag(const ascon_message &message) const {
  Bytes tag(is_aead() ? message.tag_length : 16), text(message.length);
  ascon_message m = message;
  m.tag = tag.data(), m.out = text.data();
  if (!is_aead()) {
    EXPECT_EQ(ascon_any_run(algorithm, ASCON_COMPUTE, &m), ASCON_OK);
    return tag;
  }
  // The tag of the text that the ciphertext decrypts to.
  ascon_aead_ctx context;
  EXPECT_EQ(ascon_any_aead_init(&context, algorithm, m.nonce, m.key), ASCON_OK);
  EXPECT_EQ(ascon_any_aead_ad(&context, m.ad, m.ad_length), ASCON_OK);
  EXPECT_EQ(ascon_any_aead_decrypt_update_unverified(&context, text.data(), m.in, m.length),
            ASCON_OK);
  ascon_wipe(&context, sizeof context);
  m.in = text.data();
  EXPECT_EQ(ascon_any_run(algorithm, ASCON_ENCRYPT, &m), ASCON_OK);
  return tag;
}

void ExpectReturned(ascon_result returned, const Faults &faults,
                    const std::vector<ascon_result> &expected) {
  if (!faults.empty()) return ExpectReturned(returned, faults);
  const auto failed =
      std::find_if(expected.begin(), expected.end(), [](ascon_result r) { return r != ASCON_OK; });
  EXPECT_EQ(returned, failed == expected.end() ? ASCON_OK : *failed);
}

}  // namespace asconkit_fuzz
