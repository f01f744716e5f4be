"""The numbers of Ascon's algorithms in COSE and OSCORE. PROVISIONAL: IANA has assigned none.

These are ours, from the range that RFC 9053 leaves to private use (below -65536). ports/cose/ascon_cose.h has the same.
SPDX-License-Identifier: Apache-2.0 OR MIT
"""

AEAD128 = -80023201
MAC = -80023202
