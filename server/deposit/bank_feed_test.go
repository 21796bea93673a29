package deposit_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator"
	"krapao/server/simulator/api/webhook"
)

func to[T any](value T) *T { return &value }

const hundred = money.Amount(100_00)

func TestALineCreditsTheOneMemberWhoPaid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		who    id.MemberID
		how    fed
		change func(*webhook.BankFeedLine)
		reason string // of suspense; empty: it credits

		pending bool // it is plain who paid all the same
	}{
		"their own account":             {who: somchai},
		"separators in the number":      {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountNo = to("405-1-23456-7") }},
		"no name told":                  {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountName = nil }},
		"a name cut short, a title":     {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountName = to("Mr. Somchai J") }},
		"a name in another alphabet":    {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountName = to("นายสมชาย ใจดี") }},
		"a masked number and the name":  {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountNo = to("xxx-x-x3456-7") }},
		"kip":                           {who: bounmy, how: fed{bank: "BCEL", account: houseBCEL}},
		"the house's number with marks": {who: somchai, how: fed{account: "405-111222-3"}},
		"no reference":                  {who: somchai, change: func(l *webhook.BankFeedLine) { l.TransactionReference = nil }},
		"told from the future":          {who: somchai, change: func(l *webhook.BankFeedLine) { l.TransferredAt = l.TransferredAt.Add(time.Hour) }},

		"an account of nobody":          {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountNo = to("4050000000") }, reason: "NO_MATCH"},
		"the same number, another bank": {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.BankCode = to("KTB") }, reason: "NO_MATCH"},
		"no payer":                      {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer = nil }, reason: "NO_MATCH"},
		"a number that is none":         {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountNo = to("4051234567' or 1=1") }, reason: "NO_MATCH"},
		"a wild card":                   {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountNo = to("%") }, reason: "NO_MATCH"},
		"too much masked":               {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountNo = to("xxxxxxx567") }, reason: "NO_MATCH"},
		"masked, no name":               {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountNo = to("xxxxx34567"); l.Payer.AccountName = nil }, reason: "NO_MATCH"},
		"masked, a name not comparable": {who: somchai, change: func(l *webhook.BankFeedLine) {
			l.Payer.AccountNo = to("xxxxx34567")
			l.Payer.AccountName = to("สมชาย")
		}, reason: "PAYER_DIFFERS"},
		"masked, another person's name": {who: somchai, change: func(l *webhook.BankFeedLine) {
			l.Payer.AccountNo = to("xxxxx34567")
			l.Payer.AccountName = to("MALEE SUKJAI")
		}, reason: "PAYER_DIFFERS"},
		"another person's name":           {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountName = to("MALEE SUKJAI") }, reason: "PAYER_DIFFERS"},
		"another family's name":           {who: somchai, change: func(l *webhook.BankFeedLine) { l.Payer.AccountName = to("SOMCHAI SUKJAI") }, reason: "PAYER_DIFFERS"},
		"an account that is not ours":     {who: somchai, how: fed{account: "4050000001"}, reason: "NO_MATCH", pending: true},
		"a member who counts kip":         {who: bounmy, change: func(l *webhook.BankFeedLine) { l.Currency = "BAHT" }, reason: "CURRENCY_DIFFERS"},
		"kip on an account that has baht": {who: bounmy, reason: "NO_MATCH", pending: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			line := s.lineFrom(c.who, hundred)
			if c.change != nil {
				c.change(&line)
			}
			s.arrived(c.how, line)
			currency := money.Currency(line.Currency)
			if c.reason == "" {
				s.wantBalance(c.who, hundred)
				s.suspended(currency, 0, "")
				if story := s.story(c.who); story != fmt.Sprintf("1 BANK %s 100.00 SUCCESS PAID CREDITED", bankOf(c.how)) {
					t.Errorf("the member sees %q", story)
				}
				return
			}
			s.wantBalance(c.who, 0)
			s.suspended(currency, hundred, c.reason)
			want := ""
			if c.pending {
				want = fmt.Sprintf("1 BANK %s 100.00 PENDING PAID REVIEW", bankOf(c.how))
			}
			if story := s.story(c.who); story != want {
				t.Errorf("the member sees %q, not %q", story, want)
			}
		})
	}
}

func bankOf(how fed) string {
	if how.bank == "" {
		return "SCB"
	}
	return how.bank
}

func TestAnEWalletsLineCreditsWhoHasItsPhoneNumber(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payer  webhook.PaymentParty
		reason string
	}{
		"the phone number":               {payer: webhook.PaymentParty{Phone: to("0812345678")}},
		"as an account number":           {payer: webhook.PaymentParty{BankCode: to("TRUE"), AccountNo: to("081-234-5678")}},
		"with the country":               {payer: webhook.PaymentParty{Phone: to("+66812345678")}},
		"whatever name the e-wallet has": {payer: webhook.PaymentParty{Phone: to("0812345678"), AccountName: to("CHAI")}},
		"a phone number of nobody":       {payer: webhook.PaymentParty{Phone: to("0800000000")}, reason: "NO_MATCH"},
		"masked":                         {payer: webhook.PaymentParty{Phone: to("081xxx5678")}, reason: "NO_MATCH"},
		"nothing told":                   {reason: "NO_MATCH"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			line := s.lineFrom(somchai, hundred)
			line.Payer = &c.payer
			s.arrived(fed{bank: "TRUE", account: houseAuto}, line)
			if c.reason != "" {
				s.suspended(money.Baht, hundred, c.reason)
				s.wantBalance(somchai, 0)
				return
			}
			s.wantBalance(somchai, hundred)
			if story := s.story(somchai); story != "1 EWALLET TRUE 100.00 SUCCESS PAID CREDITED" {
				t.Errorf("the member sees %q", story)
			}
		})
	}
}

func TestFiftyParallelCopiesOfAFeedCreditOnce(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	lines := []webhook.BankFeedLine{s.lineFrom(somchai, hundred), s.lineFrom(malee, hundred), s.lineFrom(somchai, 2*hundred)}
	unknown := s.lineFrom(somchai, hundred)
	unknown.Payer = nil
	s.parallel(func(i int) {
		turned := append([]webhook.BankFeedLine{unknown}, lines...)
		if i%2 == 1 {
			turned[0], turned[3] = turned[3], turned[0] // in any order
			turned[1], turned[2] = turned[2], turned[1]
		}
		s.arrived(fed{}, turned...)
	})
	s.wantBalance(somchai, 3*hundred)
	s.wantBalance(malee, hundred)
	s.suspended(money.Baht, hundred, "NO_MATCH")
}

func TestFiftyLinesOfOneTransferCreditOnce(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	one := s.lineFrom(somchai, hundred)
	s.parallel(func(int) {
		another := one // the feed was set up anew and counts its lines from the beginning
		another.LineID = id.NewID().String()
		s.arrived(fed{}, another)
	})
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestTheSameLineOfAnotherAccountIsAnother(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	first, second := s.lineFrom(somchai, hundred), s.lineFrom(somchai, hundred)
	second.LineID = first.LineID
	s.arrived(fed{}, first)
	s.arrived(fed{bank: "TRUE", account: houseAuto}, withPhone(second, "0812345678"))
	s.wantBalance(somchai, 2*hundred)
}

func withPhone(line webhook.BankFeedLine, phone string) webhook.BankFeedLine {
	line.Payer = &webhook.PaymentParty{Phone: &phone}
	return line
}

func TestALineAfterTheSlipOfItsTransferCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	slip := id.NewID()
	if _, err := s.Book.Post(t.Context(), ledger.Transaction{
		Key: slip.String() + "/credit", Kind: ledger.Deposit, MemberID: somchai, Currency: money.Baht, At: s.Clock.Now(), Reference: slip.String(),
		Postings: []ledger.Posting{{Account: ledger.Clearing(deposit.ClearingBank, money.Baht), Amount: -hundred}, {Account: ledger.Main(somchai), Amount: hundred}},
		External: bankaccount.BankPayment(*line.Payer.BankCode, *line.TransactionReference),
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Database.DB.Querier(t.Context()).Exec(t.Context(), `insert into slip
			(member_id, id, reference, status, currency, amount, file_hash, image_name, image_type, bank_no, transaction_reference, created_at, decided_at)
		values ($1, $2, 'SLIP-22222222', 'SUCCESS', 'BAHT', $3, decode(repeat('00', 32), 'hex'), 'x', 'image/png', '014', $4, $5, $5)`,
		somchai, slip, hundred, *line.TransactionReference, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	s.arrived(fed{}, line, s.lineFrom(malee, hundred))
	s.wantBalance(somchai, hundred)
	s.wantBalance(malee, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestALineWithoutAReferenceCoversOneSlip(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	line.TransactionReference = nil
	s.arrived(fed{}, line)
	slip := bankaccount.Transfer{Slip: id.NewID(), SendingBank: "SCB", Reference: "R1", Amount: hundred, Currency: money.Baht, At: s.Clock.Now().Add(-time.Minute)}
	other := slip
	other.At = slip.At.Add(-time.Hour)
	for _, c := range []struct {
		who     id.MemberID
		slip    bankaccount.Transfer
		covered bool
	}{{malee, slip, false}, {somchai, other, false}, {somchai, slip, true}, {somchai, slip, false}} {
		var covered bool
		err := s.Database.DB.InTx(t.Context(), func(ctx context.Context) (err error) {
			covered, err = s.App.Intake.MatchSlip(ctx, c.who, c.slip)
			return err
		})
		if err != nil || covered != c.covered {
			t.Errorf("%+v: covered %v, %v", c, covered, err)
		}
	}
}

func TestAsManyLinesAsTheContractAllowsAreTaken(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	lines := make([]webhook.BankFeedLine, 500)
	for i := range lines {
		lines[i] = s.lineFrom(somchai, 1)
		lines[i].Memo, lines[i].Payer.AccountName = to(strings.Repeat("โ", 500)), to("SOMCHAI JAIDEE"+strings.Repeat(" ", 100))
	}
	s.arrived(fed{}, lines...)
	s.wantBalance(somchai, 500)
	if answer := s.feed(fed{}, append(lines, lines[0])...); answer.Status != http.StatusBadRequest {
		t.Errorf("501 lines: %d %s", answer.Status, answer.Body)
	}
}

func TestAFeedIsTakenOnlyAsItsBankSignedIt(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	for name, c := range map[string]struct {
		how    fed
		status int
	}{
		"another bank's secret":   {fed{Signed: paymenttest.Signed{Secret: paymenttest.Credentials.Secret(simulator.BankFeedParty("KBANK"))}}, 401},
		"a gateway's secret":      {fed{Signed: paymenttest.Signed{Secret: paymenttest.Credentials.Secret(simulator.GatewayParty(gateway))}}, 401},
		"a bank without a secret": {fed{bank: "KTB"}, 401},
		"an empty secret":         {fed{bank: "KTB", Signed: paymenttest.Signed{Secret: " "}}, 401},
		"no such bank":            {fed{bank: "ZZZ"}, 401},
		"too old":                 {fed{Signed: paymenttest.Signed{Age: 301 * time.Second}}, 401},
		"from the future":         {fed{Signed: paymenttest.Signed{Age: -301 * time.Second}}, 401},
		"no hexadecimal":          {fed{Signed: paymenttest.Signed{Signature: "zz"}}, 401},
		"another amount": {fed{Signed: paymenttest.Signed{Tamper: func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"amount":100`), []byte(`"amount":900`), 1)
		}}}, 401},
		"another account": {fed{Signed: paymenttest.Signed{Tamper: func(b []byte) []byte {
			return bytes.Replace(b, []byte("4051234567"), []byte("4051234568"), 1)
		}}}, 401},
		"one byte more": {fed{Signed: paymenttest.Signed{Tamper: func(b []byte) []byte { return append(b, ' ') }}}, 401},
	} {
		if answer := s.feed(c.how, line); answer.Status != c.status {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	s.wantBalance(somchai, 0)
	if lines := s.count("bank_line"); lines != 0 {
		t.Errorf("%d lines", lines)
	}
	s.arrived(fed{}, line)
	s.Clock.Advance(10 * time.Minute)
	s.arrived(fed{}, line) // repeated later, signed anew
	s.wantBalance(somchai, hundred)
}
