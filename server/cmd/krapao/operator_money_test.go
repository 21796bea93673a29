package main

import (
	"crypto/sha256"
	"regexp"
	"strings"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/slip"
	"krapao/server/withdrawal"
)

const (
	somchai     = id.MemberID(12_345_678)
	thousandTHB = money.Amount(1000_00)
)

// env is a running server with a member who has a bank account and 10,000.00; its queues are worked from the command
// line.
type env struct {
	*portaltest.Server
	t *testing.T
}

func newEnv(t *testing.T, options ...portaltest.Option) env {
	t.Helper()
	s := env{portaltest.Start(t, options...), t}
	at := s.Clock.Now()
	if err := (postgres.Members{DB: s.Database.DB}).AddMember(t.Context(), member.Member{
		ID: somchai, Phone: "0812345678", Name: "Somchai", Currency: money.Baht, Status: member.Active, CreatedAt: at, LastLoginAt: at,
		Bank: &member.BankAccount{BankCode: "KBANK", Number: "1812345678", Name: "SOMCHAI JAIDEE"},
	}, "x"); err != nil {
		t.Fatal(err)
	}
	book := postgres.Ledger{DB: s.Database.DB}
	if err := book.OpenWallet(t.Context(), somchai, money.Baht, at); err != nil {
		t.Fatal(err)
	}
	if _, err := book.Post(t.Context(), ledger.Transaction{
		Key: "first/credit", Kind: ledger.Deposit, MemberID: somchai, Currency: money.Baht, At: at, External: &ledger.External{Source: "test", ID: "first"},
		Postings: []ledger.Posting{{Account: ledger.Clearing("payment", money.Baht), Amount: -10 * thousandTHB}, {Account: ledger.Main(somchai), Amount: 10 * thousandTHB}},
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// does types a line of an operator, whose output must show a text.
func (s env) does(by, text string, line ...string) string {
	s.t.Helper()
	printed, err := typedBy(s.t, by, s.Database.URL, line...)
	if err != nil || !strings.Contains(printed, text) {
		s.t.Errorf("%s: %v: %v\n%s\nwant %q", by, line, err, printed, text)
	}
	return printed
}

// refuses types a line of an operator that must fail with a code.
func (s env) refuses(by, code string, line ...string) {
	s.t.Helper()
	if _, err := typedBy(s.t, by, s.Database.URL, line...); err == nil || !strings.Contains(err.Error(), code) {
		s.t.Errorf("%s: %v: %v, not %s", by, line, err, code)
	}
}

var aRequest = regexp.MustCompile(`(?m)^([0-9a-f]{8}-[0-9a-f-]{27})`)

// approves has a second person approve the one request that waits, which its first cannot.
func (s env) approves(first, second string) {
	s.t.Helper()
	waiting := aRequest.FindString(s.does(first, first, "approval", "list"))
	s.refuses(first, "APPROVAL_SELF", "approval", "approve", waiting)
	s.does(second, "", "approval", "approve", waiting)
	s.refuses(second, "APPROVAL_STALE", "approval", "approve", waiting)
}

func (s env) has(want money.Amount) {
	s.t.Helper()
	wallet, err := (postgres.Ledger{DB: s.Database.DB}).Wallet(s.t.Context(), somchai)
	if err != nil || wallet.Main != want {
		s.t.Errorf("the member has %v, not %v: %v", wallet.Main, want, err)
	}
}

func (s env) withdraw(amount money.Amount) string {
	s.t.Helper()
	made, err := s.App.Withdrawals.Withdraw(s.t.Context(), withdrawal.Input{Member: somchai, Currency: money.Baht, Amount: amount})
	if err != nil {
		s.t.Fatal(err)
	}
	return made.Reference
}

func TestWithdrawalsAreDecidedFromTheCommandLine(t *testing.T) {
	s := newEnv(t)
	s.does("noi", "", "limit", "put", "BAHT", "100", "50000", "--review-above=2000")

	paid := s.withdraw(thousandTHB)
	s.does("noi", paid, "withdrawal", "list")
	s.does("noi", "KBANK 1812345678 SOMCHAI JAIDEE", "withdrawal", "show", paid)
	s.refuses("noi", "APPROVAL_STALE", "withdrawal", "paid", paid, "KB-1") // nobody approved it
	s.does("noi", "APPROVED", "withdrawal", "approve", paid)
	s.refuses("noi", "APPROVAL_STALE", "withdrawal", "approve", paid)
	s.does("dao", "KB-1", "withdrawal", "paid", paid, "KB-1")
	s.refuses("noi", "APPROVAL_STALE", "withdrawal", "reject", paid, "too late")
	s.has(9 * thousandTHB)

	back := s.withdraw(thousandTHB)
	s.does("noi", "name differs", "withdrawal", "reject", back, "name differs")
	s.does("noi", back, "withdrawal", "list", "--show=RETURNED", "--member=12345678", "--currency=BAHT")
	s.has(9 * thousandTHB)

	s.does("noi", "", "limit", "put", "BAHT", "100", "50000", "--review-above=20000")
	s.does("noi", " 2000.00 ", "limit", "list")
	s.approves("noi", "dao")
	s.does("noi", " 20000.00 ", "limit", "list")
	s.does("noi", "", "limit", "put", "BAHT", "100", "50000", "--review-above=2000")
	s.does("noi", "", "channel", "put", "SCB1", "--kind=BANK", "--mode=MANUAL", "--bank-code=SCB", "--name-th=ข", "--name-en=S",
		"--account-no=4051112223", "--account-name=KRAPAO", "--currency=BAHT", "--min-deposit=20", "--open")
	s.approves("noi", "dao")
	s.does("noi", "4051112223 KRAPAO", "channel", "list")

	large := s.withdraw(3 * thousandTHB)
	s.does("noi", "REQUESTED", "withdrawal", "approve", large)
	s.approves("noi", "dao")
	s.does("noi", large, "withdrawal", "list", "--show=APPROVED")
	s.has(6 * thousandTHB)

	for _, wrong := range [][]string{{"show", "W0"}, {"approve", "W0"}, {"reject", "W0", "x"}, {"paid", "W0", "x"}, {"retry", "W0"}} {
		s.refuses("noi", "NO_DATA", append([]string{"withdrawal"}, wrong...)...)
	}
	s.refuses("noi", "", "withdrawal", "list", "--member=x")
	s.refuses("noi", "", "withdrawal", "list", "--show=SOME")
}

// claim has the member say that they have paid, and gives the claim's id.
func (s env) claim(amount money.Amount) string {
	s.t.Helper()
	made, err := s.App.Intake.ClaimDeposit(s.t.Context(), deposit.ClaimInput{Member: somchai, Currency: money.Baht, Amount: amount})
	if err != nil {
		s.t.Fatal(err)
	}
	return made.ID.String()
}

// stranger is a line of the bank feed that matches nobody; its payment's id in suspense is given.
func (s env) stranger(amount money.Amount) string {
	s.t.Helper()
	if _, err := s.App.Intake.ReceiveLines(s.t.Context(), []deposit.BankLine{{
		BankCode: "SCB", AccountNo: "4051112223", LineID: id.NewID().String(), Reference: "T" + amount.String(), Amount: amount, Currency: money.Baht,
		Payer: bankaccount.Payer{Account: bankaccount.Account{Bank: "BBL", Number: "0000000000", Holder: "NOBODY"}}, TransferredAt: s.Clock.Now(),
	}}); err != nil {
		s.t.Fatal(err)
	}
	waiting := s.does("noi", amount.String(), "suspense", "list")
	for line := range strings.Lines(waiting) {
		if strings.Contains(line, amount.String()) {
			return aRequest.FindString(line)
		}
	}
	s.t.Fatalf("not in the queue:\n%s", waiting)
	return ""
}

func TestDepositsAreDecidedFromTheCommandLine(t *testing.T) {
	s := newEnv(t)
	if err := s.App.Channels.PutChannels(t.Context(), channel.Channel{
		Code: "SCB1", Kind: channel.Bank, BankCode: "SCB", Mode: channel.Auto, NameTH: "SCB", NameEN: "SCB", AccountName: "KRAPAO CO LTD", AccountNo: "4051112223",
		Currency: money.Baht, MinDeposit: 100, Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	byWord := s.claim(100_00)
	s.does("noi", "0812345678", "claim", "list")
	s.does("noi", "", "claim", "approve", byWord, "--note=seen in the bank's application")
	s.has(10 * thousandTHB)
	s.approves("noi", "dao")
	s.has(10*thousandTHB + 100_00)
	s.refuses("noi", "NO_DATA", "claim", "approve", byWord, "--note=again")

	refused := s.claim(200_00)
	s.does("noi", "", "claim", "reject", refused, "no such payment")
	s.refuses("noi", "NO_DATA", "claim", "reject", refused, "again")

	settled, payment := s.claim(300_00), s.stranger(300_00)
	s.does("noi", "", "claim", "approve", settled, "--suspense="+payment, "--note=the same payment")
	s.approves("noi", "dao")
	s.has(10*thousandTHB + 400_00)

	matched := s.stranger(401_00)
	s.refuses("noi", "KEY_INVALID", "suspense", "match", matched, "12345678", "--amount=5", "--note=x") // the amount is told
	s.does("noi", "", "suspense", "match", matched, "12345678", "--note=their mother's account")
	s.approves("noi", "dao")
	s.has(10*thousandTHB + 801_00)

	s.does("noi", "", "suspense", "return", s.stranger(502_00), "--note=sent back by hand")
	s.approves("noi", "dao")
	s.has(10*thousandTHB + 801_00)
	for _, list := range []string{"suspense", "claim"} {
		if left := aRequest.FindString(s.does("noi", "ID", list, "list")); left != "" {
			t.Errorf("%s %s still waits", list, left)
		}
	}
	for _, wrong := range [][]string{
		{"claim", "approve", "x", "--note=x"}, {"claim", "approve", byWord, "--suspense=x", "--note=x"}, {"claim", "reject", "x", "x"}, {"claim", "approve", byWord},
		{"suspense", "match", "x", "12345678", "--note=x"}, {"suspense", "match", matched, "x", "--note=x"}, {"suspense", "match", matched, "12345678", "--amount=x", "--note=x"},
		{"suspense", "return", "x", "--note=x"}, {"suspense", "return", matched, "--note=decided before"},
	} {
		s.refuses("noi", "", wrong...)
	}
}

// slip is one whose bank never answered, which an operator has to decide.
func (s env) slip(reference, transaction string) string {
	s.t.Helper()
	hash := sha256.Sum256([]byte(reference))
	made := slip.Slip{
		ID: id.NewID(), Member: somchai, Reference: reference, Status: slip.Pending, Currency: money.Baht, FileHash: hash[:], ImageName: "none", ImageType: "image/png",
		CreatedAt: s.Clock.Now().Truncate(time.Microsecond),
	}
	slips := postgres.Slips{Deposits: postgres.Deposits{DB: s.Database.DB}}
	if _, _, err := slips.AddSlip(s.t.Context(), made); err != nil {
		s.t.Fatal(err)
	}
	made.Review, made.BankNo, made.TransactionReference = slip.VerifierSilent, "014", transaction
	if err := slips.PutSlip(s.t.Context(), made, s.Clock.Now()); err != nil {
		s.t.Fatal(err)
	}
	return made.ID.String()
}

func TestSlipsAreDecidedFromTheCommandLine(t *testing.T) {
	s := newEnv(t)
	seen, refused := s.slip("SLIP-AAAAAAAA", "T1"), s.slip("SLIP-BBBBBBBB", "T2")
	s.does("noi", "VERIFIER_SILENT", "slip", "list")
	s.refuses("noi", "KEY_INVALID", "slip", "approve", seen, "--note=no amount was told")
	s.does("noi", "", "slip", "approve", seen, "--amount=150.50", "--note=on the statement")
	s.has(10 * thousandTHB)
	s.approves("noi", "dao")
	s.has(10*thousandTHB + 150_50)
	s.does("noi", "SLIP-AAAAAAAA", "slip", "list", "--show=SUCCESS")
	s.refuses("noi", "KEY_INVALID", "slip", "reject", refused, "I do not like it")
	s.does("noi", "", "slip", "reject", refused, "NOT_MATCH")
	s.does("noi", "NOT_MATCH", "slip", "list", "--show=FAILED")
	s.refuses("noi", "APPROVAL_STALE", "slip", "reject", refused, "NOT_MATCH")
	s.refuses("noi", "APPROVAL_STALE", "slip", "approve", seen, "--amount=150.50", "--note=again")
	s.has(10*thousandTHB + 150_50)
	for _, wrong := range [][]string{{"approve", "x", "--note=x"}, {"approve", seen, "--amount=x", "--note=x"}, {"approve", seen}, {"reject", "x", "NOT_MATCH"}, {"list", "--show=SOME"}} {
		s.refuses("noi", "", append([]string{"slip"}, wrong...)...)
	}
}
