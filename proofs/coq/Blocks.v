(* Theorems on blocks and padding, for every rate.
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import List NArith Arith Bool Lia.
From Ascon Require Import Ascon Permutation.
Import ListNotations.

Notation bits := (list bool).
Notation blocks_of rate := (Forall (fun block : bits => length block = rate)).

Lemma length_concat rate bs : blocks_of rate bs -> length (concat bs) = length bs * rate.
Proof. induction 1; simpl; lengths. Qed.

Lemma skipn_exact (a b : bits) n : length a = n -> skipn n (a ++ b) = b.
Proof. intros <-. induction a; simpl; auto. Qed.
Lemma firstn_exact (a b : bits) n : length a = n -> firstn n (a ++ b) = a.
Proof. intros <-. induction a; simpl; congruence. Qed.

Lemma take_blocks_of_concat rate bs rest :
  blocks_of rate bs -> take_blocks (length bs) rate (concat bs ++ rest) = (bs, rest).
Proof.
  induction 1 as [|b bs Lb _ IH]; cbn [length take_blocks concat]; auto.
  rewrite <- app_assoc, skipn_exact, firstn_exact, IH by auto. reflexivity.
Qed.

Lemma concat_of_take_blocks count rate x bs rest : count * rate <= length x -> take_blocks count rate x = (bs, rest) ->
  x = concat bs ++ rest /\ length bs = count /\ blocks_of rate bs.
Proof.
  revert x bs; induction count; cbn [take_blocks]; intros x bs L E.
  - injection E as <- <-. auto.
  - destruct (take_blocks count rate (skipn rate x)) as (bs', rest') eqn:E'. injection E as <- <-.
    destruct (IHcount (skipn rate x) bs') as (X & L' & F); [lengths | auto |]. simpl in L. repeat split.
    + simpl. rewrite <- app_assoc, <- X. symmetry. apply firstn_skipn.
    + simpl. congruence.
    + constructor; auto. lengths.
Qed.

(* A string has one partition only. *)
Theorem parse_of_concat rate bs rest :
  blocks_of rate bs -> length rest < rate -> parse rate (concat bs ++ rest) = (bs, rest).
Proof.
  intros F L. unfold parse. rewrite app_length, (length_concat rate), Nat.div_add_l, Nat.div_small, Nat.add_0_r by
    (auto; lia).
  apply take_blocks_of_concat, F.
Qed.

Theorem concat_of_parse rate x bs rest : 0 < rate -> parse rate x = (bs, rest) ->
  x = concat bs ++ rest /\ length rest < rate /\ blocks_of rate bs /\ length bs = length x / rate.
Proof.
  intros R E. pose proof (Nat.mul_div_le (length x) rate ltac:(lia)). pose proof (Nat.mul_succ_div_gt (length x) rate
    ltac:(lia)).
  destruct (concat_of_take_blocks (length x / rate) rate x bs rest) as (X & L & F); [lia | auto |]. repeat split; auto.
  apply (f_equal (@length bool)) in X. rewrite app_length, (length_concat rate) in X by auto. nia.
Qed.

Lemma parse_app rate (x y : bits) bs rest bs' rest' : 0 < rate -> parse rate x = (bs, rest) ->
  parse rate (rest ++ y) = (bs', rest') -> parse rate (x ++ y) = (bs ++ bs', rest').
Proof.
  intros R E E'. apply concat_of_parse in E as (-> & L & F & _); auto. apply concat_of_parse in E' as (X & L' & F' &
    _); auto.
  rewrite <- app_assoc, X, app_assoc, <- concat_app. apply parse_of_concat; auto. apply Forall_app; auto.
Qed.

Lemma length_pad rate (x : bits) : length x < rate -> length (pad rate x) = rate.
Proof. intros. unfold pad. rewrite Nat.mod_small by lia. lengths. Qed.

Lemma blocks_of_padded_blocks rate (x : bits) : 0 < rate -> blocks_of rate (padded_blocks rate x).
Proof.
  intros R. unfold padded_blocks. destruct (parse rate x) eqn:E. apply concat_of_parse in E as (_ & L & F & _); auto.
  apply Forall_app. split; auto. constructor; auto using length_pad.
Qed.

Lemma length_padded_blocks rate (x : bits) : 0 < rate -> length (padded_blocks rate x) = length x / rate + 1.
Proof.
  intros R. unfold padded_blocks. destruct (parse rate x) eqn:E. apply concat_of_parse in E as (_ & _ & _ & L); auto.
  rewrite app_length, L. reflexivity.
Qed.

Lemma unpad (x y : bits) i j : x ++ true :: zeros i = y ++ true :: zeros j -> x = y.
Proof.
  assert (Z : forall z i j, zeros (B := bool) i <> z ++ true :: zeros j).
  { intros z k l E. assert (T : In true (zeros (B := bool) k)) by (rewrite E; apply in_elt).
    apply repeat_spec in T. discriminate. }
  revert y; induction x as [|a x IH]; destruct y as [|b y]; simpl; intros E; auto.
  - injection E as <- E. destruct (Z _ _ _ E).
  - injection E as -> E. destruct (Z _ _ _ (eq_sym E)).
  - injection E as -> E. f_equal. auto.
Qed.

Theorem pad_is_injective rate (x y : bits) : pad rate x = pad rate y -> x = y.
Proof. apply unpad. Qed.

Theorem padded_blocks_are_injective rate (x y : bits) : 0 < rate -> padded_blocks rate x = padded_blocks rate y ->
  x = y.
Proof.
  intros R E. unfold padded_blocks in E. destruct (parse rate x) as (bs, r) eqn:X, (parse rate y) as (bs', r') eqn:Y.
  apply concat_of_parse in X as (-> & _), Y as (-> & _); auto. apply (f_equal (@concat bool)) in E.
  rewrite !concat_app in E. simpl in E. unfold pad in E. rewrite !app_nil_r, !app_assoc in E. eapply unpad, E.
Qed.

(* ---- Parts of a state -------------------------------------------------------------------------------------- *)

Lemma length_add rate (s x : bits) : rate <= length s -> length x = rate -> length (add rate s x) = length s.
Proof. intros. unfold add. lengths. Qed.

Lemma xor_cancels (a b : bits) : length b <= length a -> xor a (xor a b) = b.
Proof.
  revert b; induction a as [|x a IH]; destruct b as [|y b]; simpl; intros; auto; try lia.
  f_equal; [destruct x, y; auto | apply IH; lia].
Qed.

Lemma xor_app (a b c d : bits) : length a = length c -> xor (a ++ b) (c ++ d) = xor a c ++ xor b d.
Proof. revert c; induction a; destruct c; simpl; intros; try discriminate; auto. f_equal; auto. Qed.

Lemma firstn_add rate (s x : bits) : length x = rate -> rate <= length s ->
  firstn rate (add rate s x) = xor (firstn rate s) x.
Proof. intros. unfold add. apply firstn_exact. lengths. Qed.

Lemma iter_S (f : bits -> bits) n s : Nat.iter (S n) f s = Nat.iter n f (f s).
Proof. induction n; simpl in *; congruence. Qed.

Lemma firstn_plus m n (a b : bits) : m <= length a -> firstn (m + n) (a ++ b) = firstn m a ++ firstn n (skipn m a ++ b).
Proof. revert a; induction m; destruct a; simpl; intros; auto; try lia. f_equal. apply IHm. lia. Qed.

(* ---- Blocks one after the other ----------------------------------------------------------------------------- *)

(* `step`: of a state and a block, the next state and a block of output *)
Section Run.
Variable step : bits -> bits -> bits * bits.

Fixpoint run (s : bits) (blocks : list bits) {struct blocks} : bits * list bits :=
  match blocks with
  | [] => (s, [])
  | block :: blocks => let (s, out) := step s block in let (after, done) := run s blocks in (after, out :: done)
  end.

Lemma run_app a b s :
  run s (a ++ b) = let (s, done) := run s a in let (after, more) := run s b in (after, done ++ more).
Proof.
  revert s; induction a as [| block a IH]; intros s; cbn [app run].
  - destruct (run s b). reflexivity.
  - destruct (step s block) as (s', out). rewrite IH. destruct (run s' a) as (t, done). destruct (run t b). reflexivity.
Qed.
End Run.

(* ---- Integers ---------------------------------------------------------------------------------------------- *)

Fixpoint value (x : bits) : N := match x with [] => 0 | b :: x => (if b then 1 else 0) + 2 * value x end%N.
Lemma value_of_integer n v : (v < 2 ^ N.of_nat n)%N -> value (integer n v) = v.
Proof.
  revert v; induction n; intros v L.
  - simpl in *. lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r' in L. pose proof (N.div2_odd v) as D. cbn [integer value].
    rewrite IHn by (rewrite N.div2_div; apply N.div_lt_upper_bound; lia).
    destruct (N.odd v); cbn [N.b2n one zero bool_is_bit] in *; lia.
Qed.
