(* Bytes in hexadecimal as bits, and some of the published known answers.
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import List NArith Ascii String.
From Ascon Require Import Ascon Family.
Import ListNotations.

Definition digit (c : ascii) : N := let n := N_of_ascii c in (if n <? 58 then n - 48 else n - 55)%N.

Fixpoint bytes (bits_of_byte : N -> list bool) (text : string) : list bool :=
  match text with
  | String high (String low text) => bits_of_byte (16 * digit high + digit low)%N ++ bytes bits_of_byte text
  | _ => []
  end.
(* Appendix A: the bits of a byte, the least significant first; v1.2 has them the other way round. *)
Definition hex : string -> list bool := bytes (integer 8).
Definition hex_v12 : string -> list bool := bytes (fun byte => rev (integer 8 byte)).
Arguments hex text%string_scope.
Arguments hex_v12 text%string_scope.

(* Files have the ciphertext and the tag after it. *)
Definition aead_answer (key nonce data plaintext ciphertext_and_tag : list bool) : Prop :=
  let (ciphertext, tag) := encrypt key nonce data plaintext in
  ciphertext ++ tag = ciphertext_and_tag /\ decrypt key nonce data ciphertext tag = Some plaintext.
Definition row_answer (r : row) (key nonce data plaintext ciphertext_and_tag : list bool) : Prop :=
  let (ciphertext, tag) := row_encrypt r key nonce data plaintext in
  ciphertext ++ tag = ciphertext_and_tag /\ row_decrypt r key nonce data ciphertext tag = Some plaintext.

Ltac computed := vm_compute; repeat split.

Definition key : list bool := hex "000102030405060708090A0B0C0D0E0F".
Definition nonce : list bool := hex "101112131415161718191A1B1C1D1E1F".

Example aead128_1 : aead_answer key nonce [] [] (hex "4F9C278211BEC9316BF68F46EE8B2EC6").
Proof. computed. Qed.
Example aead128_600 : aead_answer key nonce (hex "3031323334") (hex "202122232425262728292A2B2C2D2E2F3031")
  (hex "3076658CBA8BF3BB6DCCAA2F1255EE2E7DB6F6493C7698F65F6860A7433A0F561E6C").
Proof. computed. Qed.
Example aead128_1089 : aead_answer key nonce
  (hex "303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F")
  (hex "202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F")
  (hex "CB34D04660A66DBFBE9C856601F5B8AA51A499B55AC8F7FBEFBC331A613EE9CDFD191750A47F211C0A15ED28173D7CAA").
Proof. computed. Qed.

Example hash256_1 : hash256 [] = hex "0B3BE5850F2F6B98CAF29F8FDEA89B64A1FA70AA249B8F839BD53BAA304D92B2".
Proof. computed. Qed.
Example hash256_10 :
  hash256 (hex "000102030405060708") = hex "94269C30E0296E1EC86655041841823EFA1927F520FD58C8E9BCE6197878C1A6".
Proof. computed. Qed.
Example xof128_9 : xof128 (hex "0001020304050607") 512 =
  hex "8D1886F5D3EC4AF8D15B44BC62B74DA6EA91BC28FB82F9C34079B5ED6E38B6C9"
  ++ hex "51803D7DFB3C5E512A0EF5E4060062A6FD067F9C73EF9BEE527411BDA67FC896".
Proof. computed. Qed.
Example cxof128_600 : cxof128 (hex "000102030405060708090A0B0C0D0E0F1011") 512 (hex "1011121314") =
  hex "D4A227327481040B7578CB8920D74F7F0EE902665C49FA363143BFDFD53E84AB"
  ++ hex "A8AE2F5C3BDCC7FE4A0E74F9128D3A51EBF924DFA2F2D56F8875D47AA10FD677".
Proof. computed. Qed.
