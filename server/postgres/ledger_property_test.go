package postgres_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// model is the book as a few maps: what ledger_post must agree with.
type model struct {
	balances   map[ledger.Account]money.Amount
	statements map[id.MemberID][]ledger.Entry
	posted     []ledger.Transaction
	results    map[string]ledger.Result
}

func (m *model) post(t ledger.Transaction) (ledger.Result, error) {
	if first, posted := m.results[t.Key]; posted {
		first.Duplicate = true
		return first, nil
	}
	for _, posting := range t.Postings {
		if posting.Account.Member != 0 && m.balances[posting.Account]+posting.Amount < 0 {
			return ledger.Result{}, ledger.ErrMoneyNotEnough
		}
	}
	result := ledger.Result{ID: t.ID, At: t.At}
	for _, posting := range t.Postings {
		m.balances[posting.Account] += posting.Amount
		if posting.Account == ledger.Main(t.MemberID) && t.MemberID != 0 {
			result.Main = m.balances[posting.Account]
			result.Statement = int64(len(m.statements[t.MemberID]) + 1)
			m.statements[t.MemberID] = append(m.statements[t.MemberID], ledger.Entry{
				Number: result.Statement, TransactionID: t.ID, Kind: t.Kind, Reference: t.Reference, Amount: posting.Amount, BalanceAfter: result.Main,
			})
		}
	}
	m.posted, m.results[t.Key] = append(m.posted, t), result
	return result, nil
}

// draw makes a random transaction of one member, or of the house alone: two to five accounts, the last amount evens
// out.
func draw(t *rapid.T, members []id.MemberID, house string) ledger.Transaction {
	owner := rapid.SampledFrom(append([]id.MemberID{0}, members...)).Draw(t, "member")
	accounts := []ledger.Account{ledger.House(house, money.Baht), ledger.Clearing(house, money.Baht), ledger.Suspense(money.Baht)}
	if owner != 0 {
		accounts = append(accounts, ledger.Main(owner), ledger.Hold(owner), ledger.InTransit(owner),
			ledger.Game(owner, rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "game")))
	}
	chosen := rapid.Permutation(accounts).Draw(t, "accounts")[:rapid.IntRange(2, min(5, len(accounts))).Draw(t, "how many")]
	var postings []ledger.Posting
	var sum money.Amount
	for _, account := range chosen[1:] {
		amount := money.Amount(rapid.IntRange(-300, 300).Filter(func(n int) bool { return n != 0 }).Draw(t, "amount"))
		postings, sum = append(postings, ledger.Posting{Account: account, Amount: amount}), sum+amount
	}
	if sum != 0 {
		postings = append(postings, ledger.Posting{Account: chosen[0], Amount: -sum})
	} else if len(postings) < 2 {
		postings = []ledger.Posting{{Account: chosen[0], Amount: -1}, {Account: chosen[1], Amount: 1}}
	}
	if owner != 0 && rapid.Bool().Draw(t, "with coins") {
		coins := money.Amount(rapid.IntRange(1, 3).Draw(t, "coins"))
		if rapid.Bool().Draw(t, "spent") {
			coins = -coins
		}
		postings = append(postings, ledger.Posting{Account: ledger.Coins(owner), Amount: coins}, ledger.Posting{Account: ledger.House(house, ledger.Coin), Amount: -coins})
	}
	return transaction(owner, ledger.Settled, postings...)
}

func TestAnySequenceOfPostsAgreesWithTheModel(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	var run atomic.Int64
	rapid.Check(t, func(rt *rapid.T) {
		n := run.Add(1)
		members := []id.MemberID{10000000 + id.MemberID(2*n), 10000001 + id.MemberID(2*n)}
		house := fmt.Sprintf("run-%d", n)
		want := &model{balances: map[ledger.Account]money.Amount{}, statements: map[id.MemberID][]ledger.Entry{}, results: map[string]ledger.Result{}}
		for _, owner := range members {
			b.withWallet(owner, 0)
		}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			sent := draw(rt, members, house)
			if len(want.posted) > 0 && rapid.IntRange(0, 3).Draw(rt, "repeat") == 0 {
				sent = rapid.SampledFrom(want.posted).Draw(rt, "which")
				sent.ID = id.NewID()
			}
			expected, expectedErr := want.post(sent)
			got, err := b.Post(b.ctx, sent)
			if !errors.Is(err, expectedErr) || (err == nil) != (expectedErr == nil) {
				rt.Fatalf("posting %+v: %v, want %v", sent, err, expectedErr)
			}
			if got.ID != expected.ID || got.Duplicate != expected.Duplicate || got.Statement != expected.Statement || got.Main != expected.Main {
				rt.Fatalf("posting %+v: %+v, want %+v", sent, got, expected)
			}
		}
		if _, err := b.Fold(b.ctx); err != nil {
			rt.Fatal(err)
		}
		for _, owner := range members {
			agree(rt, b, want, owner)
		}
		for account, balance := range want.balances {
			if got, err := b.House(b.ctx, account); account.Member == 0 && account.Name != "suspense" && (err != nil || got != balance) {
				rt.Fatalf("%v: %v, want %v (%v)", account, got, balance, err)
			}
		}
	})
	if broken := b.brokenBut("I7", "I8", "I10", "I11", "I12", "I16"); broken != "" {
		t.Fatalf("broken: %s", broken)
	}
}

func agree(rt *rapid.T, b book, want *model, owner id.MemberID) {
	wallet, err := b.Wallet(b.ctx, owner)
	if err != nil {
		rt.Fatal(err)
	}
	for account, got := range map[ledger.Account]money.Amount{
		ledger.Main(owner): wallet.Main, ledger.Hold(owner): wallet.Hold, ledger.InTransit(owner): wallet.InTransit, ledger.Coins(owner): money.Amount(wallet.Coins),
		ledger.Game(owner, "A"): wallet.Game("A").Balance, ledger.Game(owner, "B"): wallet.Game("B").Balance, ledger.Game(owner, "C"): wallet.Game("C").Balance,
	} {
		if got != want.balances[account] {
			rt.Fatalf("%v: %d, want %d", account, got, want.balances[account])
		}
	}
	page, err := b.Statement(b.ctx, owner, 1, 100)
	lines := want.statements[owner]
	if err != nil || page.Total != int64(len(lines)) || len(page.Entries) != len(lines) {
		rt.Fatalf("statement %+v, want %d lines (%v)", page, len(lines), err)
	}
	for i, got := range page.Entries {
		wanted := lines[len(lines)-1-i]
		got.At = wanted.At
		if got != wanted {
			rt.Fatalf("line %+v, want %+v", got, wanted)
		}
	}
}
