package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

func TestADepositShowsInTheWalletTheStatementAndTheHouse(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 0)
	sent := deposit(member, 10050)
	sent.External = &ledger.External{Source: "payment", ID: "TX-1"}
	result := b.mustPost(sent)
	if result.ID != sent.ID || result.Duplicate || result.Statement != 1 || result.Main != 10050 || !result.At.Equal(noon) {
		t.Fatalf("result %+v", result)
	}
	wallet := b.wallet(member)
	if wallet.Main != 10050 || wallet.Statements != 1 || wallet.Currency != money.Baht {
		t.Fatalf("wallet %+v", wallet)
	}
	page, err := b.Statement(b.ctx, member, 1, 10)
	want := ledger.Entry{Number: 1, TransactionID: sent.ID, Kind: ledger.Deposit, Reference: "test", Amount: 10050, BalanceAfter: 10050}
	if err != nil || page.Total != 1 || len(page.Entries) != 1 || !page.Entries[0].At.Equal(noon) {
		t.Fatalf("page %+v, %v", page, err)
	}
	if got := page.Entries[0]; got.Number != want.Number || got.TransactionID != want.TransactionID || got.Kind != want.Kind ||
		got.Reference != want.Reference || got.Amount != want.Amount || got.BalanceAfter != want.BalanceAfter {
		t.Fatalf("entry %+v", got)
	}
	if balance, err := b.House(b.ctx, ledger.Clearing("payment", money.Baht)); err != nil || balance != -10050 {
		t.Fatalf("clearing %v, %v", balance, err)
	}
}

func TestATransferGoesThroughInTransitToTheGameAndNumbersEachAccount(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 1000)
	b.mustPost(move(member, ledger.Main(member), ledger.InTransit(member), 300))
	b.mustPost(move(member, ledger.InTransit(member), ledger.Game(member, "PGS"), 300))
	b.mustPost(move(member, ledger.Main(member), ledger.InTransit(member), 200))
	b.mustPost(move(member, ledger.InTransit(member), ledger.Game(member, "JKR"), 200))
	b.mustPost(transaction(member, ledger.GameResult,
		ledger.Posting{Account: ledger.Game(member, "PGS"), Amount: -300}, ledger.Posting{Account: ledger.House("game", money.Baht), Amount: 300}))
	wallet := b.wallet(member)
	if wallet.Main != 500 || wallet.InTransit != 0 || wallet.Statements != 3 {
		t.Fatalf("wallet %+v", wallet)
	}
	if pgs, jkr := wallet.Game("PGS"), wallet.Game("JKR"); pgs.Balance != 0 || pgs.Version != 2 || jkr.Balance != 200 || jkr.Version != 1 {
		t.Fatalf("games %+v", wallet.Games)
	}
	if broken := b.broken(); broken != "" {
		t.Fatalf("broken: %s", broken)
	}
}

func TestCoinsMoveTogetherWithMoneyAndBalanceOnTheirOwn(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 0)
	sent := deposit(member, 500)
	sent.Postings = append(sent.Postings,
		ledger.Posting{Account: ledger.Coins(member), Amount: 5}, ledger.Posting{Account: ledger.House("spin", ledger.Coin), Amount: -5})
	b.mustPost(sent)
	if wallet := b.wallet(member); wallet.Coins != 5 || wallet.Main != 500 {
		t.Fatalf("wallet %+v", wallet)
	}
	if broken := b.broken(); broken != "" {
		t.Fatalf("broken: %s", broken)
	}
}

func TestARepeatAnswersTheFirstResultAndChangesNothing(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 700)
	for name, sent := range map[string]ledger.Transaction{
		"of a deposit":                  deposit(member, 100),
		"of a debit":                    move(member, ledger.Main(member), ledger.Hold(member), 10),
		"of one that touches a game":    transaction(member, ledger.Bonus, ledger.Posting{Account: ledger.Game(member, "PGS"), Amount: 5}, ledger.Posting{Account: ledger.House("bonus", money.Baht), Amount: -5}),
		"of the house's alone":          transaction(0, ledger.Suspended, ledger.Posting{Account: ledger.Suspense(money.Baht), Amount: 9}, ledger.Posting{Account: ledger.Clearing("bank", money.Baht), Amount: -9}),
		"of what emptied the main one":  {},
		"of what has an external proof": {},
	} {
		t.Run(name, func(t *testing.T) {
			b := b
			b.t = t
			switch name {
			case "of what emptied the main one":
				sent = move(member, ledger.Main(member), ledger.Hold(member), b.wallet(member).Main)
			case "of what has an external proof":
				sent = deposit(member, 100)
				sent.External = &ledger.External{Source: "payment", ID: "TX-2"}
			}
			first := b.mustPost(sent)
			before := b.wallet(member)
			again := sent
			again.ID, again.At = id.NewID(), noon.Add(1)
			second := b.mustPost(again)
			if !second.Duplicate || second.ID != first.ID || !second.At.Equal(first.At) || second.Statement != first.Statement || second.Main != first.Main {
				t.Fatalf("first %+v, second %+v", first, second)
			}
			if after := b.wallet(member); after.Main != before.Main || after.Hold != before.Hold || after.Statements != before.Statements || after.Game("PGS") != before.Game("PGS") {
				t.Fatalf("before %+v, after %+v", before, after)
			}
		})
	}
	if broken := b.brokenBut("I7", "I8", "I10", "I11", "I12", "I16"); broken != "" {
		t.Fatalf("broken: %s", broken)
	}
}

func TestAnotherContentUnderAUsedKeyIsRefused(t *testing.T) {
	t.Parallel()
	const other = id.MemberID(87654321)
	b := newBook(t).withWallet(member, 0).withWallet(other, 0)
	first := deposit(member, 100)
	b.mustPost(first)
	for name, change := range map[string]func(*ledger.Transaction){
		"amount": func(t *ledger.Transaction) { *t = withKey(deposit(member, 101), first.Key) },
		"member": func(t *ledger.Transaction) { *t = withKey(deposit(other, 100), first.Key) },
		"kind":   func(t *ledger.Transaction) { t.Kind = ledger.Bonus },
		"game":   func(t *ledger.Transaction) { t.Postings[0].Account = ledger.Game(member, "PGS") },
		"short": func(t *ledger.Transaction) {
			*t = withKey(move(other, ledger.Main(other), ledger.Hold(other), 1), first.Key)
		},
	} {
		again := withKey(deposit(member, 100), first.Key)
		change(&again)
		if _, err := b.Post(b.ctx, again); !errors.Is(err, ledger.ErrKeyTaken) || errors.Is(err, ledger.ErrAlreadyCredited) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	if mine, theirs := b.wallet(member), b.wallet(other); mine.Main != 100 || theirs.Main != 0 || len(mine.Games) != 0 || b.broken() != "" {
		t.Fatalf("wallets %+v, %+v", mine, theirs)
	}
}

func withKey(t ledger.Transaction, key string) ledger.Transaction {
	t.Key = key
	return t
}

func TestAShortageWritesNothingAndTheTransactionAroundItGoesOn(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	for _, account := range []ledger.Account{ledger.Main(member), ledger.Hold(member), ledger.InTransit(member), ledger.Game(member, "PGS")} {
		short := transaction(member, ledger.Withdraw, ledger.Posting{Account: account, Amount: -101}, ledger.Posting{Account: ledger.House("x", money.Baht), Amount: 101})
		err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
			if _, err := b.Post(ctx, short); !errors.Is(err, ledger.ErrMoneyNotEnough) {
				t.Errorf("%v: %v", account, err)
			}
			_, err := b.Post(ctx, deposit(member, 1))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if wallet := b.wallet(member); wallet.Main != 104 || wallet.Statements != 5 || b.broken() != "" {
		t.Fatalf("wallet %+v", wallet)
	}
}

// ledger_post asks before it writes; the domain stands behind it.
func TestTheDatabaseItselfRefusesABalanceBelowZero(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	owner, err := pgx.Connect(b.ctx, b.at.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(b.ctx) }()
	for _, change := range []string{"main = -1", "hold = -1", "transit = -1", "coin = -1", "game_balance = '{-1}'"} {
		if _, err := owner.Exec(b.ctx, "update ledger_wallet set "+change); err == nil {
			t.Errorf("I4: %s was written", change)
		}
	}
}

func TestAWalletKeepsItsCurrency(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 0)
	if err := b.OpenWallet(b.ctx, member, money.Baht, noon); err != nil {
		t.Fatalf("opening again: %v", err)
	}
	if err := b.OpenWallet(b.ctx, member, money.Kip, noon); !errors.Is(err, ledger.ErrNoWallet) {
		t.Fatalf("opening in another currency: %v", err)
	}
	kip := transaction(member, ledger.Deposit, ledger.Posting{Account: ledger.Main(member), Amount: 1}, ledger.Posting{Account: ledger.Clearing("payment", money.Kip), Amount: -1})
	kip.Currency = money.Kip
	if _, err := b.Post(b.ctx, kip); !errors.Is(err, ledger.ErrNoWallet) {
		t.Fatalf("I14: posting in another currency: %v", err)
	}
	if _, err := b.Post(b.ctx, deposit(99999999, 1)); !errors.Is(err, ledger.ErrNoWallet) {
		t.Fatalf("posting without a wallet: %v", err)
	}
	if _, err := b.Wallet(b.ctx, 99999999); !errors.Is(err, ledger.ErrNoWallet) {
		t.Fatalf("reading without a wallet: %v", err)
	}
}

func TestOneExternalIDCreditsOnce(t *testing.T) {
	t.Parallel()
	const other = id.MemberID(87654321)
	b := newBook(t).withWallet(member, 0).withWallet(other, 0)
	first := deposit(member, 100)
	first.External = &ledger.External{Source: "bank:004", ID: "REF"}
	b.mustPost(first)
	second := deposit(other, 100)
	second.External = first.External
	if _, err := b.Post(b.ctx, second); !errors.Is(err, ledger.ErrAlreadyCredited) || errors.Is(err, ledger.ErrKeyTaken) {
		t.Fatalf("I7: the same evidence for another: %v", err)
	}
	third := deposit(other, 100)
	third.External = &ledger.External{Source: "bank:014", ID: "REF"}
	b.mustPost(third)
	if b.wallet(other).Main != 100 || b.broken() != "" {
		t.Fatalf("wallet %+v", b.wallet(other))
	}
}

func TestTheApplicationCannotTouchTheBookButThroughItsFunctions(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 100)
	for _, statement := range []string{
		"update ledger_wallet set main = 1000000", "delete from ledger_posting", "update ledger_posting set amount = 1", "truncate ledger_posting",
		"insert into ledger_posting select * from ledger_posting", "delete from ledger_house_posting", "update ledger_transaction set kind = 'X'",
		"delete from external_credit", "insert into ledger_house_balance values ('suspense', 'BAHT', 1)", "select ledger_refold()",
		"set role krapao_owner", "create table mine (x int)", "create temporary table mine (x int)",
	} {
		if _, err := b.DB.Querier(b.ctx).Exec(b.ctx, statement); err == nil {
			t.Errorf("allowed: %s", statement)
		}
	}
	if _, err := b.DB.Querier(b.ctx).Exec(b.ctx, `select ledger_post(gen_random_uuid(), 'k', 'X', $1, 'BAHT', '', now(), 0, 5, 0, 0, 0, null, 0, '{suspense}', '{BAHT}', '{-4}', null, null)`, member); err == nil {
		t.Error("allowed: postings that do not sum to zero")
	}
}
