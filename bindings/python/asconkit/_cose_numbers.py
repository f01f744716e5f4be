# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The numbers of Ascon's algorithms in COSE and OSCORE. PROVISIONAL: IANA has assigned none.

These are ours, from RFC 9053's range for private use (below -65536). ports/cose/ascon_cose.h has the same numbers.
"""

AEAD128 = -80023201
MAC = -80023202
