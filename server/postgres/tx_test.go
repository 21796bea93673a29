package postgres_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
)

func TestInTxWritesAllOrNothing(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	failed := errors.New("the rule said no")
	for name, fn := range map[string]func(ctx context.Context) error{
		"fn fails": func(ctx context.Context) error { b.mustPostIn(ctx, 1); return failed },
		"a nested fn fails and the outer one ignores it": func(ctx context.Context) error {
			b.mustPostIn(ctx, 1)
			_ = b.DB.InTx(ctx, func(ctx context.Context) error { b.mustPostIn(ctx, 2); return failed })
			return nil
		},
	} {
		if err := b.DB.InTx(b.ctx, fn); !errors.Is(err, failed) {
			t.Errorf("%s: %v", name, err)
		}
		if wallet := b.wallet(member); wallet.Main != 100 || wallet.Statements != 1 {
			t.Errorf("%s: %+v", name, wallet)
		}
	}
	if err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
		b.mustPostIn(ctx, 1)
		return b.DB.InTx(ctx, func(ctx context.Context) error { b.mustPostIn(ctx, 2); return nil })
	}); err != nil || b.wallet(member).Main != 103 {
		t.Fatalf("nested: %v, %+v", err, b.wallet(member))
	}
}

func (b book) mustPostIn(ctx context.Context, amount money.Amount) {
	b.t.Helper()
	b.ctx = ctx
	b.mustPost(deposit(member, amount))
}

func TestWhatIsLetGoOfCannotBeCommittedAndWhatEndedIsOver(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	var kept context.Context
	if err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
		kept = ctx
		if err := b.Lock(ctx, member); err != nil {
			return err
		}
		_, _ = b.DB.Querier(ctx).Exec(ctx, "select no_such_column from ledger_wallet") // lets the error go, and the lock with it
		return nil
	}); err == nil {
		t.Error("committed without its lock")
	}
	if _, err := b.DB.Querier(kept).Exec(kept, "select 1"); err == nil {
		t.Error("a statement after the end")
	}
	var one int
	if err := b.DB.Querier(kept).QueryRow(kept, "select 1").Scan(&one); err == nil {
		t.Error("a row after the end")
	}
	if err := b.DB.Enqueue(kept, "select 1"); err == nil {
		t.Error("a queued statement after the end")
	}
	if err := b.DB.InTx(b.ctx, func(ctx context.Context) error { return b.DB.Enqueue(ctx, "select 1 / 0") }); err == nil {
		t.Error("what waited failed with the commit, and nobody was told")
	}
	if err := b.DB.InTx(b.ctx, func(context.Context) error { return nil }); err != nil {
		t.Errorf("nothing: %v", err)
	}
}

func TestAGatewayCanTellAndRefuseATransaction(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	if postgres.InTransaction(b.ctx) || postgres.RefuseInTransaction(b.ctx) != nil {
		t.Error("outside")
	}
	_ = b.DB.InTx(b.ctx, func(ctx context.Context) error {
		if !postgres.InTransaction(ctx) || postgres.RefuseInTransaction(ctx) == nil {
			t.Error("inside")
		}
		return nil
	})
}

func TestNoLockOfAnAccountARuleOrARequestIsTakenOutsideATransaction(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	operators, approvals := postgres.Operators{DB: b.DB}, postgres.Approvals{DB: b.DB}
	_, account := operators.LockOperator(b.ctx, "noi")
	_, policy := operators.LockPolicy(b.ctx)
	_, request := approvals.LockRequest(b.ctx, id.NewID())
	for what, err := range map[string]error{"an operator's account": account, "the operators' rules": policy, "a request for a second person": request} {
		if err == nil || !strings.Contains(err.Error(), "outside a transaction") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestATransactionThatLosesADeadlockRunsAgain(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100).withWallet(member+1, 100)
	var runs atomic.Int64
	var both sync.WaitGroup // each holds its first wallet
	both.Add(2)
	together(2, func(i int) {
		first, second := member, member+1
		if i == 1 {
			first, second = second, first
		}
		err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
			run := runs.Add(1)
			if _, err := b.Post(ctx, deposit(first, 1)); err != nil {
				return err
			}
			if run <= 2 {
				both.Done()
				both.Wait()
			}
			_, err := b.Post(ctx, deposit(second, 1))
			return err
		})
		if err != nil {
			t.Errorf("transaction %d: %v", i, err)
		}
	})
	if runs.Load() < 3 || b.wallet(member).Main != 102 || b.wallet(member+1).Main != 102 {
		t.Fatalf("%d runs", runs.Load())
	}
}

func TestALockedWalletWaitsForTheTransaction(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	if _, err := b.LockWallet(b.ctx, member); err == nil {
		t.Fatal("a lock outside a transaction")
	}
	posted := make(chan error, 1)
	if err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
		if wallet, err := b.LockWallet(ctx, member); err != nil || wallet.Main != 100 {
			return errors.Join(err, errors.New("not 100"))
		}
		go func() {
			_, err := b.Post(b.ctx, deposit(member, 1))
			posted <- err
		}()
		select {
		case err := <-posted:
			t.Errorf("I9: another wrote to a locked wallet, whose balance a rule has read: %v", err)
			posted <- err
		case <-time.After(100 * time.Millisecond):
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-posted; err != nil {
		t.Fatal(err)
	}
}

func TestWhatManyReadWaitsForNobodyWhoWrites(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	tight, err := postgres.Open(b.ctx, postgres.Config{URL: b.at.URL, MaxConnections: 1, AcquireTimeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer tight.Close()
	err = tight.InTx(b.ctx, func(context.Context) error { // it has the pool's one connection
		soon, cancel := context.WithTimeout(b.ctx, 100*time.Millisecond)
		defer cancel()
		if _, err := tight.Querier(soon).Exec(soon, "select 1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a connection was left: %v", err)
		}
		if _, err := (postgres.Members{DB: tight}).Session(b.ctx, []byte("nobody's")); errors.Is(err, fault.ServiceUnavailable) {
			t.Errorf("a session: %v", err)
		}
		if _, err := (postgres.Game{DB: tight}).Providers(b.ctx); err != nil {
			t.Errorf("the providers: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestADatabaseThatIsDownSlowOrFullIsUnavailable(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	ctx := b.ctx
	expect := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, fault.ServiceUnavailable) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := postgres.Open(ctx, postgres.Config{URL: "postgres:///x?host=/nowhere&user=x"})
	expect("nothing listens", err)

	tight, err := postgres.Open(ctx, postgres.Config{URL: b.at.URL, MaxConnections: 1, StatementTimeout: 500 * time.Millisecond, AcquireTimeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer tight.Close()
	_, err = tight.Querier(ctx).Exec(ctx, "select pg_sleep(5)")
	expect("a statement that takes too long", err)
	expect("a row that takes too long", tight.Querier(ctx).QueryRow(ctx, "select pg_sleep(5)").Scan(nil))
	began := time.Now()
	_ = tight.InTx(ctx, func(context.Context) error {
		_, err := tight.Querier(ctx).Exec(ctx, "select 1")
		expect("no connection left", err)
		rows, err := tight.Querier(ctx).Query(ctx, "select 1")
		expect("no connection left for rows", err)
		if err == nil {
			rows.Close()
		}
		expect("no connection left for a row", tight.Querier(ctx).QueryRow(ctx, "select 1").Scan(nil))
		expect("no connection left for a batch", tight.Querier(ctx).SendBatch(ctx, &pgx.Batch{}).Close())
		return nil
	})
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("told after %v", took)
	}
	expect("killed in a transaction", tight.InTx(ctx, func(ctx context.Context) error {
		b.killConnections()
		_, err := tight.Querier(ctx).Exec(ctx, "select 1")
		return err
	}))
	if err := tight.Ping(ctx); err != nil {
		t.Errorf("back again: %v", err)
	}
	tight.Close()
	expect("closed", tight.Ping(ctx))
}

// killConnections ends all connections to the database, as a restart would.
func (b book) killConnections() {
	b.t.Helper()
	b.asSuper("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
}

// asSuper runs SQL as the cluster's superuser.
func (b book) asSuper(statement string) {
	b.t.Helper()
	super, err := pgx.Connect(b.ctx, b.at.SuperURL)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = super.Close(b.ctx) }()
	if _, err := super.Exec(b.ctx, statement); err != nil {
		b.t.Fatal(err)
	}
}

func TestATransactionThatLosesEveryTimeIsUnavailableAndNoDefect(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	tries := 0
	err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
		tries++
		_, err := b.DB.Querier(ctx).Exec(ctx, "do $$ begin raise exception 'lost' using errcode = 'deadlock_detected'; end $$")
		return err
	})
	if tries != 5 || !errors.Is(err, fault.ServiceUnavailable) {
		t.Errorf("after %d tries: %v", tries, err)
	}
}

func TestOtherErrorsStayWhatTheyAre(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	querier := b.DB.Querier(b.ctx)
	if err := querier.QueryRow(b.ctx, "select 1 where false").Scan(nil); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("no rows: %v", err)
	}
	var server *pgconn.PgError
	if _, err := querier.Exec(b.ctx, "nonsense"); !errors.As(err, &server) || errors.Is(err, fault.ServiceUnavailable) {
		t.Errorf("nonsense: %v", err)
	}
	cancelled, cancel := context.WithCancel(b.ctx)
	cancel()
	if _, err := querier.Exec(cancelled, "select 1"); !errors.Is(err, context.Canceled) || errors.Is(err, fault.ServiceUnavailable) {
		t.Errorf("cancelled: %v", err)
	}
	if errors.Is(fault.ServiceUnavailable, fault.InternalServerError) || errors.Is(ledger.ErrMoneyNotEnough, fault.KeyInvalid) {
		t.Error("faults that share a code must differ by kind")
	}
}

func TestADatabaseThatMayForgetMoneyIsRefused(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	b.asSuper("do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$")
	if db, err := postgres.Open(b.ctx, postgres.Config{URL: b.at.URL}); err == nil {
		db.Close()
		t.Fatal("I6: opened with synchronous_commit off")
	}
}
