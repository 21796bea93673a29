package deposit_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/simulator"
	"krapao/server/simulator/api/webhook"
)

// party is what a bank or gateway tells of a member as the payer.
func party(who id.MemberID) *webhook.PaymentParty {
	bank := accounts[who]
	return &webhook.PaymentParty{BankCode: &bank.BankCode, AccountNo: &bank.Number, AccountName: &bank.Name}
}

// scanned pays a member's QR code of the KBANK account, by whom its gateway says.
func (s *intakeEnv) scanned(whose id.MemberID, payer *webhook.PaymentParty) {
	s.t.Helper()
	event := s.event(s.made(whose, "KBANKQR", "100"))
	event.Payer = payer
	s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
}

// unnamed is a line of a hundred without a reference.
func (s *intakeEnv) unnamed(payer *webhook.PaymentParty) webhook.BankFeedLine {
	line := s.lineFrom(somchai, hundred)
	line.TransactionReference, line.Payer = nil, payer
	return line
}

// named gives the members whom the operator's queue names, in its order: S and M, - for nobody.
func (s *intakeEnv) named() (names string) {
	s.t.Helper()
	for _, waits := range s.waiting().Suspense {
		switch text(waits.MemberID) {
		case somchai.String():
			names += "S"
		case malee.String():
			names += "M"
		default:
			names += "-"
		}
	}
	return names
}

// TestALineIsCoveredOnlyByTheCreditOfItsPayment: of the same amount, and of a payer who may be the line's.
func TestALineIsCoveredOnlyByTheCreditOfItsPayment(t *testing.T) {
	t.Parallel()
	tail := func(end string) *webhook.PaymentParty {
		return &webhook.PaymentParty{BankCode: to("SCB"), AccountNo: to("xxxxxx" + end)}
	}
	alike := &webhook.PaymentParty{BankCode: to("SCB"), AccountNo: to("xxx-x-x3456-x"), AccountName: to("MALEE SUKJAI")}
	for name, c := range map[string]struct {
		codes, paidBy []*webhook.PaymentParty // somchai's QR code is paid by the first, malee's by the second
		lines         []*webhook.PaymentParty
		left          string // whom suspense names
		reasons       string
	}{
		"its own":                   {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(somchai)}},
		"another member's transfer": {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(malee)}, left: "M", reasons: "NO_MATCH"},
		"another's, and the gateway tells no payer":  {paidBy: []*webhook.PaymentParty{nil}, lines: []*webhook.PaymentParty{party(malee)}, left: "M", reasons: "NO_MATCH"},
		"a friend scanned it":                        {paidBy: []*webhook.PaymentParty{party(malee)}, lines: []*webhook.PaymentParty{party(malee)}},
		"its own and another's":                      {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(malee), party(somchai)}, left: "M", reasons: "NO_MATCH"},
		"the same member twice, once by transfer":    {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(somchai), party(somchai)}, left: "S", reasons: "NO_MATCH"},
		"both members' codes":                        {paidBy: []*webhook.PaymentParty{party(somchai), party(malee)}, lines: []*webhook.PaymentParty{party(malee), party(somchai)}},
		"nothing told, and one code":                 {paidBy: []*webhook.PaymentParty{nil}, lines: []*webhook.PaymentParty{nil}},
		"nothing told, and the codes of two members": {paidBy: []*webhook.PaymentParty{nil, nil}, lines: []*webhook.PaymentParty{nil}, left: "-", reasons: "SEVERAL_MATCHES"},
		"nothing told, and the code is another's":    {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{nil, party(somchai)}, left: "-", reasons: "NO_MATCH"},
		"masked":          {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{tail("4567")}},
		"masked, another": {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{tail("9999")}, left: "-", reasons: "NO_MATCH"},
		"the same digits behind a mask, another name": {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{alike}, left: "-", reasons: "NO_MATCH"},
		"two that fit alike":                          {paidBy: []*webhook.PaymentParty{{BankCode: to("SCB")}}, lines: []*webhook.PaymentParty{tail("1111"), tail("2222")}, left: "--", reasons: "SEVERAL_MATCHES SEVERAL_MATCHES"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, linesFirst := range []bool{false, true} {
				s := newIntakeEnv(t)
				lines := func() {
					for _, payer := range c.lines {
						s.arrived(intoKBANK, s.unnamed(payer))
					}
				}
				if linesFirst {
					lines()
				}
				for i, payer := range c.paidBy {
					s.scanned([]id.MemberID{somchai, malee}[i], payer)
				}
				if !linesFirst {
					lines()
				}
				s.later(40 * time.Minute)
				s.wantBalance(somchai, hundred)
				s.suspended(money.Baht, money.Amount(len(c.left))*hundred, c.reasons)
				if names := s.named(); names != c.left {
					t.Errorf("I16: the operator reads %q, not %q", names, c.left)
				}
			}
		})
	}
}

// TestALineOfAnEWalletIsCoveredOnlyByTheGiftOfItsSender: a transfer of the same amount is another payment.
func TestALineOfAnEWalletIsCoveredOnlyByTheGiftOfItsSender(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		phone string
		left  string
	}{
		"the sender's":     {phones[somchai], ""},
		"another member's": {phones[malee], "M"},
		"of nobody known":  {"0811111111", "-"},
		"nothing told":     {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			s.answered(s.sendLink(somchai, s.give(phones[somchai], "100")), "SUCCESS")
			line := s.unnamed(nil)
			if c.phone != "" {
				line.Payer = &webhook.PaymentParty{BankCode: to("TRUE"), AccountNo: to(c.phone)}
			}
			s.arrived(intoGifts, line)
			s.later(40 * time.Minute)
			s.wantBalance(somchai, hundred)
			s.suspended(money.Baht, money.Amount(len(c.left))*hundred, map[string]string{"": "", "M": "NO_MATCH", "-": "NO_MATCH"}[c.left])
			if names := s.named(); names != c.left {
				t.Errorf("I16: the operator reads %q, not %q", names, c.left)
			}
		})
	}
}

// TestALineInSuspenseNamesItsPayer: nobody has to look up whose account it was paid from.
func TestALineInSuspenseNamesItsPayer(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.arrived(intoKBANK, s.lineFrom(malee, hundred), s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	s.arrived(fed{account: "4050000001"}, s.lineFrom(somchai, hundred)) // no account of the house
	s.later(40 * time.Minute)
	if names := s.named(); names != "SM-" && names != "S-M" {
		t.Errorf("the operator reads %q", names)
	}
	request := s.match(s.waiting().Suspense[0].ID, somchai)
	s.approve(request)
	s.wantBalance(somchai, hundred)
}

// TestALineThatWaitsIsSeenFromTheStart: by the operator, and by the member who paid it; it stays so in suspense, until
// it is decided.
func TestALineThatWaitsIsSeenFromTheStart(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.arrived(intoKBANK, s.lineFrom(malee, hundred))
	lists := func(want int) (page operator.WaitingBankLinePage) {
		t.Helper()
		answer := s.noi.Do(http.MethodGet, "/operator/bank-lines", "")
		if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != want || len(page.Lines) != want {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		return page
	}
	if line := lists(1).Lines[0]; text(line.MemberID) != malee.String() || line.Amount != hundred || text(line.Payer) != "KBANK 1239876543 MALEE SUKJAI" || line.AccountNo != houseKBANK {
		t.Errorf("the operator reads %+v", line)
	}
	if story := s.story(malee); story != "1 BANK KBANK 100.00 PENDING PAID" {
		t.Errorf("the member sees %q", story)
	}
	s.later(40 * time.Minute)
	lists(0)
	if story := s.story(malee); story != "1 BANK KBANK 100.00 PENDING PAID REVIEW" {
		t.Errorf("the member sees %q", story)
	}
	s.approve(s.match(s.firstWaiting(), malee))
	s.wantBalance(malee, hundred)
	if story := s.story(malee); story != "1 BANK KBANK 100.00 SUCCESS PAID REVIEW CREDITED" {
		t.Errorf("the member sees %q", story)
	}
	s.scanned(somchai, party(somchai))
	s.arrived(intoKBANK, s.lineFrom(somchai, hundred)) // the same payment, and one deposit
	if story := s.story(somchai); story != "1 QR KBANKQR 100.00 SUCCESS STARTED PAID CREDITED" {
		t.Errorf("the member sees %q", story)
	}
}

// TestALineIsOneHoweverItsBankWritesTheAccount: without a reference, the account and the line's id are all that name
// it.
func TestALineIsOneHoweverItsBankWritesTheAccount(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	line.TransactionReference = nil
	for _, account := range []string{"405-111222-3", houseSCB, "405 111 2223"} {
		s.arrived(fed{account: account}, line)
	}
	s.wantBalance(somchai, hundred)
}

// TestABanksClockMayBeAheadOverMidnight: its totals count a line on the day that it says.
func TestABanksClockMayBeAheadOverMidnight(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	bangkok := time.FixedZone("ICT", 7*60*60)
	year, month, date := s.Clock.Now().In(bangkok).Date()
	midnight := time.Date(year, month, date+1, 0, 0, 0, 0, bangkok)
	s.Clock.Set(midnight.Add(-2 * time.Second))
	line := s.lineFrom(somchai, hundred)
	line.TransferredAt = midnight.Add(3 * time.Second)
	how := paymenttest.Signed{Path: "/webhooks/bank-feed/", Gateway: "SCB", Secret: paymenttest.Credentials.Secret(simulator.BankFeedParty("SCB"))}
	for _, feed := range []webhook.BankFeed{
		{EventID: id.NewID().String(), AccountNo: houseSCB, Lines: []webhook.BankFeedLine{line}},
		{EventID: id.NewID().String(), AccountNo: houseSCB, Lines: []webhook.BankFeedLine{line}, DayTotals: &[]webhook.BankDayTotal{
			{Day: openapi_types.Date{Time: midnight}, Currency: "BAHT", Lines: 1, Amount: hundred},
			{Day: openapi_types.Date{Time: midnight.AddDate(0, 0, -1)}, Currency: "BAHT", Lines: 0, Amount: 0},
		}},
	} {
		body, err := json.Marshal(feed)
		if err != nil {
			t.Fatal(err)
		}
		if answer := s.Send(body, how); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		s.Clock.Advance(25 * time.Hour)
	}
	s.wantBalance(somchai, hundred)
}

// TestTheBanksOwnTotalsAreHeldAgainstTheLines: a line that never came is found by what the bank's statement says of its
// day.
func TestTheBanksOwnTotalsAreHeldAgainstTheLines(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	line := s.lineFrom(somchai, hundred)
	day := openapi_types.Date{Time: line.TransferredAt.In(time.FixedZone("ICT", 7*60*60))}
	for lines, want := range map[int]int64{1: 0, 2: 1} {
		total := webhook.BankDayTotal{Day: day, Currency: "BAHT", Lines: lines, Amount: money.Amount(lines) * hundred}
		body, err := json.Marshal(webhook.BankFeed{EventID: id.NewID().String(), AccountNo: "405-111222-3", Lines: []webhook.BankFeedLine{line}, DayTotals: &[]webhook.BankDayTotal{total}})
		if err != nil {
			t.Fatal(err)
		}
		how := paymenttest.Signed{Path: "/webhooks/bank-feed/", Gateway: "SCB", Secret: paymenttest.Credentials.Secret(simulator.BankFeedParty("SCB"))}
		if answer := s.Send(body, how); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		line.LineID = s.lineFrom(somchai, hundred).LineID // under another name: it is the same payment
		findings, err := s.Database.DB.Check(t.Context(), "I16")
		if err != nil || len(findings) != 1 || findings[0].Count != want {
			t.Errorf("%d lines: %+v %v", lines, findings, err)
		}
	}
}

// TestALineIsNotCoveredByACodeThatWasMadeAfterIt: what it tells was paid before; the code's own line comes later.
func TestALineIsNotCoveredByACodeThatWasMadeAfterIt(t *testing.T) {
	t.Parallel()
	for name, reported := range map[string]money.Amount{"credited": hundred, "in suspense": hundred - 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			like := func() webhook.BankFeedLine {
				line := s.unnamed(nil)
				line.Amount = reported
				return line
			}
			s.arrived(intoKBANK, like())
			s.Clock.Advance(8 * time.Minute)
			event := s.event(s.made(somchai, "KBANKQR", "100"))
			event.Payer, event.Amount = nil, reported
			s.taken(event, paymenttest.Signed{Gateway: "KBANKQR"})
			s.later(30 * time.Minute)
			reasons, waits := "NO_MATCH", reported
			if reported != hundred {
				reasons, waits = "AMOUNT_DIFFERS NO_MATCH", 2*reported
			}
			if got := s.waiting().Total; got != int(waits/reported) {
				t.Errorf("I16: a code that was made later covers the line: %d wait for operators", got)
			}
			s.suspended(money.Baht, waits, reasons)
			s.Clock.Advance(-25 * time.Minute)
			own := like()
			s.Clock.Advance(25 * time.Minute)
			s.arrived(intoKBANK, own)
			s.later(40 * time.Minute)
			s.suspended(money.Baht, waits, reasons)
		})
	}
}
