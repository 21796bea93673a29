package ledger_test

import (
	"strings"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

const member = id.MemberID(12345678)

func valid() ledger.Transaction {
	return ledger.Transaction{
		Key: "0192/credit", Kind: ledger.Deposit, MemberID: member, Currency: money.Baht, At: time.Unix(1, 0),
		Postings: []ledger.Posting{{Account: ledger.Main(member), Amount: 100}, {Account: ledger.Clearing("payment", money.Baht), Amount: -100}},
		External: &ledger.External{Source: "payment", ID: "TX"},
	}
}

func TestOnlyWholeBalancedTransactionsOfOneMemberAreValid(t *testing.T) {
	if err := valid().Validate(); err != nil {
		t.Fatal(err)
	}
	set := func(postings ...ledger.Posting) func(*ledger.Transaction) {
		return func(t *ledger.Transaction) { t.Postings = postings }
	}
	for name, spoil := range map[string]func(*ledger.Transaction){
		"no key":             func(t *ledger.Transaction) { t.Key = "" },
		"a key with a space": func(t *ledger.Transaction) { t.Key = "a b" },
		"a long key":         func(t *ledger.Transaction) { t.Key = strings.Repeat("x", 121) },
		"no kind":            func(t *ledger.Transaction) { t.Kind = "" },
		"a lower-case kind":  func(t *ledger.Transaction) { t.Kind = "deposit" },
		"no currency":        func(t *ledger.Transaction) { t.Currency = "" },
		"coins as currency":  func(t *ledger.Transaction) { t.Currency = ledger.Coin },
		"no time":            func(t *ledger.Transaction) { t.At = time.Time{} },
		"a long reference":   func(t *ledger.Transaction) { t.Reference = strings.Repeat("x", 201) },
		"no external id":     func(t *ledger.Transaction) { t.External = &ledger.External{Source: "payment"} },
		"no external source": func(t *ledger.Transaction) { t.External = &ledger.External{ID: "x"} },
		"no postings":        set(),
		"one posting":        set(ledger.Posting{Account: ledger.Main(member), Amount: 1}),
		"unbalanced":         func(t *ledger.Transaction) { t.Postings[0].Amount = 101 },
		"a posting of zero":  func(t *ledger.Transaction) { t.Postings[0].Amount = 0; t.Postings[1].Amount = 0 },
		"a sum that wraps": set(ledger.Posting{Account: ledger.Main(member), Amount: 1 << 62}, ledger.Posting{Account: ledger.Hold(member), Amount: 1 << 62},
			ledger.Posting{Account: ledger.InTransit(member), Amount: 1 << 62}, ledger.Posting{Account: ledger.Suspense(money.Baht), Amount: 1 << 62}),
		"an account twice":   set(ledger.Posting{Account: ledger.Main(member), Amount: 1}, ledger.Posting{Account: ledger.Main(member), Amount: -1}),
		"another's account":  func(t *ledger.Transaction) { t.Postings[0].Account = ledger.Main(member + 1) },
		"two games":          set(ledger.Posting{Account: ledger.Game(member, "A"), Amount: 1}, ledger.Posting{Account: ledger.Game(member, "B"), Amount: -1}),
		"a game code of air": func(t *ledger.Transaction) { t.Postings[0].Account = ledger.Game(member, "") },
		"a game in lower":    func(t *ledger.Transaction) { t.Postings[0].Account = ledger.Game(member, "pgs") },
		"another currency":   func(t *ledger.Transaction) { t.Postings[1].Account = ledger.Clearing("payment", money.Kip) },
		"an unknown account": func(t *ledger.Transaction) { t.Postings[0].Account.Name = "purse" },
		"a member's account of the house": func(t *ledger.Transaction) {
			t.Postings[1].Account = ledger.Account{Name: "main", Currency: money.Baht}
		},
		"coins against money": func(t *ledger.Transaction) { t.Postings[0].Account = ledger.Coins(member) },
	} {
		spoiled := valid()
		spoil(&spoiled)
		if spoiled.Validate() == nil {
			t.Errorf("%s is valid", name)
		}
	}
}

func TestAccountsTellWhatTheyAre(t *testing.T) {
	if ledger.Game(member, "PGS").GameCode() != "PGS" || ledger.Main(member).GameCode() != "" || ledger.House("game:x", money.Baht).GameCode() != "" {
		t.Error("game codes")
	}
	if ledger.Main(member).String() != "main/12345678" || ledger.Suspense(money.Kip).String() != "suspense/LAK" {
		t.Error("names for logs")
	}
	if (ledger.Wallet{}).Game("PGS") != (ledger.GameBalance{Code: "PGS"}) {
		t.Error("a game that never had a posting")
	}
}
