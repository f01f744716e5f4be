(* Batches, as asconkit/batch has them: the states of many messages in the lanes of vector registers, which work until
   the longest message of their group has ended (lanes.h, group.h, aead.h, sponge.h, engine.h).
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import List NArith Arith Bool Lia.
From Ascon Require Import Ascon Permutation Blocks Family.
Import ListNotations.

(* ---- Whole blocks of all lanes: run_whole_blocks() --------------------------------------------------------- *)

Section Lanes.
Variable step : bits -> bits -> bits * bits.
Notation run := (run step).

(* `kept`: the state when the lane's blocks had ended *)
Record lane := Lane { number : nat; state : bits; kept : bits; blocks : list bits; written : list bits }.

Variable ignored : nat -> nat -> bits.   (* what a lane that has ended works on, by its number and the turn *)
Variable room : nat.                     (* blocks of the buffer that ended lanes work on *)
Variable counts : list nat.              (* the blocks of each lane *)

(* Turn i of a stretch that began after `done` turns *)
Definition turn (done i : nat) (l : lane) : lane :=
  let goes_on := done <? length (blocks l) in
  let (s, out) := step (state l) (if goes_on then nth i (blocks l) [] else ignored (number l) i) in
  Lane (number l) s (kept l) (blocks l) (if goes_on then written l ++ [out] else written l).
Definition turns (done next : nat) (ls : list lane) : list lane :=
  fold_left (fun ls i => map (turn done i) ls) (seq done (next - done)) ls.

Definition set_aside (done : nat) (l : lane) : lane :=
  if length (blocks l) =? done then Lane (number l) (state l) (state l) (blocks l) (written l) else l.

Definition next_end (done : nat) : nat :=
  fold_right (fun count next => if done <? count then min count next else next) (done + room) counts.

(* Without fuel it would give no lanes. *)
Fixpoint stretches (fuel done : nat) (ls : list lane) {struct fuel} : list lane :=
  let ls := map (set_aside done) ls in
  if done =? list_max counts then ls
  else match fuel with
    | 0 => []
    | S fuel => stretches fuel (next_end done) (turns done (next_end done) ls)
    end.

Definition opened : nat * (bits * list bits) -> lane := fun '(n, (s, blocks)) => Lane n s [] blocks [].
Definition lockstep (starts : list (bits * list bits)) : list (bits * list bits) :=
  let shortest := fold_right min (list_max counts) counts in
  let ls := map opened (combine (seq 0 (length starts)) starts) in
  map (fun l => (kept l, written l)) (stretches (list_max counts) shortest (turns 0 shortest ls)).

(* ---- Every lane ends as its message does alone ------------------------------------------------------------- *)

Hypothesis room_is_valid : 0 < room.

Lemma next_end_is_later done : done < next_end done.
Proof.
  unfold next_end. induction counts as [| c cs IH]; cbn [fold_right]; [lia |].
  destruct (Nat.ltb_spec done c); lia.
Qed.

Lemma next_end_of c done : In c counts -> done < c -> next_end done <= c.
Proof.
  unfold next_end. induction counts as [| x cs IH]; intros I L; [destruct I |]. cbn [fold_right].
  destruct I as [-> | I]; [rewrite (proj2 (Nat.ltb_lt _ _) L); lia |]. destruct (done <? x); specialize (IH I L); lia.
Qed.

Lemma count_is_at_most c : In c counts -> c <= list_max counts.
Proof. revert c. apply Forall_forall, list_max_le. auto. Qed.

Lemma next_end_is_at_most done : done < list_max counts -> next_end done <= list_max counts.
Proof.
  intros L. destruct (Exists_dec (fun c => done < c) counts (fun c => lt_dec done c)) as [X | X].
  - apply Exists_exists in X as (c & I & D). pose proof (next_end_of c done I D).
    pose proof (count_is_at_most c I). lia.
  - apply Forall_Exists_neg in X. enough (list_max counts <= done) by lia. apply list_max_le.
    eapply Forall_impl; [| exact X]. cbn. lia.
Qed.

Lemma firstn_S i (bs : list bits) : i < length bs -> firstn (S i) bs = firstn i bs ++ [nth i bs []].
Proof. revert i; induction bs; destruct i; simpl; intros; auto; try lia. f_equal. apply IHbs. lia. Qed.

(* A lane after i turns: its state is right until its blocks end, and the kept one if they end before `from`. *)
Definition right_from (from i : nat) '((s, bs) : bits * list bits) (l : lane) : Prop :=
  In (length bs) counts /\ blocks l = bs /\ written l = snd (run s (firstn i bs)) /\
  (from <= length bs -> state l = fst (run s (firstn i bs))) /\ (length bs < from -> kept l = fst (run s bs)).

Lemma right_after_turn done i s bs l : done <= i -> (In (length bs) counts -> done < length bs -> i < length bs) ->
  right_from (S done) i (s, bs) l -> right_from (S done) (S i) (s, bs) (turn done i l).
Proof.
  intros D G (I & B & W & V & K). unfold turn. rewrite B. destruct (Nat.ltb_spec done (length bs)) as [L | L].
  - rewrite V by auto. destruct (step _ _) as (t, out) eqn:E. unfold right_from. rewrite firstn_S, run_app by auto.
    destruct (run s (firstn i bs)) as (u, outs). cbn [run fst snd] in *. rewrite E. cbn. rewrite W.
    repeat split; auto; lia.
  - destruct (step _ _) as (t, out). unfold right_from. cbn [state kept blocks written].
    rewrite W, !firstn_all2 by lia. repeat split; auto; lia.
Qed.

Lemma implied (P Q : bits * list bits -> lane -> Prop) xs ls : (forall x l, P x l -> Q x l) ->
  Forall2 P xs ls -> Forall2 Q xs ls.
Proof. induction 2; auto. Qed.

Lemma each (P Q : bits * list bits -> lane -> Prop) f xs ls : (forall x l, P x l -> Q x (f l)) ->
  Forall2 P xs ls -> Forall2 Q xs (map f ls).
Proof. induction 2; simpl; auto. Qed.

Lemma right_after_turns done next xs ls : done < next -> (forall c, In c counts -> done < c -> next <= c) ->
  Forall2 (right_from (S done) done) xs ls -> Forall2 (right_from next next) xs (turns done next ls).
Proof.
  intros D G F. apply (implied (right_from (S done) next)).
  { intros (s, bs) l (I & B & W & V & K). repeat split; auto; intros; [apply V; lia | apply K].
    destruct (le_lt_dec (length bs) done); [| specialize (G _ I ltac:(assumption))]; lia. }
  unfold turns. replace next with (done + (next - done)) at 1 by lia. assert (E : next - done <= next - done) by lia.
  revert E. generalize (next - done) at 1 3 4 as n. induction n as [| n IH]; intros E; [rewrite Nat.add_0_r; auto |].
  rewrite seq_S, fold_left_app, Nat.add_succ_r. cbn [fold_left]. apply (each (right_from (S done) (done + n))).
  - intros (s, bs) l. apply right_after_turn; [lia |]. intros I L. specialize (G _ I L). lia.
  - apply IH. lia.
Qed.

Lemma right_after_set_aside i x l : right_from i i x l -> right_from (S i) i x (set_aside i l).
Proof.
  destruct x as (s, bs). intros (I & B & W & V & K). unfold set_aside. rewrite B.
  destruct (Nat.eqb_spec (length bs) i) as [E | E]; unfold right_from; cbn [state kept blocks written];
  repeat split; auto; intros; try (apply V; lia); [rewrite V, firstn_all2 by lia; reflexivity | apply K; lia].
Qed.

Lemma right_at_the_end xs fuel : forall done ls, done <= list_max counts <= done + fuel ->
  Forall2 (right_from done done) xs ls ->
  Forall2 (fun '(s, bs) l => (kept l, written l) = run s bs) xs (stretches fuel done ls).
Proof.
  induction fuel as [| fuel IH]; intros done ls L F; apply (each _ _ _ _ _ (right_after_set_aside done)) in F;
  cbn [stretches]; destruct (Nat.eqb_spec done (list_max counts)) as [E | E]; try lia.
  1, 2: eapply implied; [| exact F]; intros (s, bs) l (I & B & W & V & K); apply count_is_at_most in I;
    rewrite W, K, firstn_all2 by lia; destruct (run s bs); reflexivity.
  pose proof (next_end_is_later done). pose proof (next_end_is_at_most done ltac:(lia)). apply IH; [lia |].
  apply right_after_turns; auto. intros c. apply next_end_of.
Qed.

Lemma results (f : lane -> bits * list bits) (g : bits * list bits -> bits * list bits) xs ls :
  Forall2 (fun x l => f l = g x) xs ls -> map f ls = map g xs.
Proof. induction 1; simpl; congruence. Qed.

Theorem lanes_equal_the_loop starts : counts = map (fun '(_, bs) => length bs) starts ->
  lockstep starts = map (fun '(s, bs) => run s bs) starts.
Proof.
  intros C. unfold lockstep. set (shortest := fold_right min _ counts). apply results.
  assert (M : shortest <= list_max counts /\ forall c, In c counts -> shortest <= c).
  { unfold shortest. generalize (list_max counts) as most. clear. induction counts as [| x cs IH]; intros most; cbn.
    - split; [| intros c []]; lia.
    - destruct (IH most) as (A & B). split; [lia |]. intros c [-> | I]; [| specialize (B c I)]; lia. }
  destruct M as (M & M').
  assert (F : Forall2 (right_from 0 0) starts (map opened (combine (seq 0 (length starts)) starts))).
  { assert (I : incl (map (fun '(_, bs) => length bs) starts) counts) by (rewrite C; apply incl_refl).
    clear C M M'. revert I. generalize 0 at 3. induction starts as [| (s, bs) starts IH]; intros n I; cbn; constructor.
    - unfold right_from. cbn. repeat split; auto; [apply I; left; auto | lia].
    - apply IH. intros c J. apply I. right. exact J. }
  eapply implied; [| apply (right_at_the_end starts); [lia |]]; [intros (s, bs) l E; exact E |].
  destruct (Nat.eq_dec shortest 0) as [Z | Z]; [rewrite Z in *; exact F |].
  apply right_after_turns; [lia | auto |]. eapply implied; [| exact F].
  intros (s, bs) l (I & B & W & V & K). specialize (M' _ I). repeat split; auto; intros; [apply V |]; lia.
Qed.
End Lanes.

(* ---- Groups: the modes over lanes -------------------------------------------------------------------------- *)

Record message := Message { key : bits; nonce : bits; data : bits; text : bits; tag : bits; size : nat }.

Section Groups.
Variable r : row.
Variable keyed : bool.                          (* MAC and PRF: message and output are separated *)
Variable start : message -> bits.               (* of a hash function, MAC or PRF: the state before the message *)
Variable ignored : nat -> nat -> nat -> bits.   (* by the string, the lane and the turn *)
Variable room : nat.

Notation separated s := (xor s (zeros 319 ++ [true])).
Definition whole (x : bits) : list bits := fst (parse (rate r) x).
Definition rest (x : bits) : bits := snd (parse (rate r) x).
Definition is_empty (x : bits) : bool := match x with [] => true | _ => false end.

Definition absorbs (s block : bits) : bits * bits := (after_block r s block, []).
Definition squeezing (s _ : bits) : bits * bits := (permute r (rounds r) s, firstn (squeezed r) s).

(* What each lane has, with its state and its output after the whole blocks of a string *)
Definition in_lanes {A} step (string : nat) (state_of : A -> bits) (blocks_of : A -> list bits) (lanes : list A) :
    list (A * (bits * list bits)) :=
  combine lanes (lockstep step (ignored string) room (map (fun a => length (blocks_of a)) lanes)
    (map (fun a => (state_of a, blocks_of a)) lanes)).

(* aead.h: lanes without associated data get back the state that they had before it. *)
Definition lanes_data (lanes : list (message * bits)) : list (message * bits) :=
  if forallb (fun '(m, _) => is_empty (data m)) lanes then map (fun '(m, s) => (m, separated s)) lanes
  else map (fun '((m, before), (s, _)) =>
    (m, separated (if is_empty (data m) then before else after_block r s (pad (rate r) (rest (data m))))))
    (in_lanes absorbs 0 snd (fun '(m, _) => whole (data m)) lanes).

Definition lanes_crypt step (last : message -> bits -> list bits -> bits * bits) (ms : list message) :
    list (bits * bits) :=
  map (fun '((m, _), (s, done)) => last m s done) (in_lanes step 1 snd (fun '(m, _) => whole (text m))
    (lanes_data (map (fun m => (m, row_initialize r (key m) (nonce m))) ms))).

Definition last_encrypted (m : message) (s : bits) (done : list bits) : bits * bits :=
  let rest := rest (text m) in
  let s := add (rate r) s (pad (rate r) rest) in
  (concat done ++ firstn (length rest) s, row_finalize r (key m) s).
Definition last_decrypted (m : message) (s : bits) (done : list bits) : bits * bits :=
  let rest := rest (text m) in
  let padded := xor (skipn (length rest) (firstn (rate r) s)) (true :: zeros (rate r - 1 - length rest)) in
  (concat done ++ xor (firstn (length rest) s) rest, row_finalize r (key m) (rest ++ padded ++ skipn (rate r) s)).

(* sponge.h: lanes whose outputs have different lengths *)
Definition lanes_compute (ms : list message) : list (bits * bits) :=
  let lanes := map (fun '(m, (s, _)) => (m, row_finish r keyed (s, rest (text m))))
    (in_lanes absorbs 0 start (fun m => whole (text m)) ms) in
  map (fun '((m, _), (s, done)) => ([], concat done ++ firstn (size m - squeezed r * length done) s))
    (in_lanes squeezing 1 snd (fun '(m, _) => repeat [] ((size m - 1) / squeezed r)) lanes).

Inductive operation := Encrypts | Decrypts | Computes | Verifies.

(* A text and a tag, of each lane; and of one message, as Family.v has them. Functions give a tag alone. *)
Definition lanes_found (op : operation) : list message -> list (bits * bits) :=
  match op with
  | Encrypts => lanes_crypt (encrypt_block r) last_encrypted
  | Decrypts => lanes_crypt (decrypt_block r) last_decrypted
  | Computes | Verifies => lanes_compute
  end.
Definition found (op : operation) (m : message) : bits * bits :=
  match op with
  | Encrypts => row_encrypt r (key m) (nonce m) (data m) (text m)
  | Decrypts => row_decrypt_unchecked r (key m) (nonce m) (data m) (text m)
  | Computes | Verifies => ([], row_squeeze r (size m) (row_finish r keyed (row_update r (start m, []) (text m))))
  end.

(* Whether a message is genuine, and its output. A forged one gives zeros. *)
Definition answer : Type := bool * bits.
Definition accepted (op : operation) (m : message) '((text, computed) : bits * bits) : answer :=
  match op with Encrypts | Computes => (true, text ++ firstn (size m) computed) | _ => (true, text) end.
Definition is_wrong (op : operation) (m : message) (computed : bits) : bool :=
  match op with
  | Encrypts | Computes => false
  | _ => if list_eq_dec bool_dec (tag m) (firstn (length (tag m)) computed) then false else true
  end.
Definition single (op : operation) (m : message) : answer :=
  let (text, computed) := found op m in
  if is_wrong op m computed then (false, zeros (length text)) else accepted op m (text, computed).

(* engine.h: lanes without a message work on `idle` ones; texts are looked at one by one only if a tag is wrong. *)
Definition group (op : operation) (idle ms : list message) : list answer :=
  let lanes := combine ms (lanes_found op (ms ++ idle)) in
  if existsb (fun '(m, (_, computed)) => is_wrong op m computed) lanes
  then map (fun '(m, (text, computed)) =>
    if is_wrong op m computed then (false, zeros (length text)) else accepted op m (text, computed)) lanes
  else map (fun '(m, found) => accepted op m found) lanes.

(* Encryption and decryption are so for any row. *)
Definition is_valid (op : operation) : Prop :=
  match op with Computes | Verifies => In r functions /\ forall m, length (start m) = 320 | _ => True end.

(* ---- A group gives the answers of single calls ------------------------------------------------------------- *)

Hypothesis room_is_valid : 0 < room.
Lemma combine_map {A B C} (f : A -> B) (g : A -> C) xs : combine (map f xs) (map g xs) = map (fun x => (f x, g x)) xs.
Proof. induction xs; simpl; congruence. Qed.

Lemma in_lanes_alone {A} step string (state_of : A -> bits) blocks_of lanes :
  in_lanes step string state_of blocks_of lanes = map (fun a => (a, run step (state_of a) (blocks_of a))) lanes.
Proof.
  unfold in_lanes. rewrite lanes_equal_the_loop by (auto; rewrite map_map; reflexivity).
  rewrite map_map, <- (map_id lanes) at 1. apply combine_map.
Qed.

Lemma run_absorbs bs : forall s, fst (run absorbs s bs) = fold_left (after_block r) bs s.
Proof.
  induction bs as [| b bs IH]; intros s; cbn [run fold_left]; auto. rewrite <- IH. cbn [absorbs].
  destruct (run absorbs _ bs). reflexivity.
Qed.
Lemma run_squeezing n : forall s, let (after, done) := run squeezing s (repeat [] n) in
  after = Nat.iter n (permute r (rounds r)) s /\ concat done = row_squeeze_blocks r n s /\ length done = n.
Proof.
  induction n as [| n IH]; intros s; cbn [repeat run squeezing]; auto. specialize (IH (permute r (rounds r) s)).
  destruct (run squeezing _ (repeat [] n)) as (after, done). destruct IH as (-> & E & <-).
  rewrite iter_S, row_squeeze_blocks_S, <- E. auto.
Qed.

Lemma lanes_data_alone lanes : lanes_data lanes = map (fun '(m, s) => (m, row_data r s (data m))) lanes.
Proof.
  unfold lanes_data. rewrite in_lanes_alone, map_map. destruct (forallb _ lanes) eqn:E.
  - apply map_ext_in. intros (m, s) I. apply (proj1 (forallb_forall _ _) E) in I. unfold row_data.
    destruct (data m); [reflexivity | discriminate].
  - apply map_ext. intros (m, s). unfold row_data, padded_blocks, whole, rest. cbn [snd].
    pose proof (run_absorbs (fst (parse (rate r) (data m))) s) as F.
    destruct (run absorbs s _) as (after, done). cbn [fst] in F. subst after.
    destruct (parse (rate r) (data m)) as (bs, last). rewrite fold_left_app. destruct (data m); reflexivity.
Qed.

Lemma squeezed_in_blocks s n : In r functions -> length s = 320 ->
  let (after, done) := run squeezing s (repeat [] ((n - 1) / squeezed r)) in
  concat done ++ firstn (n - squeezed r * length done) after = row_squeeze r n s.
Proof.
  intros I L. destruct (functions_are_valid r I) as (length_permute & R & V). 
  pose proof (run_squeezing ((n - 1) / squeezed r) s) as Q. destruct (run squeezing s _) as (after, done).
  destruct Q as (-> & -> & ->). set (k := (n - 1) / squeezed r) in *.
  destruct (length_row_squeeze_blocks r length_permute R V k s L) as (E & F).
  unfold row_squeeze, squeezes. destruct n as [| n].
  { replace k with 0 by (symmetry; apply Nat.div_small; lia). rewrite Nat.div_small by lia. reflexivity. }
  replace ((S n + (squeezed r - 1)) / squeezed r) with (k + 1).
  2: { unfold k. rewrite <- Nat.div_add by lia. f_equal. lia. }
  assert (squeezed r * k <= n /\ n < squeezed r * k + squeezed r).
  { unfold k. replace (S n - 1) with n by lia. pose proof (Nat.mul_div_le n (squeezed r) ltac:(lia)).
    pose proof (Nat.mul_succ_div_gt n (squeezed r) ltac:(lia)). lia. }
  rewrite row_squeeze_blocks_add, firstn_app, E, (@firstn_all2 _ (S n) (row_squeeze_blocks r k s)) by lia. f_equal.
  cbn [row_squeeze_blocks]. rewrite app_nil_r, firstn_firstn. f_equal. lia.
Qed.

Lemma length_absorbed m : In r functions -> length (start m) = 320 ->
  length (row_finish r keyed (row_update r (start m, []) (text m))) = 320.
Proof.
  intros I S. destruct (functions_are_valid r I) as (length_permute & R & _).
  unfold row_update. cbn [app]. destruct (parse (rate r) (text m)) as (bs, last) eqn:P.
  apply concat_of_parse in P as (_ & L & F & _); [| lia].
  assert (G : forall s, length s = 320 -> length (fold_left (after_block r) bs s) = 320).
  { induction F; intros s T; cbn [fold_left]; auto using length_after_block. }
  specialize (G (start m) S). unfold row_finish. apply length_permute.
  assert (length (add (rate r) (fold_left (after_block r) bs (start m)) (pad (rate r) last)) = 320).
  { rewrite length_add; auto using length_pad. lia. }
  destruct keyed; auto. rewrite length_xor. lengths.
Qed.

Theorem groups_equal_the_loop op ms : is_valid op -> lanes_found op ms = map (found op) ms.
Proof.
  intros V. assert (crypt : forall step last f, (forall m,
    let (s, done) := run step (row_data r (row_initialize r (key m) (nonce m)) (data m)) (whole (text m)) in
    last m s done = f m) -> lanes_crypt step last ms = map f ms).
  { intros step last f E. unfold lanes_crypt. rewrite in_lanes_alone, lanes_data_alone, !map_map. apply map_ext.
    intros m. cbn [snd]. specialize (E m). destruct (run step _ _). exact E. }
  assert (compute : is_valid Computes -> lanes_compute ms = map (found Computes) ms).
  { intros (I & S). unfold lanes_compute. rewrite !in_lanes_alone, !map_map. apply map_ext. intros m. cbn [found snd].
    pose proof (length_absorbed m I (S m)) as L. pose proof (run_absorbs (whole (text m)) (start m)) as F. revert L.
    unfold row_update, whole, rest in *. cbn [app]. destruct (run absorbs _ _) as (s, done). cbn [fst] in F. subst s.
    destruct (parse (rate r) (text m)) as (bs, last). cbn [fst snd]. intros L.
    pose proof (squeezed_in_blocks _ (size m) I L) as Q. destruct (run squeezing _ _). rewrite Q. reflexivity. }
  destruct op; cbn [lanes_found]; auto; apply crypt; intros m; unfold whole.
  - unfold found, row_encrypt, last_encrypted, rest. destruct (parse (rate r) (text m)).
    cbn [fst snd]. destruct (run _ _ _). reflexivity.
  - unfold found, row_decrypt_unchecked, last_decrypted, rest. destruct (parse (rate r) (text m)).
    cbn [fst snd]. destruct (run _ _ _). reflexivity.
Qed.

Lemma group_alone op idle ms : is_valid op -> group op idle ms = map (single op) ms.
Proof.
  intros V. unfold group. rewrite groups_equal_the_loop, map_app by exact V.
  assert (E : combine ms (map (found op) ms ++ map (found op) idle) = map (fun m => (m, found op m)) ms).
  { induction ms; simpl; congruence. }
  rewrite E, !map_map. destruct (existsb _ _) eqn:W; apply map_ext_in; intros m I; unfold single.
  - destruct (found op m). reflexivity.
  - destruct (found op m) as (x, computed) eqn:F. destruct (is_wrong op m computed) eqn:X; auto.
    exfalso. rewrite <- not_true_iff_false in W. apply W, existsb_exists. exists (m, (x, computed)). split; auto.
    rewrite <- F. apply (in_map (fun m => (m, found op m))), I.
Qed.

(* ---- Batches ----------------------------------------------------------------------------------------------- *)

(* Groups are numbers of messages. The answers of a group are written to their messages' places. A single message is a
   single call. *)
Definition answers op idle (messages : nat -> message) (numbers : list nat) : list answer :=
  match numbers with
  | [number] => [single op (messages number)]
  | _ => group op (idle numbers) (map messages numbers)
  end.
Definition write (memory : nat -> answer) '((number, a) : nat * answer) : nat -> answer :=
  fun other => if other =? number then a else memory other.
Definition batch op idle (messages : nat -> message) (groups : list (list nat)) (memory : nat -> answer) :
    nat -> answer :=
  fold_left (fun memory numbers => fold_left write (combine numbers (answers op idle messages numbers)) memory)
    groups memory.

Theorem batches_equal_the_loop op idle messages groups memory number : is_valid op ->
  batch op idle messages groups memory number =
  if in_dec Nat.eq_dec number (concat groups) then single op (messages number) else memory number.
Proof.
  intros V. assert (A : forall numbers, combine numbers (answers op idle messages numbers)
    = map (fun n => (n, single op (messages n))) numbers).
  { intros numbers. transitivity (combine numbers (map (fun n => single op (messages n)) numbers)).
    - f_equal. unfold answers. rewrite <- map_map with (g := single op), <- (group_alone op (idle numbers)) by exact V.
      destruct numbers as [| n [| n' numbers]]; auto. rewrite group_alone by exact V. reflexivity.
    - rewrite <- (map_id numbers) at 1. apply combine_map. }
  assert (B : batch op idle messages groups memory =
    fold_left write (map (fun n => (n, single op (messages n))) (concat groups)) memory).
  { unfold batch. revert memory. induction groups as [| numbers groups IH]; intros memory; auto.
    cbn [fold_left concat]. rewrite map_app, fold_left_app, A. apply IH. }
  rewrite B. clear A B. induction (concat groups) as [| n ns IH] using rev_ind; [reflexivity |].
  rewrite map_app, fold_left_app. cbn [map fold_left write]. rewrite IH.
  destruct (Nat.eqb_spec number n) as [-> | D]; destruct (in_dec Nat.eq_dec _ (ns ++ [n])) as [I | I]; auto.
  - exfalso. apply I, in_elt.
  - apply in_app_or in I as [I | [-> | []]]; [| contradiction D; auto]. destruct (in_dec _ number ns); tauto.
  - destruct (in_dec _ number ns); auto. exfalso. apply I, in_or_app. auto.
Qed.
End Groups.
