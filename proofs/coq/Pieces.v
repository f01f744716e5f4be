(* Ascon-AEAD128 in pieces: associated data and text, each split in any way, give what one call gives.
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import List NArith Arith Bool Lia.
From Ascon Require Import Ascon Permutation Blocks Family Modes.
Import ListNotations.

#[local] Opaque p.

(* ---- Associated data --------------------------------------------------------------------------------------- *)

(* State and buffer of update(), and whether a bit of associated data has come: without one there is no padding. *)
Definition update_data '((c, some) : (bits * bits) * bool) (piece : bits) : (bits * bits) * bool :=
  (update 8 128 c piece, match piece with [] => some | _ => true end).
Definition finish_data '((c, some) : (bits * bits) * bool) : bits :=
  xor (if some then finish 8 128 c else fst c) (zeros 319 ++ [true]).

Lemma data_begun pieces c some : fold_left update_data pieces (c, some)
  = (fold_left (update 8 128) pieces c, some || match concat pieces with [] => false | _ => true end).
Proof.
  revert c some; induction pieces as [|piece pieces IH]; intros c some; cbn [fold_left concat].
  - rewrite orb_false_r. reflexivity.
  - unfold update_data at 2. rewrite IH. destruct piece; cbn [app]; [reflexivity |]. rewrite orb_true_r. reflexivity.
Qed.

Lemma empty_pieces pieces (s : bits) : concat pieces = [] -> fold_left (update 8 128) pieces (s, []) = (s, []).
Proof. induction pieces as [|[|] pieces IH]; cbn; intros; auto; discriminate. Qed.

Theorem data_in_pieces (s : bits) pieces :
  finish_data (fold_left update_data pieces ((s, []), false)) = absorb_data s (concat pieces).
Proof.
  rewrite data_begun. unfold finish_data, absorb_data. cbn [orb]. pose proof (absorbing_in_pieces 8 128 s pieces
    ltac:(lia)) as E. destruct (concat pieces) eqn:C; [| rewrite E; reflexivity].
  rewrite empty_pieces by auto. reflexivity.
Qed.

(* ---- Text -------------------------------------------------------------------------------------------------- *)

Section Text.
(* Of a whole block of the text, plaintext or ciphertext: the next state, and the sum of state and block *)
Variable step : bits -> bits -> bits * bits.
Hypothesis step_is_valid : forall s block, length s = 320 -> length block = 128 ->
  length (fst (step s block)) = 320 /\ snd (step s block) = xor (firstn 128 s) block.
Notation crypt_blocks := (run step).

(* The state after all whole blocks, the rest, and all of the other text. *)
Definition crypt (s text : bits) : (bits * bits) * bits :=
  let (blocks, rest) := parse 128 text in
  let (after, done) := crypt_blocks s blocks in
  ((after, rest), concat done ++ xor (firstn (length rest) after) rest).

(* State and unfinished block; what the piece adds to the output, which is as long as the piece. *)
Definition crypt_piece '((s, buffer) : bits * bits) (piece : bits) : (bits * bits) * bits :=
  let (c, output) := crypt s (buffer ++ piece) in (c, skipn (length buffer) output).
Fixpoint crypt_pieces (c : bits * bits) (pieces : list bits) {struct pieces} : (bits * bits) * list bits :=
  match pieces with
  | [] => (c, [])
  | piece :: pieces =>
      let (c, output) := crypt_piece c piece in
      let (last, outputs) := crypt_pieces c pieces in (last, output :: outputs)
  end.

Lemma lengths_of_crypt_blocks bs : forall s after done, length s = 320 -> blocks_of 128 bs ->
  crypt_blocks s bs = (after, done) -> length after = 320 /\ blocks_of 128 done /\ length done = length bs.
Proof.
  induction bs as [|b bs IH]; intros s after done L F E; cbn [run] in E.
  - apply pair_equal_spec in E as (<- & <-). auto.
  - inversion_clear F. destruct (step_is_valid s b) as (V & W); auto. destruct (step s b) as (s', out).
    cbn [fst snd] in V, W. subst out. destruct (crypt_blocks s' bs) as (after', done') eqn:E'.
    apply pair_equal_spec in E as (<- & <-). apply IH in E' as (A & D & M); auto.
    repeat split; auto; [| simpl; congruence]. constructor; auto. lengths.
Qed.

Lemma length_crypt s text c output : length s = 320 -> crypt s text = (c, output) -> length output = length text.
Proof.
  intros L E. unfold crypt in E. destruct (parse 128 text) as (bs, rest) eqn:P.
  apply concat_of_parse in P as (-> & R & F & _); [| lia]. destruct (crypt_blocks s bs) as (after, done) eqn:C.
  apply lengths_of_crypt_blocks in C as (A & D & M); auto. apply pair_equal_spec in E as (_ & <-).
  rewrite !app_length, !(length_concat 128), M, length_xor, firstn_length by auto. lia.
Qed.

Lemma firstn_xor n (a b : bits) : firstn n (xor a b) = xor (firstn n a) (firstn n b).
Proof. revert a b; induction n; intros [|x a] [|y b]; simpl; auto. f_equal. auto. Qed.

(* The first bits of the output depend on the first bits of the text alone. *)
Lemma output_of_the_rest (s rest piece : bits) : length s = 320 -> length rest < 128 ->
  firstn (length rest) (snd (crypt s (rest ++ piece))) = xor (firstn (length rest) s) rest.
Proof.
  intros L R. unfold crypt. destruct (parse 128 (rest ++ piece)) as (bs, last) eqn:P.
  apply concat_of_parse in P as (P & Rl & F & _); [| lia]. destruct bs as [|b bs].
  - cbn [run concat app snd] in *. subst last. rewrite firstn_xor, firstn_firstn, firstn_exact by auto.
    rewrite Nat.min_l by lengths. reflexivity.
  - inversion_clear F. destruct (step_is_valid s b) as (_ & W); auto. cbn [run]. destruct (step s b) as (s', out).
    cbn [snd] in W. subst out. destruct (crypt_blocks s' bs). cbn [snd concat].
    assert (B : firstn (length rest) b = rest).
    { apply (f_equal (firstn (length rest))) in P. cbn [concat] in P. rewrite firstn_exact in P by auto.
      rewrite <- app_assoc, firstn_app, (proj2 (Nat.sub_0_le _ _)), app_nil_r in P by lia. auto. }
    rewrite <- app_assoc, firstn_app, (proj2 (Nat.sub_0_le _ _)), app_nil_r by lengths.
    rewrite firstn_xor, firstn_firstn, Nat.min_l, B by lia. reflexivity.
Qed.

Lemma crypt_app s (x y : bits) : length s = 320 -> crypt s (x ++ y)
  = let (c, output) := crypt s x in let (last, more) := crypt_piece c y in (last, output ++ more).
Proof.
  intros L. unfold crypt at 1 2. destruct (parse 128 x) as (bs, rest) eqn:X.
  pose proof X as X'. apply concat_of_parse in X' as (_ & R & F & _); [| lia].
  destruct (crypt_blocks s bs) as (s', done) eqn:C. pose proof C as C'.
  apply lengths_of_crypt_blocks in C' as (L' & _ & _); auto. unfold crypt_piece.
  pose proof (output_of_the_rest s' rest y L' R) as O. revert O. unfold crypt.
  destruct (parse 128 (rest ++ y)) as (bs', rest') eqn:Y. rewrite (parse_app 128 x y bs rest bs' rest') by (auto; lia).
  rewrite run_app, C. destruct (crypt_blocks s' bs') as (after, more). cbn [snd]. intros O.
  rewrite concat_app, <- !app_assoc, <- O, firstn_skipn. reflexivity.
Qed.

Lemma lengths_of_crypt_pieces pieces : forall s x c output, length s = 320 -> crypt s x = (c, output) ->
  map (@length bool) (snd (crypt_pieces c pieces)) = map (@length bool) pieces.
Proof.
  induction pieces as [|piece pieces IH]; intros s x c output L E; cbn [crypt_pieces map snd]; auto.
  pose proof (crypt_app s x piece L) as A. rewrite E in A. destruct (crypt_piece c piece) as (c', more).
  specialize (IH s (x ++ piece) c' (output ++ more) L A). destruct (crypt_pieces c' pieces) as (last, outputs).
  apply length_crypt in A, E; auto. rewrite !app_length in A. cbn [snd map] in *. f_equal; [lia | exact IH].
Qed.

Lemma crypt_pieces_of pieces : forall s x c output, length s = 320 -> crypt s x = (c, output) ->
  let (last, outputs) := crypt_pieces c pieces in crypt s (x ++ concat pieces) = (last, output ++ concat outputs).
Proof.
  induction pieces as [|piece pieces IH]; intros s x c output L E; cbn [crypt_pieces concat].
  - rewrite !app_nil_r. exact E.
  - pose proof (crypt_app s x piece L) as A. rewrite E in A. destruct (crypt_piece c piece) as (c', more).
    specialize (IH s (x ++ piece) c' (output ++ more) L A). destruct (crypt_pieces c' pieces) as (last, outputs).
    cbn [concat]. rewrite !app_assoc in *. exact IH.
Qed.

Lemma crypting_in_pieces s pieces : length s = 320 ->
  let (last, outputs) := crypt_pieces (s, []) pieces in crypt s (concat pieces) = (last, concat outputs).
Proof. intros L. apply (crypt_pieces_of pieces s [] (s, []) []); auto. Qed.
End Text.

Notation encrypt_block := (Family.encrypt_block ascon_aead128).
Notation decrypt_block := (Family.decrypt_block ascon_aead128).

Lemma encrypt_block_is_valid s block : length s = 320 -> length block = 128 ->
  length (fst (encrypt_block s block)) = 320 /\ snd (encrypt_block s block) = xor (firstn 128 s) block.
Proof. intros. split; [apply length_p; rewrite length_add | apply firstn_add]; cbn [rate ascon_aead128]; lia. Qed.
Lemma decrypt_block_is_valid s block : length s = 320 -> length block = 128 ->
  length (fst (decrypt_block s block)) = 320 /\ snd (decrypt_block s block) = xor (firstn 128 s) block.
Proof. intros. split; [apply length_p; cbn [rate ascon_aead128]; lengths | reflexivity]. Qed.

(* ---- Calls ------------------------------------------------------------------------------------------------- *)

(* init() and all update()s of associated data *)
Definition begin (key nonce : bits) (data : list bits) : bits * bits :=
  (finish_data (fold_left update_data data ((initialize key nonce, []), false)), []).

(* The outputs of update() for each piece, and the tag of final(). *)
Definition encrypt_in_pieces (key nonce : bits) (data plaintext : list bits) : list bits * bits :=
  let '((s, rest), outputs) := crypt_pieces encrypt_block (begin key nonce data) plaintext in
  (outputs, finalize key (add 128 s (pad 128 rest))).
Definition decrypt_in_pieces (key nonce : bits) (data ciphertext : list bits) : list bits * bits :=
  let '((s, rest), outputs) := crypt_pieces decrypt_block (begin key nonce data) ciphertext in
  let padded := xor (skipn (length rest) (firstn 128 s)) (true :: zeros (127 - length rest)) in
  (outputs, finalize key (rest ++ padded ++ skipn 128 s)).

Lemma begun key nonce data : length key = 128 -> length nonce = 128 ->
  begin key nonce data = (absorb_data (initialize key nonce) (concat data), [])
  /\ length (absorb_data (initialize key nonce) (concat data)) = 320.
Proof.
  intros. unfold begin. rewrite data_in_pieces. auto using length_absorb_data, length_initialize.
Qed.

Theorem encrypting_in_pieces (key nonce : bits) data plaintext : length key = 128 -> length nonce = 128 ->
  let (outputs, tag) := encrypt_in_pieces key nonce data plaintext in
  encrypt key nonce (concat data) (concat plaintext) = (concat outputs, tag).
Proof.
  intros K N. unfold encrypt_in_pieces, encrypt. destruct (begun key nonce data K N) as (-> & S).
  set (s := absorb_data _ _) in *.
  pose proof (crypting_in_pieces encrypt_block encrypt_block_is_valid s plaintext S) as E.
  destruct (crypt_pieces encrypt_block (s, []) plaintext) as ((after, rest), outputs). unfold crypt in E.
  destruct (parse 128 (concat plaintext)) as (bs, rest') eqn:P. apply concat_of_parse in P as (_ & R & F & _); [| lia].
  change (run encrypt_block) with (encrypt_blocks (B := bool)) in E.
  destruct (encrypt_blocks s bs) as (after', done) eqn:D.
  apply decrypt_blocks_of_encrypt_blocks in D as (_ & _ & L); auto. injection E as -> -> <-.
  rewrite (add_last_block after rest) at 1 by auto. rewrite firstn_exact by lengths. reflexivity.
Qed.

Theorem decrypting_in_pieces (key nonce : bits) data ciphertext : length key = 128 -> length nonce = 128 ->
  let (outputs, tag) := decrypt_in_pieces key nonce data ciphertext in
  decrypt_unchecked key nonce (concat data) (concat ciphertext) = (concat outputs, tag).
Proof.
  intros K N. unfold decrypt_in_pieces, decrypt_unchecked. destruct (begun key nonce data K N) as (-> & S).
  set (s := absorb_data _ _) in *.
  pose proof (crypting_in_pieces decrypt_block decrypt_block_is_valid s ciphertext S) as E.
  destruct (crypt_pieces decrypt_block (s, []) ciphertext) as ((after, rest), outputs). unfold crypt in E.
  destruct (parse 128 (concat ciphertext)) as (bs, rest').
  change (run decrypt_block) with (decrypt_blocks (B := bool)) in E.
  destruct (decrypt_blocks s bs) as (after', done). injection E as -> -> <-. reflexivity.
Qed.

(* Each call of update() gives as many bits as it takes. *)
Theorem lengths_of_outputs (key nonce : bits) data text : length key = 128 -> length nonce = 128 ->
  map (@length bool) (fst (encrypt_in_pieces key nonce data text)) = map (@length bool) text
  /\ map (@length bool) (fst (decrypt_in_pieces key nonce data text)) = map (@length bool) text.
Proof.
  intros K N. unfold encrypt_in_pieces, decrypt_in_pieces. destruct (begun key nonce data K N) as (-> & S).
  set (s := absorb_data _ _) in *. split.
  - pose proof (lengths_of_crypt_pieces encrypt_block encrypt_block_is_valid text s [] (s, []) [] S eq_refl) as E.
    destruct (crypt_pieces encrypt_block (s, []) text) as ((after, rest), outputs). exact E.
  - pose proof (lengths_of_crypt_pieces decrypt_block decrypt_block_is_valid text s [] (s, []) [] S eq_refl) as E.
    destruct (crypt_pieces decrypt_block (s, []) text) as ((after, rest), outputs). exact E.
Qed.
