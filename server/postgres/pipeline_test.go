package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/wallet"
)

// A transaction of nothing but statements that wait goes in one round trip. It is one all the same: each way to fail,
// at each place, leaves nothing. Else a transfer would be under way whose money is not (I8).
func TestWhatIsSentAtOnceIsOneTransaction(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	taken := deposit(member, 1)
	b.mustPost(taken)
	foreign := deposit(member, 7)
	foreign.Key = taken.Key
	claimed := deposit(member, 7)
	claimed.External = taken.External
	in := move(member, ledger.Main(member), ledger.InTransit(member), 5)
	for name, c := range map[string]struct {
		post []ledger.Transaction
		want error
	}{
		"short":                          {[]ledger.Transaction{deposit(member, 3), move(member, ledger.Main(member), ledger.InTransit(member), 1_000)}, ledger.ErrMoneyNotEnough},
		"short, and something after it":  {[]ledger.Transaction{move(member, ledger.Main(member), ledger.InTransit(member), 1_000), deposit(member, 3)}, ledger.ErrMoneyNotEnough},
		"no wallet":                      {[]ledger.Transaction{deposit(member, 3), deposit(member+9, 3)}, ledger.ErrNoWallet},
		"another's key":                  {[]ledger.Transaction{deposit(member, 3), foreign}, ledger.ErrKeyTaken},
		"evidence that credited before":  {[]ledger.Transaction{deposit(member, 3), claimed}, ledger.ErrAlreadyCredited},
		"nothing is wrong":               {[]ledger.Transaction{in, move(member, ledger.InTransit(member), ledger.Game(member, "PGS"), 5)}, nil},
		"a repeat changes nothing again": {[]ledger.Transaction{taken}, nil},
	} {
		before := b.wallet(member)
		err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
			for _, one := range c.post {
				if err := b.EnqueuePost(ctx, one); err != nil {
					return err
				}
			}
			return nil
		})
		if !errors.Is(err, c.want) {
			t.Errorf("I8, %s: %v", name, err)
		}
		if after := b.wallet(member); c.want != nil && after.Statements != before.Statements {
			t.Errorf("I8, %s: something is left: %+v, then %+v", name, before, after)
		}
	}
	if got := b.wallet(member); got.Main != 96 || got.Game("PGS").Balance != 5 {
		t.Errorf("%+v", got)
	}
	if err := b.EnqueuePost(b.ctx, move(member, ledger.Main(member), ledger.InTransit(member), 1_000)); !errors.Is(err, ledger.ErrMoneyNotEnough) {
		t.Errorf("outside a transaction: %v", err)
	}
	if broken := b.broken(); broken != "" {
		t.Error(broken)
	}
}

// What PostgreSQL finds only when it commits is told as well.
func TestACommitThatFailsIsAnErrorAlsoWhenAllWasSentAtOnce(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.asOwner(
		"create table late (n int)", "grant select, insert on late to krapao_app",
		"create function too_late() returns trigger language plpgsql as $$ begin raise exception 'too late'; end $$",
		"create constraint trigger too_late after insert on late deferrable initially deferred for each row execute function too_late()",
	)
	for name, fn := range map[string]func(ctx context.Context) error{
		"one round trip": func(ctx context.Context) error { return b.DB.Enqueue(ctx, "insert into late values (1)") },
		"several": func(ctx context.Context) error {
			_, err := b.DB.Querier(ctx).Exec(ctx, "insert into late values (1)")
			return err
		},
	} {
		if err := b.DB.InTx(b.ctx, fn); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	var rows int
	if err := b.DB.Querier(b.ctx).QueryRow(b.ctx, "select count(*) from late").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

func TestATransferIsDecidedOnce(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	store := postgres.Transfers{DB: b.DB}
	of := wallet.Transfer{
		ID: id.NewID(), Member: member, Source: wallet.Main, Target: "PGS", Game: "PGS", Username: "kr1", Direction: wallet.In, Amount: 10,
		Currency: money.Baht, Status: wallet.Pending, CreatedAt: noon, NextTry: noon,
	}
	of.Request = of.ID
	if err := store.AddTransfers(b.ctx, of); err != nil {
		t.Fatal(err)
	}
	b.mustPost(move(member, ledger.Main(member), ledger.InTransit(member), 10))
	decide := func(status wallet.TransferStatus, to ledger.Account) error {
		return b.DB.InTx(b.ctx, func(ctx context.Context) error {
			if err := store.Decide(ctx, wallet.DecideInput{Transfer: of, Status: status, At: time.Now()}); err != nil {
				return err
			}
			return b.EnqueuePost(ctx, move(member, ledger.InTransit(member), to, 10))
		})
	}
	outcomes := make([]error, 8)
	together(len(outcomes), func(i int) {
		if i%2 == 0 {
			outcomes[i] = decide(wallet.Settled, ledger.Game(member, "PGS"))
		} else {
			outcomes[i] = decide(wallet.Reversed, ledger.Main(member))
		}
	})
	decided := 0
	for _, err := range outcomes {
		switch {
		case err == nil:
			decided++
		case !errors.Is(err, wallet.ErrDecided):
			t.Error(err)
		}
	}
	got := b.wallet(member)
	if decided != 1 || got.InTransit != 0 || got.Main+got.Game("PGS").Balance != 100 {
		t.Errorf("decided %d times: %+v", decided, got)
	}
}
