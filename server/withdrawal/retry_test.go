package withdrawal_test

import (
	"context"
	"errors"
	"testing"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

// deadlocked loses every transaction once, after all of it ran, and runs it again, as PostgreSQL has the loser of a
// deadlock do.
type deadlocked struct{ withdrawal.Store }

func (d deadlocked) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	lost := errors.New("deadlock detected")
	if err := d.Store.InTx(ctx, func(ctx context.Context) error { return errors.Join(fn(ctx), lost) }); !errors.Is(err, lost) {
		return err
	}
	return d.Store.InTx(ctx, fn)
}

func TestAWithdrawalThatLosesADeadlockIsStillOne(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	config := s.App.Withdrawals.Config
	config.Store = deadlocked{config.Store}
	config.Collector = &games{bring: func(context.Context, id.MemberID, id.ID) ([]withdrawal.Leg, error) { return nil, nil }}
	service := withdrawal.New(config)
	ask := func(owner id.MemberID, amount int64) withdrawal.Input {
		return withdrawal.Input{Member: owner, Currency: money.Baht, Amount: money.Units(amount)}
	}
	made, err := service.Withdraw(t.Context(), ask(somchai, 100))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := service.CancelWithdrawal(t.Context(), somchai, made.Reference); err != nil {
		t.Error(err)
	}
	if made, err = service.WithdrawAll(t.Context(), ask(somchai, 200)); err != nil || made.Step != withdrawal.StepRequested {
		t.Errorf("%+v, %v", made, err)
	}
	s.holds(somchai, money.Units(800), money.Units(200), 0)
	if _, err := service.WithdrawAll(t.Context(), ask(malee, 1001)); !errors.Is(err, ledger.ErrMoneyNotEnough) {
		t.Error(err)
	}
	s.holds(malee, money.Units(1000), 0, 0)
}
