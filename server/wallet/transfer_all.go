package wallet

import (
	"context"

	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// TransferAllInput is where a member wishes to have everything.
type TransferAllInput struct {
	Member   id.MemberID
	Currency money.Currency
	// Target is Main or a provider's code.
	Target string
	Key    idempotency.Key
}

// TransferAllResult is the outcome of moving everything to one place.
type TransferAllResult struct {
	// Request names it.
	Request id.ID
	// Arrived is the sum of the settled legs.
	Arrived money.Amount
	// Pending: a leg is in transit.
	Pending bool
	Legs    []Leg
}

// TransferAll moves the main wallet and every other game into the target. A leg that fails leaves its money where
// Leg.HeldBy says. Errors: NO_GAME, SLOT_NO_ACCOUNT, NO_WALLET, IDEMPOTENCY_CONFLICT, REQUEST_LIMIT; TRANSFER_FAIL or
// NOT_{PROVIDER} when every leg has failed.
func (s *Transfers) TransferAll(ctx context.Context, in TransferAllInput) (TransferAllResult, error) {
	waiting, done := s.withWaitTimeout(ctx)
	defer done()
	var steps []Transfer
	request, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil {
		return TransferAllResult{}, err
	}
	if request.IsZero() {
		if request, steps, err = s.startTransferAll(ctx, waiting, in, id.NewID(), s.admit); err != nil {
			return TransferAllResult{}, err
		}
	}
	legs, err := s.await(waiting, in.Member, request, steps)
	if err != nil {
		return TransferAllResult{}, err
	}
	result := transferAllResult(request, legs)
	if failure := result.failure(); failure != nil {
		return TransferAllResult{}, failure
	}
	return result, nil
}

// CollectToMain moves every game's money to the main wallet under a request of the caller's making, and tells how far
// that got. A repeat of the request moves nothing more, and waits as the first did. Errors: NO_WALLET.
func (s *Transfers) CollectToMain(ctx context.Context, member id.MemberID, currency money.Currency, request id.ID) ([]Leg, error) {
	waiting, done := s.withWaitTimeout(ctx)
	defer done()
	var steps []Transfer
	legs, err := s.Legs(ctx, member, request)
	if err == nil && len(legs) == 0 {
		_, steps, err = s.startTransferAll(ctx, waiting, TransferAllInput{Member: member, Currency: currency, Target: Main}, request,
			func(context.Context, id.MemberID) error { return nil }) // a withdrawal waits for it
	}
	if err != nil {
		return nil, err
	}
	return s.await(waiting, member, request, steps)
}

// startTransferAll writes a leg for every account but the target that holds money, if admit lets it, and sets them
// going.
func (s *Transfers) startTransferAll(ctx, waiting context.Context, in TransferAllInput, request id.ID,
	admit func(ctx context.Context, member id.MemberID) error,
) (id.ID, []Transfer, error) {
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
	return s.open(ctx, waiting, openInput{Member: in.Member, Key: in.Key, Request: request, Plan: func(ctx context.Context) ([]Transfer, error) {
		wallet, err := s.Book.LockWallet(ctx, in.Member)
		if err != nil {
			return nil, err
		}
		if err := admit(ctx, in.Member); err != nil {
			return nil, err
		}
		var transfers []Transfer
		add := func(source GameAccount, amount money.Amount) {
			if amount <= 0 || source.Code == target.Code {
				return
			}
			t := s.first(TransferInput{Member: in.Member, Currency: in.Currency, Amount: amount}, source, target)
			t.Request = request
			transfers = append(transfers, t)
		}
		add(GameAccount{}, wallet.Main)
		for _, account := range accounts {
			add(account, wallet.Game(account.Code).Balance)
		}
		return transfers, nil
	}})
}

func transferAllResult(request id.ID, legs []Leg) TransferAllResult {
	result := TransferAllResult{Request: request, Legs: legs, Pending: anyPending(legs)}
	for _, leg := range legs {
		if leg.Status == LegSettled {
			result.Arrived += leg.Amount
		}
	}
	return result
}

// failure is why nothing moved: the fault that all legs share, else TRANSFER_FAIL; nil when a leg has not failed, or
// there was none.
func (s TransferAllResult) failure() error {
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
