package statement_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/statement"
)

func TestMain(m *testing.M) { portaltest.Main(m) }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// history is a member with a wallet, and the service that shows what happened to it.
type history struct {
	*statement.Service
	book   postgres.Ledger
	member id.MemberID
}

func newHistory(t *testing.T, db *postgres.DB) history {
	t.Helper()
	h := history{
		Service: &statement.Service{Book: postgres.Ledger{DB: db}, Finder: postgres.Statement{DB: db}, Parties: postgres.Statement{DB: db}},
		book:    postgres.Ledger{DB: db}, member: id.NewMember(),
	}
	if err := h.book.OpenWallet(t.Context(), h.member, money.Baht, noon); err != nil {
		t.Fatal(err)
	}
	return h
}

// moves are every kind of transaction, and what its other side is; coins touch no money.
func (h history) moves() map[ledger.Kind]ledger.Account {
	return map[ledger.Kind]ledger.Account{
		ledger.Deposit:     ledger.Clearing("payment", money.Baht),
		ledger.Transfer:    ledger.InTransit(h.member),
		ledger.Reversal:    ledger.InTransit(h.member),
		ledger.Withdraw:    ledger.Hold(h.member),
		ledger.Bonus:       ledger.House("bonus", money.Baht),
		ledger.FinishBonus: ledger.House("bonus", money.Baht),
		"ADJUSTMENT":       ledger.House("adjustment", money.Baht),
	}
}

func TestTheStatementAddsUpToTheBalance(t *testing.T) {
	t.Parallel()
	db := portaltest.NewDB(t)
	rapid.Check(t, func(rt *rapid.T) {
		h := newHistory(t, db)
		kinds := []ledger.Kind{ledger.Deposit, ledger.Transfer, ledger.Reversal, ledger.Withdraw, ledger.Bonus, ledger.FinishBonus, "ADJUSTMENT"}
		for range rapid.IntRange(0, 25).Draw(rt, "moves") {
			kind := rapid.SampledFrom(kinds).Draw(rt, "kind")
			amount := money.Amount(rapid.Int64Range(-50_000, 50_000).Filter(func(n int64) bool { return n != 0 }).Draw(rt, "amount"))
			_, _ = h.book.Post(t.Context(), ledger.Transaction{ // one that the balance does not allow is no line
				Key: id.NewID().String(), Kind: kind, MemberID: h.member, Currency: money.Baht, At: noon,
				Postings: []ledger.Posting{{Account: ledger.Main(h.member), Amount: amount}, {Account: h.moves()[kind], Amount: -amount}},
			})
		}
		limit := rapid.Int64Range(1, 7).Draw(rt, "limit")
		h.addsUp(t, rt, limit)
		h.isFoundByType(t, rt, limit)
	})
}

// isFoundByType: whatever types are asked for, what is found is what the whole history has of them.
func (h history) isFoundByType(t *testing.T, rt *rapid.T, limit int64) {
	all, err := h.List(t.Context(), statement.Query{Member: h.member, Page: 1, Limit: 100})
	if err != nil {
		rt.Fatal(err)
	}
	types := []statement.Type{statement.Deposit, statement.Bonus, statement.FinishBonus, statement.Withdraw, statement.Transfer}
	wanted := types[:rapid.IntRange(1, len(types)).Draw(rt, "types")]
	var want, got []id.ID
	for _, line := range all.Lines {
		if slices.Contains(wanted, cmp.Or(line.ReturnOf, line.Type)) {
			want = append(want, line.ID)
		}
	}
	for page := int64(1); ; page++ {
		found, err := h.List(t.Context(), statement.Query{Member: h.member, Types: wanted, Page: page, Limit: limit})
		if err != nil || found.Total != int64(len(want)) || int64(len(found.Lines)) > limit {
			rt.Fatalf("page %d of %v: %d of %d, %v", page, wanted, found.Total, len(want), err)
		}
		if len(found.Lines) == 0 {
			break
		}
		for _, line := range found.Lines {
			got = append(got, line.ID)
		}
	}
	if !slices.Equal(got, want) {
		rt.Errorf("%v: %v, not %v", wanted, got, want)
	}
}

func (h history) addsUp(t *testing.T, rt *rapid.T, limit int64) {
	wallet, err := h.book.Wallet(t.Context(), h.member)
	if err != nil {
		rt.Fatal(err)
	}
	var sum money.Amount
	var seen int64
	for page := int64(1); ; page++ {
		found, err := h.List(t.Context(), statement.Query{Member: h.member, Page: page, Limit: limit})
		if err != nil || found.Total != wallet.Statements {
			rt.Fatalf("page %d: total %d of %d, %v", page, found.Total, wallet.Statements, err)
		}
		for _, line := range found.Lines {
			seen++
			sum += line.WalletChange
			if line.Amount < 0 || line.Amount != line.WalletChange && line.Amount != -line.WalletChange {
				rt.Errorf("%+v", line)
			}
			if incoming := line.To == "WALLET"; incoming != (line.WalletChange > 0) || line.From == line.To {
				rt.Errorf("%+v", line)
			}
		}
		if len(found.Lines) == 0 {
			break
		}
	}
	if sum != wallet.Main || seen != wallet.Statements {
		rt.Errorf("%d lines add up to %v; the balance is %v of %d", seen, sum, wallet.Main, wallet.Statements)
	}
}

func TestEveryKindIsShownAsTheProductNamesIt(t *testing.T) {
	t.Parallel()
	h := newHistory(t, portaltest.NewDB(t))
	post := func(kind ledger.Kind, amount money.Amount) {
		t.Helper()
		if _, err := h.book.Post(t.Context(), ledger.Transaction{
			Key: id.NewID().String(), Kind: kind, MemberID: h.member, Currency: money.Baht, At: noon, Reference: "unknown to anybody",
			Postings: []ledger.Posting{{Account: ledger.Main(h.member), Amount: amount}, {Account: h.moves()[kind], Amount: -amount}},
		}); err != nil {
			t.Fatal(err)
		}
	}
	post(ledger.Deposit, 1000)
	post(ledger.Bonus, 100)
	post(ledger.Transfer, -300)
	post(ledger.Reversal, 300)
	post(ledger.Withdraw, -200)
	post(ledger.FinishBonus, -100)
	post("ADJUSTMENT", 7)
	post("ADJUSTMENT", -7)
	page, err := h.List(t.Context(), statement.Query{Member: h.member, Page: 1, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		shown    statement.Type
		from, to string
		change   money.Amount
	}{
		{statement.Withdraw, "WALLET", "BANK", -7}, {statement.Deposit, "BANK", "WALLET", 7}, {statement.FinishBonus, "WALLET", "BONUS", -100},
		{statement.Withdraw, "WALLET", "BANK", -200}, {statement.Transfer, "GAME", "WALLET", 300}, {statement.Transfer, "WALLET", "GAME", -300},
		{statement.Bonus, "BONUS", "WALLET", 100}, {statement.Deposit, "BANK", "WALLET", 1000},
	}
	if len(page.Lines) != len(want) {
		t.Fatalf("%+v", page)
	}
	for i, line := range page.Lines {
		if line.Type != want[i].shown || line.From != want[i].from || line.To != want[i].to || line.WalletChange != want[i].change || line.Status != statement.Success || line.Reference != "" || !line.At.Equal(noon) {
			t.Errorf("%+v, not %+v", line, want[i])
		}
	}
}
