package wallet

import (
	"context"

	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// SweepInput is where a member wishes to have everything.
type SweepInput struct {
	Member   id.MemberID
	Currency money.Currency
	// Target is Main or a provider's code.
	Target string
	Key    idempotency.Key
}

// Sweep is the outcome of moving everything to one place.
type Sweep struct {
	// Request names it.
	Request id.ID
	// Arrived is the sum of the settled legs.
	Arrived money.Amount
	// Pending: a leg is in transit.
	Pending bool
	Legs    []Leg
}

// TransferAll moves the main wallet and every other game into the target. A leg that fails leaves its money where Leg.HeldBy says.
// Errors: NO_GAME, SLOT_NO_ACCOUNT, NO_WALLET, IDEMPOTENCY_CONFLICT; TRANSFER_FAIL or NOT_{PROVIDER} when every leg has failed.
func (s *Transfers) TransferAll(ctx context.Context, in SweepInput) (Sweep, error) {
	waiting, done := s.patience(ctx)
	defer done()
	var steps []Transfer
	request, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil {
		return Sweep{}, err
	}
	if request.IsZero() {
		if request, steps, err = s.sweep(ctx, waiting, in, id.NewID()); err != nil {
			return Sweep{}, err
		}
	}
	legs, err := s.await(waiting, in.Member, request, steps)
	if err != nil {
		return Sweep{}, err
	}
	result := sweepOf(request, legs)
	if failure := result.failure(); failure != nil {
		return Sweep{}, failure
	}
	return result, nil
}

// BringHome moves every game's money to the main wallet under a request of the caller's making, and tells how far that got. A repeat of
// the request moves nothing more, and waits as the first did. Errors: NO_WALLET.
func (s *Transfers) BringHome(ctx context.Context, member id.MemberID, currency money.Currency, request id.ID) ([]Leg, error) {
	waiting, done := s.patience(ctx)
	defer done()
	var steps []Transfer
	legs, err := s.Legs(ctx, member, request)
	if err == nil && len(legs) == 0 {
		_, steps, err = s.sweep(ctx, waiting, SweepInput{Member: member, Currency: currency, Target: Main}, request)
	}
	if err != nil {
		return nil, err
	}
	return s.await(waiting, member, request, steps)
}

// sweep writes a leg for every account but the target that holds money, and sets them going.
func (s *Transfers) sweep(ctx, waiting context.Context, in SweepInput, request id.ID) (id.ID, []Transfer, error) {
	var target GameAccount
	var err error
	if in.Target != Main {
		if target, err = s.target(ctx, in.Member, in.Target); err != nil {
			return id.ID{}, nil, err
		}
	}
	accounts, err := s.Games.Accounts(ctx, in.Member)
	if err != nil {
		return id.ID{}, nil, err
	}
	if err := s.Games.Refresh(ctx, in.Member, ""); err != nil {
		return id.ID{}, nil, err
	}
	return s.open(ctx, waiting, in.Member, in.Key, request, func(ctx context.Context) ([]Transfer, error) {
		wallet, err := s.Book.LockWallet(ctx, in.Member)
		if err != nil {
			return nil, err
		}
		var transfers []Transfer
		add := func(source GameAccount, amount money.Amount) {
			if amount <= 0 || source.Code == target.Code {
				return
			}
			t := s.first(in.Member, in.Currency, source, target, amount)
			t.Request = request
			transfers = append(transfers, t)
		}
		add(GameAccount{}, wallet.Main)
		for _, account := range accounts {
			add(account, wallet.Game(account.Code).Balance)
		}
		return transfers, nil
	})
}

func sweepOf(request id.ID, legs []Leg) Sweep {
	sweep := Sweep{Request: request, Legs: legs, Pending: anyPending(legs)}
	for _, leg := range legs {
		if leg.Status == LegSettled {
			sweep.Arrived += leg.Amount
		}
	}
	return sweep
}

// failure is why a sweep moved nothing: the fault that all legs share, else TRANSFER_FAIL; nil when a leg has not failed, or there was none.
func (s Sweep) failure() error {
	for i, leg := range s.Legs {
		if leg.Fault == nil {
			return nil
		}
		if i > 0 && leg.Fault.Code != s.Legs[0].Fault.Code {
			return ErrTransferFail
		}
	}
	if len(s.Legs) == 0 {
		return nil
	}
	if all := s.Legs[0]; all.Fault.Code != ErrTransferFail.Code {
		return all.Fault
	}
	return ErrTransferFail
}
