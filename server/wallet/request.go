package wallet

import (
	"context"
	"slices"
	"time"

	"krapao/server/background"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// LegStatus is how far a leg got.
type LegStatus string

// The statuses of a leg: Failed did not move, or is back.
const (
	LegSettled LegStatus = "SETTLED"
	LegPending LegStatus = "PENDING"
	LegFailed  LegStatus = "FAILED"
)

// Leg is the way of one amount from a source to a target, in one step or two.
type Leg struct {
	Source, Target string
	Amount         money.Amount
	Status         LegStatus
	// Reference names it to support and at the provider.
	Reference id.ID
	// HeldBy is where the money is now, "" while it is in transit.
	HeldBy string
	// Fault is why it failed; nil otherwise.
	Fault *fault.Fault
}

// TransferInput is what a member asks to move.
type TransferInput struct {
	Member   id.MemberID
	Currency money.Currency
	// Source and Target are Main or a provider's code.
	Source, Target string
	Amount         money.Amount
	Key            idempotency.Key
}

func (in TransferInput) validate() error {
	switch {
	case in.Amount < MinTransfer:
		return ErrTransferMinimum
	case in.Source == in.Target:
		return fault.KeyInvalid.Withf("wallet: from %.20s to itself", in.Source)
	}
	return in.Currency.CheckEntry(in.Amount)
}

// Transfer moves an amount. The leg it gives is Settled, or Pending when the provider has not answered in time. Errors:
// TRANSFER_MINIMUM, KEY_INVALID, NO_GAME, SLOT_NO_ACCOUNT, NO_WALLET, MONEY_NOT_ENOUGH, IDEMPOTENCY_CONFLICT,
// REQUEST_LIMIT; TRANSFER_FAIL and NOT_{PROVIDER} once the money is back.
func (s *Transfers) Transfer(ctx context.Context, in TransferInput) (Leg, error) {
	if err := in.validate(); err != nil {
		return Leg{}, err
	}
	waiting, done := s.withWaitTimeout(ctx)
	defer done()
	var steps []Transfer
	request, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil {
		return Leg{}, err
	}
	if request.IsZero() {
		plan, err := s.plan(ctx, in)
		if err != nil {
			return Leg{}, err
		}
		request, steps, err = s.open(ctx, waiting, openInput{Member: in.Member, Key: in.Key, Request: plan.ID, Plan: func(ctx context.Context) ([]Transfer, error) {
			return []Transfer{plan}, s.admit(ctx, in.Member)
		}})
		if err != nil {
			return Leg{}, err
		}
	}
	legs, err := s.await(waiting, in.Member, request, steps)
	switch {
	case err != nil:
		return Leg{}, err
	case len(legs) == 0:
		return Leg{}, fault.InternalServerError.Withf("wallet: transfer %v is gone", request)
	case legs[0].Fault != nil:
		return Leg{}, legs[0].Fault
	}
	return legs[0], nil
}

// admit refuses a member's next request while many of theirs are in transit, as they are when a provider does not
// answer: each is work for the database, now and in every turn of the reconciler, and others wait for it. With a key it
// runs under the member's lock, after the key was claimed: who sends a request twice is not refused for the first one.
// Errors: REQUEST_LIMIT.
func (s *Transfers) admit(ctx context.Context, member id.MemberID) error {
	pending, err := s.Store.Pending(ctx, member)
	if err == nil && pending >= mostPending {
		err = fault.RequestLimit.After(pendingRetry)
	}
	return err
}

// plan makes the first transfer of a request. Money that comes from a game is booked first: the ledger may not know of
// it yet.
func (s *Transfers) plan(ctx context.Context, in TransferInput) (Transfer, error) {
	var source, target GameAccount
	var err error
	if in.Source != Main {
		if source, err = s.Games.Account(ctx, in.Member, in.Source); err != nil {
			return Transfer{}, err
		}
	}
	if in.Target != Main {
		if target, err = s.target(ctx, in.Member, in.Target); err != nil {
			return Transfer{}, err
		}
	}
	if in.Source != Main {
		if err := s.Games.Refresh(ctx, in.Member, in.Source); err != nil {
			return Transfer{}, err
		}
	}
	t := s.first(in, source, target)
	t.Request = t.ID
	return t, nil
}

// target gives the account that money shall go to. Errors: NO_GAME, SLOT_NO_ACCOUNT.
func (s *Transfers) target(ctx context.Context, member id.MemberID, code string) (GameAccount, error) {
	account, err := s.Games.Account(ctx, member, code)
	if err == nil && !account.Open {
		err = ErrNoGame
	}
	return account, err
}

// first makes the first transfer of a member's amount on the way from a source to a target; the zero account is the
// main wallet.
func (s *Transfers) first(in TransferInput, source, target GameAccount) Transfer {
	now := s.Now()
	t := Transfer{
		ID: id.NewID(), Member: in.Member, Source: Main, Target: Main, Amount: in.Amount, Currency: in.Currency, Status: Pending,
		CreatedAt: now, NextTry: now.Add(takeUpAfter),
	}
	if target.Code != "" {
		t.Target, t.Game, t.Username, t.Direction = target.Code, target.Code, target.Username, In
	}
	if source.Code != "" {
		t.Source, t.Game, t.Username, t.Direction, t.NextUsername = source.Code, source.Code, source.Username, Out, target.Username
	}
	return t
}

// openInput is a new request of a member, with the caller's key. Plan gives its transfers, in the transaction that
// writes them.
type openInput struct {
	Member  id.MemberID
	Key     idempotency.Key
	Request id.ID
	Plan    func(ctx context.Context) ([]Transfer, error)
}

// open writes the transfers of a new request, with the caller's key, and executes them while waiting lasts: steps
// are as they then are. When the key had a request before, that one is given instead, without steps.
func (s *Transfers) open(ctx, waiting context.Context, in openInput) (opened id.ID, steps []Transfer, err error) {
	var transfers []Transfer
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		opened, transfers = in.Request, nil
		if !in.Key.IsZero() { // a claim comes after the wallet's lock; without one, whoever posts takes it
			if err := s.Book.Lock(ctx, in.Member); err != nil {
				return err
			}
		}
		earlier, err := s.Keys.Claim(ctx, in.Member, in.Key, in.Request)
		if err != nil || !earlier.IsZero() && earlier != in.Request {
			opened = earlier
			return err
		}
		if transfers, err = in.Plan(ctx); err != nil {
			return err
		}
		for _, t := range transfers {
			if err := s.begin(ctx, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return id.ID{}, nil, err
	}
	return opened, s.executeAll(waiting, transfers), nil
}

// executeAll executes transfers at the same time, and gives their steps. The first is executed here: most requests have
// no other.
func (s *Transfers) executeAll(waiting context.Context, transfers []Transfer) []Transfer {
	executed, group := make([][]Transfer, len(transfers)), background.Group{Log: s.Log, Name: "executing a transfer"}
	for i, t := range transfers {
		executed[i] = []Transfer{t} // as it is begun, should executing it break off
		if i > 0 {
			group.Go(func() { executed[i] = s.execute(waiting, t) })
		}
	}
	if len(transfers) > 0 {
		executed[0] = s.execute(waiting, transfers[0])
	}
	group.Wait()
	return slices.Concat(executed...)
}

// withWaitTimeout bounds how long providers are waited for. The caller may leave meanwhile: nothing is left half done
// for that.
func (s *Transfers) withWaitTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), s.WaitTimeout)
}

// await gives a request's legs once they are final, or as they are when ctx ends or a provider fails and is not asked.
// Nothing is read when its steps are known to be final.
func (s *Transfers) await(ctx context.Context, member id.MemberID, request id.ID, steps []Transfer) ([]Leg, error) {
	if legs := legsOf(steps); len(legs) > 0 && !anyPending(legs) {
		return legs, nil
	}
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		legs, err := s.Legs(context.WithoutCancel(ctx), member, request)
		if err != nil || !anyPending(legs) || slices.ContainsFunc(steps, func(t Transfer) bool { return t.unasked }) {
			return legs, err
		}
		select {
		case <-ctx.Done():
			return legs, nil
		case <-time.After(wait):
		}
	}
}

func anyPending(legs []Leg) bool {
	for _, leg := range legs {
		if leg.Status == LegPending {
			return true
		}
	}
	return false
}

// Legs gives what became of a request of the member, one leg for each source; none for an unknown one.
func (s *Transfers) Legs(ctx context.Context, member id.MemberID, request id.ID) ([]Leg, error) {
	transfers, err := s.Store.Request(ctx, member, request)
	return legsOf(transfers), err
}

func legsOf(transfers []Transfer) []Leg {
	second := map[id.ID]Transfer{} // steps, by the first one that they follow
	for _, t := range transfers {
		if !t.After.IsZero() {
			second[t.After] = t
		}
	}
	legs := make([]Leg, 0, len(transfers)-len(second))
	for _, t := range transfers {
		if !t.After.IsZero() {
			continue
		}
		last, followed := second[t.ID]
		if !followed {
			last = t
		}
		legs = append(legs, legOf(t, last))
	}
	return legs
}

// legOf tells a leg by its first step and the one it has come to.
func legOf(first, last Transfer) Leg {
	leg := Leg{Source: first.Source, Target: first.Target, Amount: first.Amount, Reference: first.ID}
	switch last.Status {
	case Pending:
		leg.Status = LegPending
	case Settled:
		leg.Status, leg.HeldBy = LegSettled, first.Target
	case Reversed:
		leg.Status, leg.HeldBy, leg.Fault = LegFailed, first.Source, ErrTransferFail
		if !last.After.IsZero() {
			leg.HeldBy = Main // the second step failed: the first has brought it there
		}
		if last.Reason == ReasonNoPlayer {
			leg.Fault = fault.New(fault.NotFound, fault.Code("NOT_"+last.Game))
		}
	}
	return leg
}
