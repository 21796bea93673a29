package spin

import (
	"context"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// spinKind is the ledger's kind of a spin: coin -> house:spin.
const spinKind ledger.Kind = "SPIN"

// house is the ledger account that prizes come from and coins go to.
const house = "spin"

// Active tells whether a wheel is on in a currency.
func (s *Service) Active(ctx context.Context, currency money.Currency) (bool, error) {
	_, err := s.Store.CurrentWheel(ctx, currency, s.Now())
	if errors.Is(err, fault.NoData) {
		return false, nil
	}
	return err == nil, err
}

// Setup is the wheel as a member sees it before a spin.
type Setup struct {
	Wheel Wheel
	// Coins is how many the member has.
	Coins int64
	// Commitment binds the house to the member's next spin.
	Commitment string
}

// Setup gives the wheel that is on, the member's coins and the commitment to their next spin. Errors: NO_DATA,
// NO_WALLET.
func (s *Service) Setup(ctx context.Context, member id.MemberID, currency money.Currency) (setup Setup, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if setup.Wheel, err = s.Store.CurrentWheel(ctx, currency, s.Now()); err != nil {
			return err
		}
		pending, _, err := s.next(ctx, member, setup.Wheel)
		if err != nil {
			return err
		}
		setup.Commitment = pending.Commitment
		setup.Coins, err = s.coins(ctx, member)
		return err
	})
	return setup, err
}

func (s *Service) coins(ctx context.Context, member id.MemberID) (int64, error) {
	wallet, err := s.Ledger.Wallet(ctx, member)
	return wallet.Coins, err
}

// next locks the member and gives their next spin of a wheel. isNew: it was not fixed before, or for another wheel.
func (s *Service) next(ctx context.Context, member id.MemberID, wheel Wheel) (pending Pending, isNew bool, err error) {
	sealed, err := s.Store.LockPending(ctx, member)
	if err != nil {
		return pending, false, err
	}
	if sealed != nil && sealed.Wheel == wheel.Code && sealed.Version == wheel.Version {
		opened, err := s.Box.Open(sealed.Sealed, seedOwner(member))
		if err != nil {
			return pending, false, err
		}
		pending = sealed.Pending
		pending.Seed, err = ParseSeed(opened.Reveal())
		return pending, false, err
	}
	pending, err = s.fix(ctx, member, wheel)
	return pending, true, err
}

// seedOwner binds a sealed seed to its member.
func seedOwner(member id.MemberID) string { return "spin:" + member.String() }

// fix makes the member's next spin of a wheel.
func (s *Service) fix(ctx context.Context, member id.MemberID, wheel Wheel) (Pending, error) {
	seed := NewSeed()
	pending := Pending{Member: member, Wheel: wheel.Code, Version: wheel.Version, Seed: seed, Commitment: Commitment(seed, wheel.Weights())}
	return pending, s.Store.PutPending(ctx, SealedPending{Pending: pending, Sealed: s.Box.Seal(seed.Secret(), seedOwner(member))})
}

// Input is a spin that is asked for.
type Input struct {
	Member   id.MemberID
	Currency money.Currency
	// Request is an id of the member's making, which takes part in the draw; empty: one is made.
	Request string
	// Commitment is what the member was shown; empty: they did not look.
	Commitment string
	Key        idempotency.Key
}

// Result is what a spin gave.
type Result struct {
	Spin
	// Next is the commitment to the member's next spin, empty while no wheel is on.
	Next string
	// Left is how many coins the member has now.
	Left int64
}

// Spin takes the coins, draws a sector and gives its coupon, in one transaction. The same request or key gives the same
// spin again. Errors: NO_DATA, MONEY_NOT_ENOUGH (coins), IDEMPOTENCY_CONFLICT; InvalidPrizeCode (the wheel is not the
// one that was shown).
func (s *Service) Spin(ctx context.Context, input Input) (result Result, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if result, err = s.spin(ctx, input); err != nil {
			return err
		}
		result.Left, err = s.coins(ctx, input.Member)
		return err
	})
	if errors.Is(err, errRefixed) {
		// The member's next spin was fixed for another wheel than they saw. That is kept, and they are shown the new
		// one.
		_, err = s.Setup(ctx, input.Member, input.Currency)
		if err == nil {
			err = InvalidPrizeCode
		}
	}
	return result, err
}

// errRefixed: the member was shown another commitment than the one that holds now.
var errRefixed = errors.New("spin: another commitment was shown")

func (s *Service) spin(ctx context.Context, input Input) (Result, error) {
	if _, err := s.Store.LockPending(ctx, input.Member); err != nil {
		return Result{}, err
	}
	if earlier, found, err := s.earlier(ctx, input); err != nil || found {
		return earlier, err
	}
	now := s.Now()
	wheel, err := s.Store.CurrentWheel(ctx, input.Currency, now)
	if err != nil {
		return Result{}, err
	}
	pending, isNew, err := s.next(ctx, input.Member, wheel)
	switch {
	case err != nil:
		return Result{}, err
	case input.Commitment != "" && (isNew || input.Commitment != pending.Commitment):
		return Result{}, errRefixed
	}
	return s.draw(ctx, input, wheel, pending, now)
}

// earlier gives the spin that the request or the key had before.
func (s *Service) earlier(ctx context.Context, input Input) (Result, bool, error) {
	effect, err := s.Keys.Find(ctx, input.Member, input.Key)
	if err != nil {
		return Result{}, false, err
	}
	var before Spin
	switch {
	case !effect.IsZero():
		before, err = s.Store.SpinByID(ctx, input.Member, effect)
	case input.Request != "":
		before, err = s.Store.SpinOf(ctx, input.Member, input.Request)
		if errors.Is(err, fault.NoData) {
			return Result{}, false, nil
		}
	default:
		return Result{}, false, nil
	}
	if err != nil {
		return Result{}, false, err
	}
	next, err := s.commitmentNow(ctx, input)
	return Result{Spin: before, Next: next}, true, err
}

// commitmentNow gives the commitment to the member's next spin, empty while no wheel is on.
func (s *Service) commitmentNow(ctx context.Context, input Input) (string, error) {
	wheel, err := s.Store.CurrentWheel(ctx, input.Currency, s.Now())
	if err != nil {
		if errors.Is(err, fault.NoData) {
			return "", nil
		}
		return "", err
	}
	pending, _, err := s.next(ctx, input.Member, wheel)
	return pending.Commitment, err
}

func (s *Service) draw(ctx context.Context, input Input, wheel Wheel, pending Pending, now time.Time) (Result, error) {
	made := Spin{
		ID: id.NewID(), Member: input.Member, Request: input.Request, Wheel: wheel, Seed: pending.Seed, Commitment: pending.Commitment,
		Coins: wheel.CoinPerSpin, At: now,
	}
	if made.Request == "" {
		made.Request = made.ID.String()
	}
	made.Slice = wheel.Slices[Draw(made.Seed, made.Request, wheel.Weights())]
	made.Coupon = couponOf(made)
	if _, err := s.Keys.Claim(ctx, input.Member, input.Key, made.ID); err != nil {
		return Result{}, err
	}
	// The coins go first: who has too few learns nothing of the draw, for the seed stays.
	if _, err := s.Ledger.Post(ctx, ledger.Transaction{
		Key: made.ID.String() + "/spin", Kind: spinKind, MemberID: made.Member, Currency: wheel.Currency, At: now, Reference: made.ID.String(),
		Postings: []ledger.Posting{
			{Account: ledger.Coins(made.Member), Amount: -money.Amount(made.Coins)}, {Account: ledger.House(house, ledger.Coin), Amount: money.Amount(made.Coins)},
		},
	}); err != nil {
		return Result{}, err
	}
	if err := s.Store.AddSpin(ctx, made); err != nil {
		return Result{}, err
	}
	next, err := s.fix(ctx, made.Member, wheel)
	return Result{Spin: made, Next: next.Commitment}, err
}

func couponOf(made Spin) Coupon {
	coupon := Coupon{ID: id.NewID(), Member: made.Member, Currency: made.Wheel.Currency, Slice: made.Slice, Status: CouponOpen, At: made.At}
	if days := made.Slice.Prize.Days; days > 0 {
		coupon.Expires = made.At.AddDate(0, 0, days)
	}
	return coupon
}
