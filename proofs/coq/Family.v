(* The modes of Ascon's family, written once: SP 800-232, v1.2 ("Ascon v1.2", submission to NIST, 2021), and "Ascon MAC,
   PRF, and Short-Input PRF" (ePrint 2021/1574). An algorithm is a row of parameters, and theorems hold for all rows.

   In v1.2 the first bit of a word, and of a byte, is its most significant one.
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import List NArith Arith Bool Lia.
From Ascon Require Import Ascon Permutation Blocks.
Import ListNotations.

#[local] Opaque p.

(* ---- The permutation of v1.2 ------------------------------------------------------------------------------- *)

Definition turn (s : bits) : bits :=
  let '(Words x0 x1 x2 x3 x4) := words_of s in bits_of (Words (rev x0) (rev x1) (rev x2) (rev x3) (rev x4)).
Definition p_v12 (rounds : nat) (s : bits) : bits := turn (p rounds (turn s)).

Lemma well_formed_turned x0 x1 x2 x3 x4 : well_formed (Words x0 x1 x2 x3 x4) ->
  well_formed (Words (rev x0) (rev x1) (rev x2) (rev x3) (rev x4)).
Proof. unfold well_formed. rewrite !rev_length. auto. Qed.

Lemma length_turn s : length s = 320 -> length (turn s) = 320.
Proof.
  intros L. apply well_formed_words_of in L. unfold turn. destruct (words_of s) as [x0 x1 x2 x3 x4].
  apply length_bits_of, well_formed_turned, L.
Qed.

Lemma turn_turn s : length s = 320 -> turn (turn s) = s.
Proof.
  intros L. pose proof (bits_of_words_of s L) as E. apply well_formed_words_of in L. unfold turn at 2.
  destruct (words_of s) as [x0 x1 x2 x3 x4]. unfold turn.
  rewrite words_of_bits_of by (apply well_formed_turned, L). rewrite !rev_involutive. exact E.
Qed.

Lemma length_p_v12 rounds s : length s = 320 -> length (p_v12 rounds s) = 320.
Proof. intros. unfold p_v12. auto using length_turn, length_p. Qed.

Theorem p_v12_is_injective rounds s t : length s = 320 -> length t = 320 -> p_v12 rounds s = p_v12 rounds t -> s = t.
Proof.
  unfold p_v12. intros S T E. apply (f_equal turn) in E. rewrite !turn_turn in E by auto using length_turn, length_p.
  apply p_is_injective in E; auto using length_turn. apply (f_equal turn) in E. rewrite !turn_turn in E by auto. auto.
Qed.

(* ---- Rows -------------------------------------------------------------------------------------------------- *)

Record row := Row {
  permute : nat -> bits -> bits;   (* the permutation, by the number of rounds *)
  iv : bits;
  rate : nat;                      (* bits that enter between two permutations *)
  squeezed : nat;                  (* bits that leave between two: of hash functions, MAC and PRF *)
  rounds : nat                     (* between blocks; there are 12 at the start and at the end *)
}.

Definition v12_word (value : N) : bits := rev (integer 64 value).
Definition row_v12 (value : N) := Row p_v12 (v12_word value).
Definition ascon_128 := row_v12 0x80400c0600000000 64 0 6.
Definition ascon_128a := row_v12 0x80800c0800000000 128 0 8.
Definition ascon_80pq := Row p_v12 (firstn 32 (v12_word 0xa0400c0600000000)) 64 0 6.
Definition ascon_hash := row_v12 0x00400c0000000100 64 64 12.
Definition ascon_hasha := row_v12 0x00400c0400000100 64 64 8.
Definition ascon_xof := row_v12 0x00400c0000000000 64 64 12.
Definition ascon_xofa := row_v12 0x00400c0400000000 64 64 8.
Definition ascon_mac := row_v12 0x80808c0000000080 256 128 12.
Definition ascon_maca := row_v12 0x80808c0400000080 320 128 8.
Definition ascon_prf := row_v12 0x80808c0000000000 256 128 12.
Definition ascon_prfa := row_v12 0x80808c0400000000 320 128 8.
Definition ascon_prfshort := row_v12 0x80004c8000000000 128 128 12.

Definition row_v13 (value : N) := Row p (integer 64 value).
Definition ascon_mac_v13 := row_v13 0x0010200080cc0005 256 128 12.
Definition ascon_prf_v13 := row_v13 0x0010200000cc0006 256 128 12.
Definition ascon_prfshort_v13 := row_v13 0x00000000800c0007 128 128 12.

Definition ascon_aead128 := Row p (initial_value 1 12 8 128 128) 128 0 8.
Definition ascon_hash256 := Row p (initial_value 2 12 12 256 64) 64 64 12.

(* ---- The modes --------------------------------------------------------------------------------------------- *)

Section Modes.
Variable r : row.
Notation p_a := (permute r 12).
Notation separated s := (xor s (zeros 319 ++ [true])).

Definition after_block (s block : bits) : bits := permute r (rounds r) (add (rate r) s block).

(* Authenticated encryption: a key of 128 bits or more and a nonce of 128 *)
Definition row_initialize (key nonce : bits) : bits :=
  xor (p_a (iv r ++ key ++ nonce)) (zeros (320 - length key) ++ key).
Definition row_data (s data : bits) : bits :=
  separated match data with [] => s | _ => fold_left after_block (padded_blocks (rate r) data) s end.
Definition row_finalize (key s : bits) : bits :=
  xor (skipn 192 (p_a (xor s (zeros (rate r) ++ key ++ zeros (320 - rate r - length key)))))
    (skipn (length key - 128) key).

Definition encrypt_block (s block : bits) : bits * bits :=
  let s := add (rate r) s block in (permute r (rounds r) s, firstn (rate r) s).
Notation row_encrypt_blocks := (run encrypt_block).
Definition row_encrypt (key nonce data plaintext : bits) : bits * bits :=
  let s := row_data (row_initialize key nonce) data in
  let (blocks, rest) := parse (rate r) plaintext in
  let (s, done) := row_encrypt_blocks s blocks in
  let s := add (rate r) s (pad (rate r) rest) in
  (concat done ++ firstn (length rest) s, row_finalize key s).

Definition decrypt_block (s block : bits) : bits * bits :=
  (permute r (rounds r) (block ++ skipn (rate r) s), xor (firstn (rate r) s) block).
Notation row_decrypt_blocks := (run decrypt_block).
Definition row_decrypt_unchecked (key nonce data ciphertext : bits) : bits * bits :=
  let s := row_data (row_initialize key nonce) data in
  let (blocks, rest) := parse (rate r) ciphertext in
  let (s, done) := row_decrypt_blocks s blocks in
  let size := length rest in
  let padded := xor (skipn size (firstn (rate r) s)) (true :: zeros (rate r - 1 - size)) in
  (concat done ++ xor (firstn size s) rest, row_finalize key (rest ++ padded ++ skipn (rate r) s)).
Definition row_decrypt (key nonce data ciphertext tag : bits) : option bits :=
  let (plaintext, right) := row_decrypt_unchecked key nonce data ciphertext in
  if list_eq_dec bool_dec tag right then Some plaintext else None.

(* A message of a hash function, or of MAC and PRF: a state, and the bits that do not fill a block yet *)
Definition row_update '((s, buffer) : bits * bits) (piece : bits) : bits * bits :=
  let (blocks, rest) := parse (rate r) (buffer ++ piece) in (fold_left after_block blocks s, rest).
Definition row_finish (keyed : bool) '((s, buffer) : bits * bits) : bits :=
  let s := add (rate r) s (pad (rate r) buffer) in p_a (if keyed then separated s else s).

(* `size` bits of output *)
Fixpoint row_squeeze_blocks (count : nat) (s : bits) {struct count} : bits :=
  match count with
  | 0 => []
  | S count => firstn (squeezed r) s ++ row_squeeze_blocks count (permute r (rounds r) s)
  end.
Definition squeezes (size : nat) : nat := (size + (squeezed r - 1)) / squeezed r.
Definition row_squeeze (size : nat) (s : bits) : bits := firstn size (row_squeeze_blocks (squeezes size) s).

Definition row_hash (message : bits) (size : nat) : bits :=
  row_squeeze size (row_finish false (row_update (p_a (iv r ++ zeros 256), []) message)).
Definition row_prf (key message : bits) (size : nat) : bits :=
  row_squeeze size (row_finish true (row_update (p_a (iv r ++ key ++ zeros 128), []) message)).

(* PrfShort: one permutation for at most 128 bits, whose number is in the initial value *)
Definition row_short_start (word : N -> bits) (key message : bits) : bits :=
  xor (iv r) (word (N.of_nat (length message) * 2 ^ 48)%N) ++ key ++ message ++ zeros (128 - length message).
Definition row_prfshort (word : N -> bits) (key message : bits) (size : nat) : bits :=
  firstn size (xor (skipn 192 (p_a (row_short_start word key message))) key).

(* A state, and the bits of its predecessors that are not read yet *)
Definition row_read '((s, buffer) : bits * bits) (size : nat) : bits * (bits * bits) :=
  let count := squeezes (size - length buffer) in
  let ready := buffer ++ row_squeeze_blocks count s in
  (firstn size ready, (Nat.iter count (permute r (rounds r)) s, skipn size ready)).
Fixpoint row_reads (reader : bits * bits) (sizes : list nat) {struct sizes} : list bits :=
  match sizes with
  | [] => []
  | size :: sizes => fst (row_read reader size) :: row_reads (snd (row_read reader size)) sizes
  end.

(* ---- Theorems ---------------------------------------------------------------------------------------------- *)

Hypothesis length_permute : forall rounds s, length s = 320 -> length (permute r rounds s) = 320.
Hypothesis rate_is_valid : 0 < rate r <= 320.

Lemma length_after_block s block : length s = 320 -> length block = rate r -> length (after_block s block) = 320.
Proof. intros. unfold after_block. apply length_permute. rewrite length_add; lia. Qed.

Lemma length_row_data s data : length s = 320 -> length (row_data s data) = 320.
Proof.
  intros L. unfold row_data. rewrite length_xor. destruct data as [| x data]; [lengths |].
  enough (E : length (fold_left after_block (padded_blocks (rate r) (x :: data)) s) = 320) by lengths.
  pose proof (blocks_of_padded_blocks (rate r) (x :: data) ltac:(lia)) as F. revert s L.
  induction F; intros s L; cbn [fold_left]; auto using length_after_block.
Qed.

Lemma row_decrypt_blocks_of_encrypt_blocks bs : forall s after done, length s = 320 -> blocks_of (rate r) bs ->
  row_encrypt_blocks s bs = (after, done) ->
  row_decrypt_blocks s done = (after, bs) /\ blocks_of (rate r) done /\ length after = 320.
Proof.
  induction bs as [|b bs IH]; intros s after done L F E; cbn [run encrypt_block] in E.
  - apply pair_equal_spec in E as (<- & <-). auto.
  - inversion_clear F. destruct (row_encrypt_blocks _ bs) as (after', done') eqn:E'.
    apply pair_equal_spec in E as (<- & <-). apply IH in E' as (D & F & L'); auto; [| apply length_after_block; auto].
    cbn [run decrypt_block]. rewrite firstn_add by lia. fold (add (rate r) s b). rewrite D, xor_cancels by lengths.
    repeat split; auto. constructor; auto. lengths.
Qed.

Lemma row_encrypt_blocks_of_decrypt_blocks bs : forall s after done, length s = 320 -> blocks_of (rate r) bs ->
  row_decrypt_blocks s bs = (after, done) ->
  row_encrypt_blocks s done = (after, bs) /\ blocks_of (rate r) done /\ length after = 320.
Proof.
  induction bs as [|b bs IH]; intros s after done L F E; cbn [run decrypt_block] in E.
  - apply pair_equal_spec in E as (<- & <-). auto.
  - inversion_clear F. destruct (row_decrypt_blocks _ bs) as (after', done') eqn:E'.
    apply pair_equal_spec in E as (<- & <-).
    apply IH in E' as (D & F & L'); auto; [| apply length_permute; lengths].
    cbn [run encrypt_block]. rewrite firstn_add by lengths. unfold add. rewrite xor_cancels, D by lengths.
    repeat split; auto. constructor; auto. lengths.
Qed.

Lemma row_add_last_block (s rest : bits) : length s = 320 -> length rest < rate r ->
  add (rate r) s (pad (rate r) rest) = xor (firstn (length rest) s) rest
    ++ xor (skipn (length rest) (firstn (rate r) s)) (true :: zeros (rate r - 1 - length rest)) ++ skipn (rate r) s.
Proof.
  intros. unfold add, pad. rewrite Nat.mod_small by lia.
  rewrite <- (firstn_skipn (length rest) (firstn (rate r) s)) at 1. rewrite firstn_firstn, Nat.min_l by lia.
  rewrite xor_app, <- app_assoc by lengths. reflexivity.
Qed.

Section Keyed.
Variables key nonce : bits.
Hypothesis start_is_a_state : length (iv r) + length key + length nonce = 320.

Lemma length_start data : length (row_data (row_initialize key nonce) data) = 320.
Proof. apply length_row_data. unfold row_initialize. rewrite length_xor, length_permute; lengths. Qed.

Theorem row_decrypt_unchecked_of_encrypt (data plaintext ciphertext tag : bits) :
  row_encrypt key nonce data plaintext = (ciphertext, tag) ->
  row_decrypt_unchecked key nonce data ciphertext = (plaintext, tag).
Proof.
  intros E. unfold row_encrypt in E. unfold row_decrypt_unchecked. pose proof (length_start data) as S.
  set (s := row_data _ _) in *.
  destruct (parse (rate r) plaintext) as (bs, rest) eqn:P. apply concat_of_parse in P as (-> & R & F & _); [| lia].
  destruct (row_encrypt_blocks s bs) as (after, done) eqn:D.
  apply row_decrypt_blocks_of_encrypt_blocks in D as (D & G & L); auto.
  rewrite row_add_last_block in E by auto. rewrite firstn_exact in E by lengths.
  apply pair_equal_spec in E as (<- & <-).
  rewrite parse_of_concat, D by (auto; lengths). rewrite length_xor, firstn_length, Nat.min_r, xor_cancels by lengths.
  reflexivity.
Qed.

Theorem row_encrypt_of_decrypt_unchecked (data plaintext ciphertext tag : bits) :
  row_decrypt_unchecked key nonce data ciphertext = (plaintext, tag) ->
  row_encrypt key nonce data plaintext = (ciphertext, tag).
Proof.
  intros E. unfold row_decrypt_unchecked in E. unfold row_encrypt. pose proof (length_start data) as S.
  set (s := row_data _ _) in *.
  destruct (parse (rate r) ciphertext) as (bs, rest) eqn:P. apply concat_of_parse in P as (-> & R & F & _); [| lia].
  destruct (row_decrypt_blocks s bs) as (after, done) eqn:D.
  apply row_encrypt_blocks_of_decrypt_blocks in D as (D & G & L); auto.
  apply pair_equal_spec in E as (<- & <-). rewrite parse_of_concat, D by (auto; lengths).
  rewrite row_add_last_block by lengths.
  rewrite length_xor, firstn_length, Nat.min_r, xor_cancels by lengths. rewrite firstn_exact by lengths. reflexivity.
Qed.

(* Decryption inverts encryption, and accepts nothing else. *)
Theorem row_decrypt_of_encrypt (data plaintext ciphertext tag : bits) :
  row_encrypt key nonce data plaintext = (ciphertext, tag) ->
  row_decrypt key nonce data ciphertext tag = Some plaintext.
Proof.
  intros E. unfold row_decrypt. erewrite row_decrypt_unchecked_of_encrypt by eauto.
  destruct (list_eq_dec bool_dec tag tag); congruence.
Qed.

Theorem row_encrypt_of_decrypt (data plaintext ciphertext tag : bits) :
  row_decrypt key nonce data ciphertext tag = Some plaintext ->
  row_encrypt key nonce data plaintext = (ciphertext, tag).
Proof.
  intros E. unfold row_decrypt in E.
  destruct (row_decrypt_unchecked key nonce data ciphertext) as (found, right) eqn:D.
  destruct (list_eq_dec bool_dec tag right); [| discriminate]. injection E as <-. subst.
  apply row_encrypt_of_decrypt_unchecked; auto.
Qed.
End Keyed.

(* Pieces of a message, some of them empty, give the state that all of it gives at once. *)
Theorem row_message_in_pieces (s : bits) pieces :
  fold_left row_update pieces (s, []) = row_update (s, []) (concat pieces).
Proof.
  assert (E : forall pieces done bs rest, parse (rate r) done = (bs, rest) ->
    fold_left row_update pieces (fold_left after_block bs s, rest) = row_update (s, []) (done ++ concat pieces)).
  { induction pieces0 as [|piece pieces0 IH]; intros done bs rest D; cbn [fold_left concat].
    - rewrite app_nil_r. unfold row_update. cbn [app]. rewrite D. reflexivity.
    - unfold row_update at 2. destruct (parse (rate r) (rest ++ piece)) as (bs', rest') eqn:D'.
      rewrite app_assoc, <- (IH (done ++ piece) (bs ++ bs') rest'), fold_left_app by
        (eapply parse_app; eauto; lia). reflexivity. }
  apply (E pieces [] [] []). unfold parse. simpl length. rewrite Nat.div_0_l by lia. reflexivity.
Qed.

Hypothesis squeezed_is_valid : 0 < squeezed r <= 320.

Lemma row_squeeze_blocks_S n (s : bits) :
  row_squeeze_blocks (S n) s = firstn (squeezed r) s ++ row_squeeze_blocks n (permute r (rounds r) s).
Proof. reflexivity. Qed.

Lemma row_squeeze_blocks_add m n (s : bits) : row_squeeze_blocks (m + n) s =
  row_squeeze_blocks m s ++ row_squeeze_blocks n (Nat.iter m (permute r (rounds r)) s).
Proof.
  revert s; induction m; intros s; [reflexivity |].
  rewrite Nat.add_succ_l, !row_squeeze_blocks_S, iter_S, IHm, app_assoc. reflexivity.
Qed.

Lemma length_row_squeeze_blocks n (s : bits) : length s = 320 ->
  length (row_squeeze_blocks n s) = squeezed r * n /\ length (Nat.iter n (permute r (rounds r)) s) = 320.
Proof.
  revert s; induction n; intros s L; [cbn; lia |]. rewrite row_squeeze_blocks_S, iter_S.
  destruct (IHn (permute r (rounds r) s)) as (E & F); auto. rewrite app_length, firstn_length, E.
  split; [lia | exact F].
Qed.

Lemma squeezes_are_enough size : size <= squeezed r * squeezes size.
Proof.
  unfold squeezes. pose proof (Nat.mul_succ_div_gt (size + (squeezed r - 1)) (squeezed r) ltac:(lia)). lia.
Qed.

Theorem row_squeezing_in_pieces (s : bits) sizes : length s = 320 ->
  concat (row_reads (s, []) sizes) = row_squeeze (list_sum sizes) s.
Proof.
  assert (E : forall sizes s buffer count, length s = 320 -> list_sum sizes <= length buffer + squeezed r * count ->
    concat (row_reads (s, buffer) sizes) = firstn (list_sum sizes) (buffer ++ row_squeeze_blocks count s)).
  { induction sizes0 as [|size sizes0 IH]; intros s0 buffer count L; cbn [list_sum fold_right row_reads concat];
    [reflexivity |].
    intros M. change (fold_right Nat.add 0 sizes0) with (list_sum sizes0) in *. cbn [row_read fst snd].
    pose proof (squeezes_are_enough (size - length buffer)) as G. set (now := squeezes (size - length buffer)) in *.
    assert (now <= count).
    { apply Nat.lt_succ_r, Nat.div_lt_upper_bound; [lia |]. rewrite Nat.mul_succ_r. lia. }
    destruct (length_row_squeeze_blocks now s0 L) as (L0 & L1).
    rewrite (IH _ _ (count - now)) by (auto; rewrite skipn_length, app_length, Nat.mul_sub_distr_l; lia).
    replace count with (now + (count - now)) at 2 by lia. rewrite row_squeeze_blocks_add, app_assoc.
    set (ready := buffer ++ row_squeeze_blocks now s0). set (more := row_squeeze_blocks (count - now) _).
    assert (size <= length ready) by (unfold ready; rewrite app_length; lia).
    symmetry. apply firstn_plus. assumption. }
  intros L. apply (E sizes s [] (squeezes (list_sum sizes))); auto. apply squeezes_are_enough.
Qed.

(* A shorter output is the beginning of a longer one. *)
Corollary row_squeeze_prefix (s : bits) m n : length s = 320 -> row_squeeze m s = firstn m (row_squeeze (m + n) s).
Proof.
  intros L. pose proof (row_squeezing_in_pieces s [m; n] L) as E. pose proof (row_squeezing_in_pieces s [m] L) as F.
  cbn [list_sum fold_right] in E, F. rewrite Nat.add_0_r in E, F. rewrite <- E, <- F.
  cbn [row_reads concat]. rewrite app_nil_r. set (out := fst (row_read (s, []) m)). symmetry. apply firstn_exact.
  subst out. cbn [row_read fst app length]. rewrite Nat.sub_0_r, firstn_length.
  destruct (length_row_squeeze_blocks (squeezes m) s L) as (G & _). rewrite G. pose proof (squeezes_are_enough m). lia.
Qed.
End Modes.

(* ---- The rows ---------------------------------------------------------------------------------------------- *)

(* With the bits of their keys *)
Definition ciphers : list (row * nat) := [(ascon_128, 128); (ascon_128a, 128); (ascon_80pq, 160); (ascon_aead128, 128)].
Definition functions : list row := [ascon_hash; ascon_hasha; ascon_xof; ascon_xofa; ascon_hash256; ascon_mac;
  ascon_maca; ascon_prf; ascon_prfa; ascon_mac_v13; ascon_prf_v13].

Lemma permutations_keep_length r : In r (map fst ciphers ++ functions) ->
  forall rounds s, length s = 320 -> length (permute r rounds s) = 320.
Proof. cbn. intros I. repeat destruct I as [<- | I]; try destruct I; exact length_p_v12 || exact length_p. Qed.

Theorem ciphers_decrypt_what_they_encrypt r size (key nonce data plaintext ciphertext tag : bits) :
  In (r, size) ciphers -> length key = size -> length nonce = 128 ->
  row_encrypt r key nonce data plaintext = (ciphertext, tag) <->
  row_decrypt r key nonce data ciphertext tag = Some plaintext.
Proof.
  intros I K N. assert (V : 0 < rate r <= 320 /\ length (iv r) + size + 128 = 320).
  { cbn in I. repeat destruct I as [E | I]; try destruct I; injection E as <- <-; split; cbn; lia || reflexivity. }
  assert (L : forall rounds s, length s = 320 -> length (permute r rounds s) = 320).
  { apply permutations_keep_length, in_or_app. left. apply (in_map fst _ _ I). }
  split; [apply row_decrypt_of_encrypt | apply row_encrypt_of_decrypt]; auto; lia || tauto.
Qed.

Lemma functions_are_valid r : In r functions ->
  (forall rounds s, length s = 320 -> length (permute r rounds s) = 320) /\ 0 < rate r <= 320 /\ 0 < squeezed r <= 320.
Proof.
  intros I. split; [apply permutations_keep_length, in_or_app; auto |].
  cbn in I. repeat destruct I as [<- | I]; try destruct I; cbn; lia.
Qed.

Theorem functions_in_pieces r (s : bits) pieces sizes : In r functions -> length s = 320 ->
  fold_left (row_update r) pieces (s, []) = row_update r (s, []) (concat pieces)
  /\ concat (row_reads r (s, []) sizes) = row_squeeze r (list_sum sizes) s.
Proof.
  intros I S. apply functions_are_valid in I.
  split; [apply row_message_in_pieces | apply row_squeezing_in_pieces]; tauto.
Qed.

(* PrfShort begins with different states for different messages. *)
Definition is_word (word : N -> bits) : Prop := (forall n, length (word n) = 64) /\
  (forall x y, (x < 2 ^ 64)%N -> (y < 2 ^ 64)%N -> word x = word y -> x = y).

Lemma words_differ : is_word (integer 64) /\ is_word v12_word.
Proof.
  assert (E : forall x y, (x < 2 ^ 64)%N -> (y < 2 ^ 64)%N -> integer (B := bool) 64 x = integer 64 y -> x = y).
  { intros x y X Y E. apply (f_equal value) in E. rewrite !value_of_integer in E by assumption. exact E. }
  unfold v12_word. repeat split; auto; intros; rewrite ?rev_length; auto using length_integer.
  apply E; auto. rewrite <- (rev_involutive (integer 64 x)), <- (rev_involutive (integer 64 y)). congruence.
Qed.

Theorem short_starts_differ r word (key x y : bits) : length (iv r) = 64 -> is_word word ->
  length x <= 128 -> length y <= 128 -> row_short_start r word key x = row_short_start r word key y -> x = y.
Proof.
  intros I (L & D) X Y E. unfold row_short_start in E.
  pose proof (f_equal (firstn 64) E) as W. apply (f_equal (skipn 64)) in E.
  rewrite !firstn_exact in W by (rewrite length_xor, L; lia). rewrite !skipn_exact in E by (rewrite length_xor, L; lia).
  apply (f_equal (xor (iv r))) in W. rewrite !xor_cancels in W by (rewrite L; lia).
  apply D in W; [| clear - X Y; lia ..]. assert (S : length x = length y) by lia.
  apply app_inv_head in E. apply (f_equal (firstn (length x))) in E.
  rewrite !firstn_exact in E by auto. exact E.
Qed.
