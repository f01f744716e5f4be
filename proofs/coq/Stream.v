(* STREAM over Ascon-AEAD128 with nonce masking: long texts in chunks, as docs/constructions/stream.md specifies them.

   Whoever makes a reader in order accept anything but a beginning of the text, or take a beginning for all of it, has
   forged a tag: one chunk decrypts that the sender has not made for this place. Nothing is assumed of the AEAD, nor of
   the derivation of new secrets.
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import Ascii String List NArith Arith Bool Lia.
From Ascon Require Import Ascon Permutation Blocks Family Modes.
Import ListNotations.

#[local] Opaque p.

Section Stream.
Variable secret : bits.            (* the key and the mask of the first chunk: 256 bits *)
Variable rekeyed : nat -> bool.    (* is the secret replaced before the chunk with this index? *)
Variable size : nat.               (* bits of text in a chunk; the last chunk may be shorter *)

Definition purpose : bits :=
  concat (map (fun c => integer 8 (N_of_ascii c)) (list_ascii_of_string "asconkit stream v2 rekey")).
Fixpoint secret_of (index : nat) : bits :=
  match index with
  | 0 => secret
  | S before =>
      if rekeyed index then cxof128 (secret_of before ++ integer 64 (N.of_nat index)) 256 purpose else secret_of before
  end.

(* Where a chunk is: its index, and whether it is the last one. *)
Definition place : Type := nat * bool.
Definition nonce '((index, last) : place) : bits :=
  integer 64 (N.of_nat index) ++ zeros 56 ++ integer 8 (if last then 1 else 0).

Definition is_piece (length : nat) '((index, last) : place) : bool :=
  (N.of_nat index <? 2 ^ 32)%N &&
  if last then (length <=? size) && ((0 <? length) || (index =? 0)) else length =? size.

Definition seal_chunk (at_ : place) (piece : bits) : bits :=
  let (ciphertext, tag) := encrypt_masked (secret_of (fst at_)) (nonce at_) [] piece in ciphertext ++ tag.
Definition open_chunk (at_ : place) (chunk : bits) : option bits :=
  let length_ := length chunk - 128 in
  if (128 <=? length chunk) && is_piece length_ at_
  then decrypt_masked (secret_of (fst at_)) (nonce at_) [] (firstn length_ chunk) (skipn length_ chunk) else None.

(* Only an empty string has an empty part. *)
Definition cut (size : nat) (x : bits) : list bits :=
  match parse size x with
  | ((_ :: _) as blocks, []) => blocks
  | (blocks, rest) => blocks ++ [rest]
  end.

Definition is_last (following : list bits) : bool := match following with [] => true | _ => false end.
Fixpoint placed (index : nat) (parts : list bits) : list (place * bits) :=
  match parts with
  | [] => []
  | part :: parts => ((index, is_last parts), part) :: placed (S index) parts
  end.

Definition chunks (index : nat) (pieces : list bits) : list bits :=
  map (fun '(at_, piece) => seal_chunk at_ piece) (placed index pieces).
Definition seal (text : bits) : bits := concat (chunks 0 (cut size text)).

(* What is released, and whether it is all of a text. *)
Fixpoint open_chunks (parts : list (place * bits)) : list bits * bool :=
  match parts with
  | [] => ([], true)
  | (at_, chunk) :: parts =>
      match open_chunk at_ chunk with
      | Some piece => let (pieces, whole) := open_chunks parts in (piece :: pieces, whole)
      | None => ([], false)
      end
  end.
Definition open (sealed : bits) : list bits * bool := open_chunks (placed 0 (cut (size + 128) sealed)).

(* ---- Theorems ---------------------------------------------------------------------------------------------- *)

(* Decryption accepts a chunk of `sealed` at a place for which the sender, who has `pieces`, made no such chunk. *)
Definition forged (pieces : list bits) (sealed : list (place * bits)) (index : nat) : Prop :=
  exists at_ chunk piece, In (at_, chunk) sealed /\ open_chunk at_ chunk = Some piece /\
    ~ In (at_, chunk) (placed index (chunks index pieces)).

Hypothesis length_secret : length secret = 256.
Hypothesis size_is_valid : 0 < size.

Theorem nonces_differ index last index' last' : (N.of_nat index < 2 ^ 32)%N -> (N.of_nat index' < 2 ^ 32)%N ->
  nonce (index, last) = nonce (index', last') -> index = index' /\ last = last'.
Proof.
  intros L L' E. unfold nonce in E. assert (K : (2 ^ 32 < 2 ^ N.of_nat 64)%N) by reflexivity.
  pose proof (f_equal (firstn 64) E) as I. apply (f_equal (skipn 120)) in E.
  rewrite !firstn_exact in I by apply length_integer. apply (f_equal value) in I.
  rewrite !value_of_integer in I by lia. rewrite !app_assoc, !skipn_exact in E by lengths.
  split; [lia | destruct last, last'; auto; discriminate].
Qed.

Lemma length_nonce at_ : length (nonce at_) = 128.
Proof. destruct at_. unfold nonce. lengths. Qed.

(* So do the masked ones, with which the AEAD is called. *)
Theorem masked_nonces_differ (mask a b : bits) : length mask = 128 -> length a = 128 -> length b = 128 ->
  xor a mask = xor b mask -> a = b.
Proof.
  intros M A B E. apply (equal_bits 128); auto. intros i L. apply (f_equal (fun w => bit w i)) in E.
  rewrite !bit_xor in E by congruence. destruct (bit a i), (bit b i), (bit mask i); auto; discriminate.
Qed.

Lemma length_secret_of index : length (secret_of index) = 256.
Proof.
  induction index as [| before IH]; cbn [secret_of]; auto. destruct (rekeyed (S before)); auto.
  unfold cxof128. set (s := absorb 12 64 (start_cxof128 purpose) _). assert (S : length s = 320).
  { apply length_absorb; [lia | | apply blocks_of_padded_blocks; lia]. apply length_absorb; [lia | |].
    - unfold start. rewrite length_p; lengths.
    - constructor; [apply length_integer | apply blocks_of_padded_blocks; lia]. }
  unfold squeeze. rewrite firstn_length.
  destruct (length_row_squeeze_blocks ascon_hash256 length_p (proj1 rates_of_hash256)
    (proj2 rates_of_hash256) 4 s S) as (E & _).
  change (row_squeeze_blocks ascon_hash256 4 s) with (squeeze_blocks 4 s) in E. change ((256 + 63) / 64) with 4.
  rewrite E. reflexivity.
Qed.

Lemma length_seal_chunk at_ piece : length (seal_chunk at_ piece) = length piece + 128.
Proof.
  unfold seal_chunk, encrypt_masked. pose proof (length_nonce at_).
  pose proof (length_secret_of (fst at_)).
  destruct (encrypt _ _ [] piece) as (c, t) eqn:E.
  apply length_encrypt in E as (C & T); lengths.
Qed.

Lemma open_chunk_of_seal_chunk at_ piece : is_piece (length piece) at_ = true ->
  open_chunk at_ (seal_chunk at_ piece) = Some piece.
Proof.
  intros V. pose proof (length_nonce at_) as N. unfold open_chunk. rewrite length_seal_chunk, Nat.add_sub, V.
  rewrite (proj2 (Nat.leb_le _ _)) by lia. cbn [andb]. unfold seal_chunk.
  pose proof (length_secret_of (fst at_)). destruct (encrypt_masked _ (nonce at_) [] piece) as (c, t) eqn:E.
  assert (C : length c = length piece).
  { unfold encrypt_masked in E. apply length_encrypt in E as (C & _); lengths. }
  rewrite firstn_exact, skipn_exact by auto. eapply decrypt_masked_of_encrypt_masked; eauto.
Qed.

Lemma placed_later index parts at_ part : In (at_, part) (placed index parts) -> index <= fst at_.
Proof.
  revert index; induction parts as [| first parts IH]; cbn [placed]; intros index I; [destruct I |].
  destruct I as [E | I]; [injection E as <- <-; auto |]. apply IH in I. lia.
Qed.

Lemma is_last_of_chunks index pieces : is_last (chunks index pieces) = is_last pieces.
Proof. destruct pieces; auto. Qed.

Lemma chunks_cons index piece pieces :
  chunks index (piece :: pieces) = seal_chunk (index, is_last pieces) piece :: chunks (S index) pieces.
Proof. reflexivity. Qed.

Definition are_pieces (index : nat) (pieces : list bits) : Prop :=
  Forall (fun '(at_, piece) => is_piece (length piece) at_ = true) (placed index pieces).

Definition same_part : forall a b : place * bits, {a = b} + {a <> b}.
Proof. decide equality; [apply list_eq_dec, bool_dec | decide equality; auto using bool_dec, Nat.eq_dec]. Defined.

Lemma opened parts : forall index pieces released whole, are_pieces index pieces -> (parts = [] -> pieces = []) ->
  open_chunks (placed index parts) = (released, whole) ->
  forged pieces (placed index parts) index \/
  (exists rest, pieces = released ++ rest) /\ (whole = true -> parts = chunks index pieces /\ released = pieces).
Proof.
  induction parts as [| chunk parts IH]; intros index pieces released whole V O E; cbn [placed open_chunks] in E.
  - injection E as <- <-. rewrite (O eq_refl). right. split; [exists []; auto | auto].
  - destruct (open_chunk (index, is_last parts) chunk) as [piece |] eqn:C.
    2: { injection E as <- <-. right. split; [exists pieces; auto | discriminate]. }
    destruct (open_chunks (placed (S index) parts)) as (later, whole') eqn:L. injection E as <- <-.
    destruct (in_dec same_part ((index, is_last parts), chunk) (placed index (chunks index pieces))) as [I | I].
    2: { left. exists (index, is_last parts), chunk, piece. cbn [placed]. repeat split; auto. left. auto. }
    destruct pieces as [| first pieces]; [destruct I |]. rewrite chunks_cons in I. cbn [placed] in I.
    rewrite is_last_of_chunks in I. destruct I as [I | I]; [| apply placed_later in I; cbn [fst] in I; lia].
    injection I as P <-. unfold are_pieces in V. cbn [placed] in V. inversion V as [| x xs V1 V2]. subst x xs.
    rewrite <- P, open_chunk_of_seal_chunk in C by auto. injection C as <-.
    destruct (IH (S index) pieces later whole' V2) as [(at_ & c & t & A & B & D) | ((rest & R) & W)]; auto.
    + intros ->. destruct pieces; [auto | discriminate].
    + left. exists at_, c, t. cbn [placed]. repeat split; auto; [right; auto |]. rewrite chunks_cons. cbn [placed].
      intros [F | F]; auto. injection F as <- _. apply placed_later in A. cbn [fst] in A. lia.
    + right. split; [exists rest; subst; auto |]. intros T. destruct (W T) as (-> & ->). auto.
Qed.

(* What cut() gives: whole parts and a last one. *)
Definition is_cut (n : nat) (parts : list bits) : Prop := exists bs last, parts = bs ++ [last] /\
  blocks_of n bs /\ length last <= n /\ (last = [] -> bs = []).

Lemma concat_snoc (bs : list bits) last : concat (bs ++ [last]) = concat bs ++ last.
Proof. rewrite concat_app. simpl. rewrite app_nil_r. reflexivity. Qed.

Lemma is_cut_cut n x : 0 < n -> is_cut n (cut n x) /\ concat (cut n x) = x.
Proof.
  intros P. unfold cut. destruct (parse n x) as (blocks, rest) eqn:E.
  apply concat_of_parse in E as (-> & L & F & _); auto.
  assert (G : rest <> [] \/ blocks = [] ->
    is_cut n (blocks ++ [rest]) /\ concat (blocks ++ [rest]) = concat blocks ++ rest).
  { intros C. split; [| apply concat_snoc]. exists blocks, rest. repeat split; auto; [lia | tauto]. }
  destruct blocks as [| b bs]; [apply G; auto |]. destruct rest as [| r rs]; [clear G | apply G; left; discriminate].
  rewrite app_nil_r. split; auto. destruct (exists_last (l := b :: bs) ltac:(discriminate)) as (front & last & X).
  rewrite X in *. apply Forall_app in F as (F & Z). inversion Z. subst. exists front, last. repeat split; auto.
  intros ->. simpl in P. lia.
Qed.

(* There is one way to cut. *)
Lemma cut_of_concat n parts : 0 < n -> is_cut n parts -> cut n (concat parts) = parts.
Proof.
  intros P (bs & last & -> & F & L & E). unfold cut. rewrite concat_snoc.
  destruct (Nat.eq_dec (length last) n) as [W | W].
  - pose proof (parse_of_concat n (bs ++ [last]) []) as Q. rewrite concat_snoc, app_nil_r in Q.
    rewrite Q by (auto; apply Forall_app; auto). destruct bs; auto.
  - rewrite parse_of_concat by (auto; lia). destruct last; [rewrite E |]; auto. destruct bs; auto.
Qed.

Lemma are_pieces_of_cut text : (N.of_nat (length (cut size text)) <= 2 ^ 32)%N -> are_pieces 0 (cut size text).
Proof.
  destruct (is_cut_cut size text size_is_valid) as ((bs & last & -> & F & L & E) & _). unfold are_pieces.
  assert (G : forall index, (N.of_nat (index + length (bs ++ [last])) <= 2 ^ 32)%N ->
    (last = [] -> index = 0 /\ bs = []) ->
    Forall (fun '(at_, piece) => is_piece (length piece) at_ = true) (placed index (bs ++ [last]))).
  { clear E. induction F as [| b bs B F IH]; intros index C E; cbn [app placed length] in *; constructor.
    - unfold is_piece. cbn [is_last]. rewrite (proj2 (N.ltb_lt _ _)) by lia. rewrite (proj2 (Nat.leb_le _ _) L).
      destruct last; [destruct E as (-> & _) |]; auto.
    - constructor.
    - unfold is_piece. rewrite (proj2 (N.ltb_lt _ _)) by lia.
      destruct (bs ++ [last]) eqn:X; [destruct bs; discriminate |].
      cbn [is_last andb]. apply Nat.eqb_eq, B.
    - apply IH; [lia | intros X; destruct (E X); discriminate]. }
  intros C. apply G; auto.
Qed.

Lemma is_cut_chunks index pieces : is_cut size pieces -> is_cut (size + 128) (chunks index pieces).
Proof.
  intros (bs & last & -> & F & L & _).
  assert (G : exists cs c, chunks index (bs ++ [last]) = cs ++ [c] /\ blocks_of (size + 128) cs /\
    length c = length last + 128).
  { revert index. induction F as [| b bs B F IH]; intros index.
    - exists [], (seal_chunk (index, true) last). rewrite length_seal_chunk. auto.
    - cbn [app]. rewrite chunks_cons. destruct (IH (S index)) as (cs & c & -> & G & M).
      exists (seal_chunk (index, is_last (bs ++ [last])) b :: cs), c. repeat split; auto.
      constructor; auto. rewrite length_seal_chunk. lia. }
  destruct G as (cs & c & -> & G & M). exists cs, c. repeat split; auto; [lia |]. intros ->. simpl in M. lia.
Qed.

Lemma open_chunks_of_chunks pieces : forall index, are_pieces index pieces ->
  open_chunks (placed index (chunks index pieces)) = (pieces, true).
Proof.
  induction pieces as [| piece pieces IH]; intros index V; auto. unfold are_pieces in V. cbn [placed] in V.
  inversion V as [| x xs V1 V2]. subst. rewrite chunks_cons. cbn [placed open_chunks]. rewrite is_last_of_chunks.
  rewrite open_chunk_of_seal_chunk, IH by auto. reflexivity.
Qed.

Theorem open_of_seal text : (N.of_nat (length (cut size text)) <= 2 ^ 32)%N ->
  open (seal text) = (cut size text, true) /\ concat (cut size text) = text.
Proof.
  intros C. destruct (is_cut_cut size text size_is_valid) as (I & X). split; auto. unfold open, seal.
  rewrite cut_of_concat by (auto using is_cut_chunks; lia). apply open_chunks_of_chunks, are_pieces_of_cut, C.
Qed.

(* A sender has made seal(text); a reader gets any string and releases some pieces. *)
Theorem accepted_or_forged text sealed released whole : (N.of_nat (length (cut size text)) <= 2 ^ 32)%N ->
  open sealed = (released, whole) ->
  forged (cut size text) (placed 0 (cut (size + 128) sealed)) 0 \/
  (exists rest, text = concat released ++ rest) /\ (whole = true -> sealed = seal text /\ concat released = text).
Proof.
  intros C E. destruct (is_cut_cut size text size_is_valid) as (_ & X).
  destruct (is_cut_cut (size + 128) sealed ltac:(lia)) as ((bs & last & Q & _) & Y).
  eapply opened in E as [F | ((rest & R) & W)]; [left; exact F | right | apply are_pieces_of_cut, C |].
  - split; [exists (concat rest); rewrite <- X, R, concat_app; auto |]. intros T. destruct (W T) as (P & ->).
    split; auto. unfold seal. rewrite <- P. auto.
  - rewrite Q. destruct bs; discriminate.
Qed.

Lemma chunk_of_piece pieces at_ chunk : forall index, In (at_, chunk) (placed index (chunks index pieces)) ->
  exists piece, In (at_, piece) (placed index pieces) /\ chunk = seal_chunk at_ piece.
Proof.
  induction pieces as [| first pieces IH]; intros index I; [destruct I |]. rewrite chunks_cons in I. cbn [placed] in *.
  rewrite is_last_of_chunks in I. destruct I as [E | I].
  - injection E as <- <-. exists first. split; [left |]; auto.
  - destruct (IH _ I) as (piece & J & E). exists piece. split; [right |]; auto.
Qed.

(* A reader of single chunks, who gets any bits for any place *)
Theorem chunk_accepted_or_forged text at_ chunk piece : (N.of_nat (length (cut size text)) <= 2 ^ 32)%N ->
  open_chunk at_ chunk = Some piece ->
  forged (cut size text) [(at_, chunk)] 0 \/ In (at_, piece) (placed 0 (cut size text)).
Proof.
  intros C O. destruct (in_dec same_part (at_, chunk) (placed 0 (chunks 0 (cut size text)))) as [I | I].
  - right. apply chunk_of_piece in I as (found & I & ->). pose proof (are_pieces_of_cut text C) as V.
    eapply Forall_forall in V; [| exact I]. rewrite open_chunk_of_seal_chunk in O by exact V. congruence.
  - left. exists at_, chunk, piece. cbn [In]. auto.
Qed.
End Stream.

(* The rule by which both sides replace the secret before the chunks n, 2 n and so on; 0: never *)
Definition every (n index : nat) : bool := match n with 0 => false | _ => index mod n =? 0 end.
