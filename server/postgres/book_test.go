package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

// noon is when everything happens in these tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const member = id.MemberID(12345678)

// book is a ledger in a database of its own.
type book struct {
	postgres.Ledger
	at  postgrestest.Database
	t   testing.TB
	ctx context.Context
}

func newBook(t testing.TB) book {
	t.Helper()
	database := postgrestest.New(t)
	return book{Ledger: postgres.Ledger{DB: database.DB}, at: database, t: t, ctx: context.Background()}
}

// withWallet opens the member's wallet and puts money into it.
func (b book) withWallet(owner id.MemberID, amount money.Amount) book {
	b.t.Helper()
	if err := b.OpenWallet(b.ctx, owner, money.Baht, noon); err != nil {
		b.t.Fatal(err)
	}
	if amount > 0 {
		b.mustPost(deposit(owner, amount))
	}
	return b
}

func (b book) mustPost(t ledger.Transaction) ledger.Result {
	b.t.Helper()
	result, err := b.Post(b.ctx, t)
	if err != nil {
		b.t.Fatalf("posting %s: %v", t.Key, err)
	}
	return result
}

func (b book) wallet(owner id.MemberID) ledger.Wallet {
	b.t.Helper()
	wallet, err := b.Wallet(b.ctx, owner)
	if err != nil {
		b.t.Fatal(err)
	}
	return wallet
}

// asOwner runs SQL that the application may not.
func (b book) asOwner(statements ...string) {
	b.t.Helper()
	connection, err := pgx.Connect(b.ctx, b.at.OwnerURL)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = connection.Close(b.ctx) }()
	if _, err := connection.Exec(b.ctx, strings.Join(statements, ";")); err != nil {
		b.t.Fatal(err)
	}
}

// broken gives the invariants of the ledger that the checker finds broken; what these tests hold, send and win is no
// withdrawal, no transfer and no day's result. Those that use suspense have no queue either (I7).
func (b book) broken() string { return b.brokenBut("I8", "I10", "I11", "I12") }

// brokenBut gives the invariants that the checker finds broken, but for some.
func (b book) brokenBut(others ...string) string {
	b.t.Helper()
	findings, err := b.DB.Check(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	var names []string
	for _, finding := range findings {
		if !finding.OK && !slices.Contains(others, finding.Invariant) {
			names = append(names, finding.Invariant)
			b.t.Logf("%s: %d, %v", finding.Invariant, finding.Count, finding.Sample)
		}
	}
	return strings.Join(names, " ")
}

// newlyBroken gives the invariants that an increment of the scheduled check finds broken. What other tests' databases
// are writing holds increments back: the numbers of transactions are the cluster's. So it waits until all of ours can
// be seen.
func (b book) newlyBroken(but ...string) string {
	b.t.Helper()
	b.eventually("older transactions end", "select coalesce(max(xid) < pg_snapshot_xmin(pg_current_snapshot()), true) from ledger_transaction where xid < '999999999998'")
	run, err := b.DB.CheckIncrement(b.ctx, time.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	var names []string
	for _, finding := range run.Findings {
		if finding.Count > 0 && !slices.Contains(but, finding.Invariant) {
			names = append(names, finding.Invariant)
			b.t.Logf("newly %s: %d, %v", finding.Invariant, finding.Count, finding.Sample)
		}
	}
	return strings.Join(names, " ")
}

func transaction(owner id.MemberID, kind ledger.Kind, postings ...ledger.Posting) ledger.Transaction {
	made := id.NewID()
	return ledger.Transaction{
		ID: made, Key: made.String() + "/test", Kind: kind, MemberID: owner, Currency: money.Baht, Postings: postings, At: noon, Reference: "test",
	}
}

func deposit(owner id.MemberID, amount money.Amount) ledger.Transaction {
	made := transaction(owner, ledger.Deposit,
		ledger.Posting{Account: ledger.Main(owner), Amount: amount},
		ledger.Posting{Account: ledger.Clearing("payment", money.Baht), Amount: -amount})
	made.External = &ledger.External{Source: "test", ID: made.Key}
	return made
}

func move(owner id.MemberID, from, to ledger.Account, amount money.Amount) ledger.Transaction {
	return transaction(owner, ledger.Transfer, ledger.Posting{Account: from, Amount: -amount}, ledger.Posting{Account: to, Amount: amount})
}
