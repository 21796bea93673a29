package postgres_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// together runs work n times at the same moment.
func together(n int, work func(i int)) {
	var group sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		group.Go(func() {
			<-begin
			work(i)
		})
	}
	close(begin)
	group.Wait()
}

func TestOf200RacersForTheLastBahtOneWins(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	var won, short atomic.Int64
	together(200, func(int) {
		_, err := b.Post(b.ctx, move(member, ledger.Main(member), ledger.Hold(member), 100))
		switch {
		case err == nil:
			won.Add(1)
		case errors.Is(err, ledger.ErrMoneyNotEnough):
			short.Add(1)
		default:
			t.Errorf("neither won nor short: %v", err)
		}
	})
	wallet, broken := b.wallet(member), b.broken()
	if won.Load() != 1 || short.Load() != 199 || wallet.Main != 0 || wallet.Hold != 100 || broken != "" {
		t.Fatalf("%d won, %d short, wallet %+v, broken %s", won.Load(), short.Load(), wallet, broken)
	}
}

// Else two copies of one debit could get two answers: the first waits for the deposit and succeeds, the second is told
// of a shortage.
func TestADebitIsNotRefusedWhileTheDepositThatCoversItIsBeingWritten(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 0)
	debited := make(chan error, 1)
	if err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
		if _, err := b.Post(ctx, deposit(member, 100)); err != nil {
			return err
		}
		go func() {
			_, err := b.Post(b.ctx, move(member, ledger.Main(member), ledger.Hold(member), 100))
			debited <- err
		}()
		time.Sleep(100 * time.Millisecond)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-debited; err != nil {
		t.Fatal(err)
	}
}

func TestOf50IdenticalPostsOneHasAnEffectAndAllGetTheSameAnswer(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]ledger.Transaction{
		"a deposit":               deposit(member, 100),
		"a debit of all there is": move(member, ledger.Main(member), ledger.Hold(member), 700),
		"a bonus into a game": transaction(member, ledger.Bonus,
			ledger.Posting{Account: ledger.Game(member, "PGS"), Amount: 5}, ledger.Posting{Account: ledger.House("bonus", money.Baht), Amount: -5}),
		"money that matched nobody": transaction(0, ledger.Suspended,
			ledger.Posting{Account: ledger.Suspense(money.Baht), Amount: 9}, ledger.Posting{Account: ledger.Clearing("bank", money.Baht), Amount: -9}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBook(t).withWallet(member, 700)
			sent.External = &ledger.External{Source: "payment", ID: "TX"}
			results := make([]ledger.Result, 50)
			together(50, func(i int) {
				copied, err := sent, error(nil)
				copied.ID = id.NewID()
				if results[i], err = b.Post(b.ctx, copied); err != nil {
					t.Errorf("copy %d: %v", i, err)
				}
			})
			firsts := 0
			for _, result := range results {
				if !result.Duplicate {
					firsts++
				}
				result.Duplicate = results[0].Duplicate
				if !result.At.Equal(results[0].At) || result.ID != results[0].ID || result.Statement != results[0].Statement || result.Main != results[0].Main {
					t.Fatalf("answers differ: %+v, %+v", result, results[0])
				}
			}
			if firsts != 1 || b.brokenBut("I7", "I8", "I10", "I11", "I12", "I16") != "" {
				t.Fatalf("%d effects", firsts)
			}
		})
	}
}

func TestAFoldLeavesWhatATransactionThatStillRunsWillWrite(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	fee := func(owner id.MemberID) ledger.Transaction {
		return move(owner, ledger.Main(owner), ledger.House("fee", money.Baht), 300)
	}
	b.withWallet(member, 1000)
	b.withWallet(member+1, 1000)
	if err := b.DB.InTx(b.ctx, func(running context.Context) error {
		if _, err := b.Post(running, fee(member)); err != nil {
			return err
		}
		// One that began later has ended already.
		if _, err := b.Post(b.ctx, fee(member+1)); err != nil {
			return err
		}
		_, err := b.Fold(b.ctx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if broken := b.broken(); broken != "" {
			t.Errorf("broken %s", broken)
		}
		if _, err := b.Fold(b.ctx); err != nil {
			t.Fatal(err)
		}
	}
	if broken := b.broken(); broken != "" {
		t.Errorf("at the end: broken %s", broken)
	}
}

func TestTheBookBalancesAtEverySnapshotWhileManyWriteAndOneFolds(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	const members, writers, rounds = 4, 8, 60
	for i := range members {
		b.withWallet(member+id.MemberID(i), 10000)
	}
	var writing sync.WaitGroup
	done := make(chan struct{})
	for range writers {
		writing.Go(func() {
			for range rounds {
				owner := member + id.MemberID(rand.IntN(members))
				accounts := []ledger.Account{ledger.Main(owner), ledger.InTransit(owner), ledger.Game(owner, "PGS"), ledger.House("fee", money.Baht)}
				rand.Shuffle(len(accounts), func(i, j int) { accounts[i], accounts[j] = accounts[j], accounts[i] })
				sent := move(owner, accounts[0], accounts[1], money.Amount(1+rand.IntN(3000)))
				err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
					if _, err := b.Post(ctx, sent); err != nil {
						return err
					}
					_, err := b.Post(ctx, sent)
					return err
				})
				if err != nil && !errors.Is(err, ledger.ErrMoneyNotEnough) {
					t.Errorf("post: %v", err)
				}
			}
		})
	}
	go func() { writing.Wait(); close(done) }()
	defer writing.Wait() // the database goes with the test
	for checks := 1; ; checks++ {
		if broken := b.broken(); broken != "" {
			t.Fatalf("check %d: broken %s", checks, broken)
		}
		if _, err := b.Fold(b.ctx); err != nil {
			t.Fatal(err)
		}
		select {
		case <-done:
			if broken := b.broken(); broken != "" {
				t.Fatalf("at the end: broken %s", broken)
			}
			return
		default:
		}
	}
}
