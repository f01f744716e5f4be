(* Theorems on Ascon-AEAD128, the hash function and the extendable-output functions, as Ascon.v has them: instances of
   those of Family.v, and others.
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import List NArith Arith Bool Lia.
From Ascon Require Import Ascon Permutation Blocks Family.
Import ListNotations.

#[local] Opaque p.

(* ---- Lengths of states ------------------------------------------------------------------------------------- *)

Lemma length_absorb rounds rate (s : bits) bs :
  rate <= 320 -> length s = 320 -> blocks_of rate bs -> length (absorb rounds rate s bs) = 320.
Proof.
  intros R L F. revert s L. induction F; intros s L; cbn [absorb fold_left]; auto.
  apply IHF, length_p. rewrite length_add; lia.
Qed.

Lemma length_initial_value v a b t r : length (initial_value (B := bool) v a b t r) = 64.
Proof. unfold initial_value. lengths. Qed.
#[export] Hint Rewrite length_initial_value : lengths.

Lemma length_initialize (k n : bits) : length k = 128 -> length n = 128 -> length (initialize k n) = 320.
Proof. intros. unfold initialize. rewrite length_xor, length_p; lengths. Qed.

Lemma length_absorb_data (s a : bits) : length s = 320 -> length (absorb_data s a) = 320.
Proof.
  intros. unfold absorb_data. rewrite length_xor. destruct a as [|b a].
  - lengths.
  - rewrite length_absorb; [lengths | lia | auto | apply blocks_of_padded_blocks; lia].
Qed.

Lemma length_finalize (k s : bits) : length k = 128 -> length s = 320 -> length (finalize k s) = 128.
Proof. intros. unfold finalize. rewrite length_xor, skipn_length, length_p; lengths. Qed.

(* ---- Section 4: Ascon-AEAD128 ------------------------------------------------------------------------------ *)

Lemma rate_of_aead128 : 0 < rate ascon_aead128 <= 320.
Proof. cbn. lia. Qed.
Lemma start_of_aead128 (key nonce : bits) : length key = 128 -> length nonce = 128 ->
  length (iv ascon_aead128) + length key + length nonce = 320.
Proof. intros. cbn [iv ascon_aead128]. lengths. Qed.

Lemma encrypt_is_of_the_row (key nonce data plaintext : bits) : length key = 128 ->
  encrypt key nonce data plaintext = row_encrypt ascon_aead128 key nonce data plaintext.
Proof. intros K. unfold row_encrypt, row_initialize, row_finalize. rewrite K. reflexivity. Qed.
Lemma decrypt_is_of_the_row (key nonce data ciphertext : bits) : length key = 128 ->
  decrypt_unchecked key nonce data ciphertext = row_decrypt_unchecked ascon_aead128 key nonce data ciphertext.
Proof. intros K. unfold row_decrypt_unchecked, row_initialize, row_finalize. rewrite K. reflexivity. Qed.

Lemma decrypt_blocks_of_encrypt_blocks bs : forall s after done, length s = 320 -> blocks_of 128 bs ->
  encrypt_blocks s bs = (after, done) -> decrypt_blocks s done = (after, bs) /\ blocks_of 128 done
  /\ length after = 320.
Proof. exact (row_decrypt_blocks_of_encrypt_blocks ascon_aead128 length_p rate_of_aead128 bs). Qed.

Lemma add_last_block (s rest : bits) : length s = 320 -> length rest < 128 ->
  add 128 s (pad 128 rest) = xor (firstn (length rest) s) rest
    ++ xor (skipn (length rest) (firstn 128 s)) (true :: zeros (127 - length rest)) ++ skipn 128 s.
Proof. exact (row_add_last_block ascon_aead128 rate_of_aead128 s rest). Qed.

Theorem decrypt_unchecked_of_encrypt (key nonce data plaintext ciphertext tag : bits) :
  length key = 128 -> length nonce = 128 -> encrypt key nonce data plaintext = (ciphertext, tag) ->
  decrypt_unchecked key nonce data ciphertext = (plaintext, tag).
Proof.
  intros K N. rewrite encrypt_is_of_the_row, decrypt_is_of_the_row by auto.
  apply (row_decrypt_unchecked_of_encrypt ascon_aead128 length_p rate_of_aead128), start_of_aead128; auto.
Qed.

Theorem encrypt_of_decrypt_unchecked (key nonce data plaintext ciphertext tag : bits) :
  length key = 128 -> length nonce = 128 -> decrypt_unchecked key nonce data ciphertext = (plaintext, tag) ->
  encrypt key nonce data plaintext = (ciphertext, tag).
Proof.
  intros K N. rewrite encrypt_is_of_the_row, decrypt_is_of_the_row by auto.
  apply (row_encrypt_of_decrypt_unchecked ascon_aead128 length_p rate_of_aead128), start_of_aead128; auto.
Qed.

(* Decryption inverts encryption. *)
Theorem decrypt_of_encrypt (key nonce data plaintext ciphertext tag : bits) :
  length key = 128 -> length nonce = 128 -> encrypt key nonce data plaintext = (ciphertext, tag) ->
  decrypt key nonce data ciphertext tag = Some plaintext.
Proof.
  intros K N E. unfold decrypt. erewrite decrypt_unchecked_of_encrypt by eauto.
  destruct (list_eq_dec bool_dec tag tag); congruence.
Qed.

(* Decryption accepts only what encryption makes. *)
Theorem encrypt_of_decrypt (key nonce data plaintext ciphertext tag : bits) :
  length key = 128 -> length nonce = 128 -> decrypt key nonce data ciphertext tag = Some plaintext ->
  encrypt key nonce data plaintext = (ciphertext, tag).
Proof.
  intros K N E. unfold decrypt in E. destruct (decrypt_unchecked key nonce data ciphertext) as (found, right) eqn:D.
  destruct (list_eq_dec bool_dec tag right); [| discriminate]. injection E as <-. subst.
  apply encrypt_of_decrypt_unchecked; auto.
Qed.

(* So for one key, nonce and data it accepts one tag only for each ciphertext, and ciphertexts differ where plaintexts
  do. *)
Corollary encrypt_is_injective (key nonce data x y : bits) :
  length key = 128 -> length nonce = 128 -> fst (encrypt key nonce data x) = fst (encrypt key nonce data y) -> x = y.
Proof.
  intros K N E. destruct (encrypt key nonce data x) as (c, t) eqn:X, (encrypt key nonce data y) as (d, u) eqn:Y.
  simpl in E. subst d. apply decrypt_unchecked_of_encrypt in X, Y; congruence.
Qed.

Lemma count_of_encrypt_blocks bs s : length (snd (encrypt_blocks s bs)) = length bs.
Proof.
  revert s; induction bs as [|b bs IH]; intros s; cbn [encrypt_blocks]; auto.
  specialize (IH (p 8 (add 128 s b))). destruct (encrypt_blocks (p 8 (add 128 s b)) bs). cbn [snd length] in *. auto.
Qed.

Theorem length_encrypt (key nonce data plaintext ciphertext tag : bits) :
  length key = 128 -> length nonce = 128 -> encrypt key nonce data plaintext = (ciphertext, tag) ->
  length ciphertext = length plaintext /\ length tag = 128.
Proof.
  intros K N E. unfold encrypt in E. set (s := absorb_data (initialize key nonce) data) in *.
  assert (S : length s = 320) by (apply length_absorb_data, length_initialize; auto).
  destruct (parse 128 plaintext) as (bs, rest) eqn:P. apply concat_of_parse in P as (-> & R & F & _); [| lia].
  destruct (encrypt_blocks s bs) as (after, done) eqn:D.
  pose proof (count_of_encrypt_blocks bs s) as M. rewrite D in M. simpl in M.
  apply decrypt_blocks_of_encrypt_blocks in D as (_ & G & L); auto. apply pair_equal_spec in E as (<- & <-).
  assert (Q : length (add 128 after (pad 128 rest)) = 320) by (rewrite length_add; auto using length_pad; lia).
  rewrite length_finalize, !app_length, !(length_concat 128), M, firstn_length, Q by auto. lia.
Qed.

(* Truncated tags *)
Theorem decrypt_truncated_of_encrypt (key nonce data plaintext ciphertext tag : bits) size :
  length key = 128 -> length nonce = 128 -> encrypt key nonce data plaintext = (ciphertext, tag) ->
  decrypt_truncated key nonce data ciphertext (firstn size tag) = Some plaintext.
Proof.
  intros K N E. unfold decrypt_truncated. erewrite decrypt_unchecked_of_encrypt by eauto.
  replace (firstn (length (firstn size tag)) tag) with (firstn size tag).
  - destruct (list_eq_dec bool_dec (firstn size tag) (firstn size tag)); congruence.
  - rewrite firstn_length. destruct (le_lt_dec size (length tag)).
    + rewrite Nat.min_l; auto.
    + rewrite Nat.min_r, firstn_all, firstn_all2; auto; lia.
Qed.

Theorem encrypt_of_decrypt_truncated (key nonce data plaintext ciphertext tag : bits) :
  length key = 128 -> length nonce = 128 -> decrypt_truncated key nonce data ciphertext tag = Some plaintext ->
  exists whole, encrypt key nonce data plaintext = (ciphertext, whole) /\ tag = firstn (length tag) whole.
Proof.
  intros K N E. unfold decrypt_truncated in E. destruct (decrypt_unchecked key nonce data ciphertext) as (found,
    right) eqn:D.
  destruct (list_eq_dec bool_dec tag (firstn (length tag) right)); [| discriminate]. injection E as <-.
  exists right. auto using encrypt_of_decrypt_unchecked.
Qed.

(* Masked nonces *)
Theorem decrypt_masked_of_encrypt_masked (keys nonce data plaintext ciphertext tag : bits) :
  length keys = 256 -> length nonce = 128 -> encrypt_masked keys nonce data plaintext = (ciphertext, tag) ->
  decrypt_masked keys nonce data ciphertext tag = Some plaintext.
Proof. intros K N E. apply decrypt_of_encrypt; auto; lengths. Qed.

(* ---- Section 5: hashing in pieces -------------------------------------------------------------------------- *)

(* A state, and the bits that do not fill a block yet. *)
Definition update (rounds rate : nat) '((s, buffer) : bits * bits) (piece : bits) : bits * bits :=
  let (bs, rest) := parse rate (buffer ++ piece) in (absorb rounds rate s bs, rest).
Definition finish (rounds rate : nat) '((s, buffer) : bits * bits) : bits := absorb rounds rate s [pad rate buffer].

Theorem absorbing_in_pieces rounds rate (s : bits) pieces : 0 < rate <= 320 ->
  finish rounds rate (fold_left (update rounds rate) pieces (s, [])) = absorb rounds rate s (padded_blocks rate
    (concat pieces)).
Proof.
  intros R. pose proof (row_message_in_pieces (Row p [] rate 64 rounds) R s pieces) as E.
  change (fold_left (update rounds rate) pieces (s, []) = update rounds rate (s, []) (concat pieces)) in E. rewrite E.
  unfold update, finish, padded_blocks. cbn [app]. destruct (parse rate (concat pieces)).
  unfold absorb. rewrite fold_left_app. reflexivity.
Qed.

(* A state, and the bits of its predecessors that are not read yet. *)
Definition read '((s, buffer) : bits * bits) (size : nat) : bits * (bits * bits) :=
  let count := (size - length buffer + 63) / 64 in
  let ready := buffer ++ squeeze_blocks count s in
  (firstn size ready, (Nat.iter count (p 12) s, skipn size ready)).
Fixpoint reads (reader : bits * bits) (sizes : list nat) {struct sizes} : list bits :=
  match sizes with
  | [] => []
  | size :: sizes => fst (read reader size) :: reads (snd (read reader size)) sizes
  end.

Lemma rates_of_hash256 : 0 < rate ascon_hash256 <= 320 /\ 0 < squeezed ascon_hash256 <= 320.
Proof. cbn. lia. Qed.

Theorem squeezing_in_pieces (s : bits) sizes : length s = 320 -> concat (reads (s, []) sizes) = squeeze (list_sum
  sizes) s.
Proof. exact (row_squeezing_in_pieces ascon_hash256 length_p (proj1 rates_of_hash256) (proj2 rates_of_hash256) s
  sizes). Qed.

(* A shorter output is the beginning of a longer one. *)
Corollary squeeze_prefix (s : bits) m n : length s = 320 -> squeeze m s = firstn m (squeeze (m + n) s).
Proof. exact (row_squeeze_prefix ascon_hash256 length_p (proj1 rates_of_hash256) (proj2 rates_of_hash256) s m n). Qed.

(* ---- Section 5.3: what Ascon-CXOF128 absorbs tells customization and message apart -------------------------- *)

Theorem customization_is_separate (z z' m m' : bits) : length z <= 2048 -> length z' <= 2048 ->
  customization_blocks z ++ padded_blocks 64 m = customization_blocks z' ++ padded_blocks 64 m' -> z = z' /\ m = m'.
Proof.
  intros L L' E. pose proof (f_equal (hd []) E) as S. apply (f_equal (@tl bits)) in E.
  unfold customization_blocks in *. cbn [app hd tl] in S, E. apply (f_equal value) in S.
  assert (K : (2048 < 2 ^ N.of_nat 64)%N) by reflexivity.
  rewrite !value_of_integer in S by lia.
  apply Nat2N.inj in S.
  assert (A : forall a b c d : list bits, length a = length c -> a ++ b = c ++ d -> a = c /\ b = d).
  { induction a; destruct c; simpl; intros; try discriminate; auto. injection H0 as -> H0. destruct (IHa b c d); auto.
    subst. auto. }
  apply A in E as (Z & M); [| rewrite !length_padded_blocks, S by lia; reflexivity].
  split; eapply (padded_blocks_are_injective 64); eauto; lia.
Qed.

(* ---- Appendix B: initial values ---------------------------------------------------------------------------- *)

Theorem initial_values :
  initial_value 1 12 8 128 128 = integer (B := bool) 64 0x00001000808c0001
  /\ initial_value 2 12 12 256 64 = integer (B := bool) 64 0x0000080100cc0002
  /\ initial_value 3 12 12 0 64 = integer (B := bool) 64 0x0000080000cc0003
  /\ initial_value 4 12 12 0 64 = integer (B := bool) 64 0x0000080000cc0004.
Proof. vm_compute. auto. Qed.

(* As they differ, and p is injective: no two of the algorithms begin with the same state. *)
Theorem starts_differ : start (B := bool) 2 256 <> start 3 0 /\ start (B := bool) 2 256 <> start 4 0
  /\ start (B := bool) 3 0 <> start 4 0.
Proof.
  unfold start. repeat split; intros E; apply p_is_injective in E; lengths; vm_compute in E; discriminate.
Qed.
