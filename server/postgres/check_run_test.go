package postgres_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
)

// A check that cannot fail proves nothing: each invariant has one statement that breaks it.
func TestEveryInvariantCanBeBrokenAndIsSeen(t *testing.T) {
	t.Parallel()
	const uuid = "gen_random_uuid()"
	breaks := map[string]string{
		"I1":  "insert into ledger_transaction values (" + uuid + ", 'k', 'TRANSFER', 12345678, 'BAHT', '', now(), 0, 0)",
		"I2":  "insert into ledger_house_balance values ('house:x', 'BAHT', 5)",
		"I3":  "update ledger_wallet set main = main + 1",
		"I4":  "alter domain ledger_balance drop constraint ledger_balance_check; update ledger_wallet set hold = -1",
		"I5":  "grant update on ledger_posting to krapao_app",
		"I6":  "insert into idempotency_key values (12345678, 'TransferFunds', 'k', '', " + uuid + ", now())",
		"I7":  "insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at) values (" + uuid + ", 'bank:scb', 'X', 5, 'BAHT', 'NO_MATCH', '', '{}', now(), now())",
		"I8":  "update ledger_wallet set transit = transit + 5",
		"I10": "update transfer set amount = 99",
		"I11": "update withdrawal set step = 'PAID'",
		"I12": "insert into game_day (member_id, day, result) values (12345678, '2026-01-01', 5)",
		"I13": "update ledger_posting set kind = 'SETTLED' where account = 'main'",
		"I14": "update ledger_wallet set currency = 'LAK'",
		"I15": "insert into bonus_claimed values ('BONUS', 'X', 1); insert into bonus_campaign values ('BONUS', 'X', 1, 'BAHT', '{}', '{}', '[]', 'limit', 1, 0, 0, 5, 0, 0, 200, 10, 0, true, now(), null, now())",
		"I16": "insert into payment_event values ('QR', 'E', 'PAID', 'r', 'P', 5, 'BAHT', now())",
	}
	for _, name := range slices.Compact(postgres.InvariantNames()) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			breakIt, has := breaks[name]
			if !has {
				t.Fatalf("nothing breaks %s: add a statement that does", name)
			}
			increment, why := postgres.Increment(name)
			if (increment == "") != (why != "") {
				t.Errorf("an increment must look at %s, or there is a reason why not: check_increment.go", name)
			}
			b := newBook(t).withWallet(member, 1000)
			b.holds(100)
			b.sends(100)
			before := b.breaches(name)
			b.asOwner(breakIt)
			findings, err := b.DB.Check(b.ctx, name)
			if err != nil || len(findings) != 1 || findings[0].Count <= before || len(findings[0].Sample) == 0 {
				t.Errorf("whole: %+v, %v", findings, err)
			}
			if increment == "" {
				return
			}
			if found := b.newlyBroken(); !slices.Contains(strings.Fields(found), name) {
				t.Errorf("an increment found %s", found)
			}
		})
	}
}

// breaches counts what breaks an invariant.
func (b book) breaches(name string) int64 {
	b.t.Helper()
	findings, err := b.DB.Check(b.ctx, name)
	if err != nil || len(findings) != 1 {
		b.t.Fatal(findings, err)
	}
	return findings[0].Count
}

// holds begins a withdrawal.
func (b book) holds(amount money.Amount) {
	b.t.Helper()
	held := id.NewID()
	entry := move(member, ledger.Main(member), ledger.Hold(member), amount)
	entry.Kind, entry.Reference = ledger.Withdraw, held.String()
	b.mustPost(entry)
	b.asOwner("insert into withdrawal (member_id, id, reference, amount, currency, bank_code, account_no, account_name, step, created_at) values (" +
		member.String() + ", '" + held.String() + "', 'W', " + entry.Postings[1].Amount.String() + "::numeric * 100, 'BAHT', '', '', '', 'REQUESTED', now())")
}

// sends begins a transfer to a game.
func (b book) sends(amount money.Amount) {
	b.t.Helper()
	sent := id.NewID()
	entry := move(member, ledger.Main(member), ledger.InTransit(member), amount)
	entry.Reference = sent.String()
	b.mustPost(entry)
	b.asOwner("insert into transfer (member_id, id, request_id, source, target, game, direction, username, then_as, amount, currency, status, reason, created_at, next_try_at) values (" +
		member.String() + ", '" + sent.String() + "', '" + sent.String() + "', 'WALLET', 'PGS', 'PGS', 'IN', 'kr1', '', " + amount.String() + "::numeric * 100, 'BAHT', 'PENDING', '', now(), now())")
}

// whole runs a whole check and gives what it found broken.
func (b book) whole() string {
	b.t.Helper()
	run, err := b.DB.CheckWhole(b.ctx, time.Now())
	if err != nil || !run.Whole {
		b.t.Fatal(run, err)
	}
	var names []string
	for _, finding := range run.Findings {
		if finding.Count > 0 {
			names = append(names, finding.Invariant)
		}
	}
	return strings.Join(names, " ")
}

func (b book) expectNewly(when, want string) {
	b.t.Helper()
	if found := b.newlyBroken(); found != want {
		b.t.Errorf("%s: an increment found %q, want %q", when, found, want)
	}
}

const editLine = "update ledger_posting set kind = 'SETTLED' where account = 'main' and seq = "

func TestAnIncrementLooksAtWhatIsNewAndAWholeCheckAtAll(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 1000)
	b.expectNewly("a deposit", "")
	b.asOwner(editLine + "1")
	b.mustPost(deposit(member, 5))
	b.expectNewly("an old line was edited", "")
	if found := b.whole(); found != "I13" {
		t.Errorf("a whole check found %q", found)
	}
	b.expectNewly("what the whole check found stays", "I13")
	b.mustPost(deposit(member, 5))
	b.asOwner(editLine+"3", "update ledger_posting set kind = 'DEPOSIT' where seq = 1")
	b.expectNewly("a new line was edited", "I13")
	b.asOwner("update ledger_posting set kind = 'DEPOSIT' where seq = 3")
	b.expectNewly("what was found stays although it is mended", "I13")
	if found := b.whole(); found != "" {
		t.Errorf("mended, and a whole check found %q", found)
	}
	b.expectNewly("a whole check cleared it", "")
}

// A transaction that began before a check and is committed after it is new to the next one, whatever came and was
// checked meanwhile.
func TestATransactionThatIsCommittedLateIsNotSkipped(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 1000).withWallet(member+1, 1000)
	posted, release, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	late := deposit(member, 5)
	go func() {
		done <- b.DB.InTx(b.ctx, func(ctx context.Context) error {
			_, err := b.Post(ctx, late)
			close(posted)
			<-release
			return err
		})
	}()
	<-posted
	b.mustPost(deposit(member+1, 5))
	b.running("one is still running")
	b.mustPost(deposit(member+1, 5))
	b.running("it still is")
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	b.asOwner(editLine + "2 and member_id = " + member.String())
	b.expectNewly("it was committed", "I13")
	if found := b.whole(); found != "I13" {
		t.Errorf("a whole check found %q", found)
	}
}

// running is expectNewly of nothing while a transaction is open.
func (b book) running(when string) {
	b.t.Helper()
	run, err := b.DB.CheckIncrement(b.ctx, time.Now())
	for _, finding := range run.Findings {
		if finding.Count > 0 {
			b.t.Errorf("%s: %+v", when, finding)
		}
	}
	if err != nil {
		b.t.Errorf("%s: %v", when, err)
	}
}

func TestChecksAreMadeOneAtATime(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 1000)
	other := b.connect()
	if _, err := other.Exec(b.ctx, "begin; select pg_advisory_xact_lock(7241853004)"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.DB.CheckIncrement(b.ctx, time.Now()); !errors.Is(err, postgres.ErrCheckUnderWay) {
		t.Errorf("an increment: %v", err)
	}
	if _, err := b.DB.CheckWhole(b.ctx, time.Now()); !errors.Is(err, postgres.ErrCheckUnderWay) {
		t.Errorf("a whole check: %v", err)
	}
	if _, err := other.Exec(b.ctx, "rollback"); err != nil {
		t.Fatal(err)
	}
	b.expectNewly("the other has ended", "")
}

// The numbers of database transactions begin anew in another cluster.
func TestARestoredDumpIsCheckedWhole(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 1000)
	b.asOwner("update invariant_watermark set below = '999999999999'; update ledger_transaction set xid = '999999999998'")
	if _, err := b.DB.CheckIncrement(b.ctx, time.Now()); !errors.Is(err, postgres.ErrWholeDue) {
		t.Fatalf("an increment: %v", err)
	}
	if found := b.whole(); found != "" {
		t.Errorf("a whole check found %q", found)
	}
	b.mustPost(deposit(member, 5))
	b.asOwner(editLine + "2")
	b.expectNewly("a new line was edited", "I13")
}
