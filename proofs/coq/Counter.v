(* Counters of datagrams: a sender as asconkit/datagram/datagram.c has it, without its keys and texts.

   It stores counters before it uses them. A store may fail, may have kept what it failed to keep, may keep a higher
   counter, and the power may be lost at any time: no counter is used twice. So no nonce is.
   SPDX-License-Identifier: Apache-2.0 OR MIT *)

From Coq Require Import List NArith Arith Bool Lia Sorted Extraction.
From Ascon Require Import Ascon Blocks Modes.
Import ListNotations.

Section Sender.
Variable step : nat.                   (* the store's: counters that one call of store() covers *)
Variable epoch : nat.                  (* counters of an epoch; 0 if the key is never replaced *)
Variable far : nat.                    (* FAR: stands for all distances from there on *)
Variable counter_exists : nat -> bool.
Variable last_epoch : nat -> bool.     (* whether a counter is in the last epoch *)

(* ascon_datagram_state: the next counter, and how many from it on are stored. *)
Record sender := Sender { next : nat; reserved : nat }.

(* The program, and the store: what it loads is at least `stored`. *)
Record world := World { running : option sender; stored : nat }.

(* What happens. A number is what the store loads, or how much more than the wanted counter it keeps. *)
Inductive outcome := Kept (more : nat) | Failed | Lost_power.
Inductive event := Start (more : nat) | Seal (store : outcome) | Rekey (store : outcome) | Power_lost.

(* reserve(): the sender's next counter becomes `later`, which is `ahead` higher, or 1 higher than the one that is used.
   None if the store fails. *)
Definition reserve (s : sender) (later ahead : nat) (used : bool) (store : outcome) (w : world) :
  world * option sender :=
  if ahead <=? reserved s then (w, Some (Sender later (reserved s - ahead)))
  else
    let wanted := if used then next s + step else later in
    match store with
    | Kept more => (World (running w) (wanted + more), Some (Sender later (if used then step - 1 else 0)))
    | Failed => (w, None)
    | Lost_power => (World None (stored w), None)
    end.

(* The counter that is used, if one is. *)
Definition seal (s : sender) (store : outcome) (w : world) : world * list nat :=
  if counter_exists (next s) then
    match reserve s (next s + 1) 1 true store w with
    | (w, Some later) => (World (Some later) (stored w), [next s])
    | (w, None) => (w, [])
    end
  else (w, []).

Definition rekey (s : sender) (store : outcome) (w : world) : world * list nat :=
  if (epoch =? 0) || negb (counter_exists (next s)) || last_epoch (next s) then (w, [])
  else
    let later := (next s / epoch + 1) * epoch in
    match reserve s later (min far (later - next s)) false store w with
    | (w, Some later) => (World (Some later) (stored w), [])
    | (w, None) => (w, [])
    end.

Definition happens (w : world) (e : event) : world * list nat :=
  match e, running w with
  | Start more, _ =>
      let loaded := stored w + more in
      (World (if counter_exists loaded then Some (Sender loaded 0) else None) (stored w), [])
  | Seal store, Some s => seal s store w
  | Rekey store, Some s => rekey s store w
  | Power_lost, _ => (World None (stored w), [])
  | _, None => (w, [])
  end.

(* All counters that are used. *)
Fixpoint used (w : world) (events : list event) : list nat :=
  match events with
  | [] => []
  | e :: events => let (after, now) := happens w e in now ++ used after events
  end.

(* ---- Theorems ---------------------------------------------------------------------------------------------- *)

Hypothesis step_is_valid : 1 <= step <= far.

(* All used counters are below `bound`: it is not above the next one nor what the store loads. *)
Definition safe (bound : nat) (w : world) : Prop :=
  bound <= stored w /\
  match running w with
  | Some s => bound <= next s /\ (reserved s = 0 \/ next s + reserved s <= stored w) /\ reserved s < far
  | None => True
  end.

Lemma safe_happens bound w e : safe bound w ->
  let (after, now) := happens w e in
  match now with
  | [] => safe bound after
  | [c] => bound <= c /\ safe (c + 1) after
  | _ => False
  end.
Proof.
  intros (S & R). destruct w as [r m]. destruct e as [more | store | store |]; cbn [happens running stored] in *.
  - destruct (counter_exists (m + more)); cbn [safe running stored next reserved]; unfold safe; cbn; lia.
  - destruct r as [[n k] |]; [| unfold safe; cbn; auto]. cbn [next reserved] in *. unfold seal. cbn [next].
    destruct (counter_exists n); [| unfold safe; cbn; lia].
    unfold reserve. cbn [next reserved running stored]. destruct (Nat.leb_spec 1 k).
    + unfold safe. cbn. lia.
    + destruct store; unfold safe; cbn; lia.
  - destruct r as [[n k] |]; [| unfold safe; cbn; auto]. cbn [next reserved] in *. unfold rekey. cbn [next].
    destruct (Nat.eqb_spec epoch 0); [unfold safe; cbn; lia |].
    destruct (negb (counter_exists n)); [unfold safe; cbn; lia |].
    destruct (last_epoch n); [unfold safe; cbn; lia |]. cbn [orb].
    assert (n < (n / epoch + 1) * epoch).
    { pose proof (Nat.mul_succ_div_gt n epoch ltac:(lia)). lia. }
    set (later := (n / epoch + 1) * epoch) in *. unfold reserve. cbn [next reserved running stored].
    destruct (Nat.leb_spec (min far (later - n)) k).
    + unfold safe. cbn. lia.
    + destruct store; unfold safe; cbn; lia.
  - unfold safe. cbn. auto.
Qed.

Theorem counters_increase bound w events : safe bound w -> StronglySorted lt (used w events) /\
  Forall (le bound) (used w events).
Proof.
  revert bound w; induction events as [| e events IH]; intros bound w S; cbn [used]; [repeat constructor |].
  pose proof (safe_happens bound w e S) as H. destruct (happens w e) as (after, now).
  destruct now as [| c [| c' now]]; [| | destruct H]; cbn [app].
  - apply IH, H.
  - destruct H as (L & H). destruct (IH _ _ H) as (I & F). split; constructor; auto.
    + apply Forall_impl with (2 := F). lia.
    + apply Forall_impl with (2 := F). lia.
Qed.

(* Whatever happens, from a device on that was provisioned with any counter. *)
Theorem counters_never_repeat provisioned events : NoDup (used (World None provisioned) events).
Proof.
  destruct (counters_increase 0 (World None provisioned) events) as (S & _); [unfold safe; cbn; lia |].
  induction S as [| c cs S IH F]; constructor; auto. intros I. rewrite Forall_forall in F. specialize (F c I). lia.
Qed.

Lemma used_exist w events : Forall (fun c => counter_exists c = true) (used w events).
Proof.
  revert w; induction events as [| e events IH]; intros w; cbn [used]; [constructor |].
  destruct (happens w e) as (after, now) eqn:E. apply Forall_app. split; [| apply IH].
  destruct w as [[[n k] |] m], e as [more | store | store |]; cbn in E; try (injection E as <- <-; constructor).
  - unfold seal in E. cbn [next] in E. destruct (counter_exists n) eqn:C; [| injection E as <- <-; constructor].
    destruct (reserve (Sender n k) (n + 1) 1 true store (World (Some (Sender n k)) m)) as (w, [later |]);
      injection E as <- <-; repeat constructor. exact C.
  - unfold rekey in E. destruct (_ || _ || _); [injection E as <- <-; constructor |].
    destruct (reserve _ _ _ _ _ _) as (w, [later |]); injection E as <- <-; constructor.
Qed.

(* A nonce is the sender's identity and 64 bits of the counter. *)
Theorem nonces_never_repeat (identity : list bool) provisioned events :
  (forall c, counter_exists c = true -> (N.of_nat c < 2 ^ 56)%N) ->
  NoDup (map (fun c => identity ++ integer 64 (N.of_nat c)) (used (World None provisioned) events)).
Proof.
  intros B. pose proof (counters_never_repeat provisioned events) as D.
  pose proof (used_exist (World None provisioned) events) as F.
  induction D as [| c cs I D IH]; cbn [map]; constructor; inversion F; subst; auto.
  intros J. apply in_map_iff in J as (d & E & J). apply app_inv_head in E. apply (f_equal value) in E.
  assert (K : (2 ^ 56 < 2 ^ N.of_nat 64)%N) by reflexivity.
  rewrite !value_of_integer in E by (eapply N.lt_trans; [apply B | exact K]; rewrite Forall_forall in *; auto).
  apply Nat2N.inj in E. subst. auto.
Qed.
End Sender.

Extraction Language JSON.
Extraction "counter.json" happens.
