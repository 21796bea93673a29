package deposit_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/channel"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
	"krapao/server/postgres"
	"krapao/server/simulator"
	"krapao/server/simulator/api/webhook"
)

// The house's accounts in these tests.
const (
	houseSCB   = "4051112223"
	houseKBANK = "0987654321" // payable by QR code too: its gateway's reports prove its money
	houseLink  = "0890001122"
	houseAuto  = "0890001133"
	houseBCEL  = "1601100001234"
)

// intakeEnv is an env whose members have phones and bank accounts, with every way in. Its server runs no jobs by
// itself: later does.
type intakeEnv struct {
	*env
	noi, lek *portaltest.Client // two operators
}

var accounts = map[id.MemberID]member.BankAccount{
	somchai: {BankCode: "SCB", Number: "4051234567", Name: "SOMCHAI JAIDEE"},
	malee:   {BankCode: "KBANK", Number: "1239876543", Name: "MALEE SUKJAI"},
	bounmy:  {BankCode: "BCEL", Number: "1601100009876", Name: "BOUNMY VONG"},
}

var phones = map[id.MemberID]string{somchai: "0812345678", malee: "0898765432", bounmy: "02012345678"}

func newIntakeEnv(t *testing.T, options ...portaltest.Option) *intakeEnv {
	t.Helper()
	options = append(options, portaltest.WithApp(app.WithoutJobs(), app.WithDatabaseTimeout(time.Minute)),
		portaltest.WithConfig(func(c *app.Config) { c.RequestTimeout = 2 * time.Minute }))
	s := &intakeEnv{env: newEnv(t, options...)}
	for who, bank := range accounts {
		s.addMember(who, phones[who], &bank)
	}
	account := func(code, bank string, kind channel.Kind, mode channel.Mode, number string, currency money.Currency) channel.Channel {
		return channel.Channel{
			Code: code, Kind: kind, BankCode: bank, Mode: mode, NameTH: bank, NameEN: bank, AccountName: "KRAPAO CO LTD", AccountNo: number, Currency: currency,
			MinDeposit: money.Units(2), Open: true,
		}
	}
	sms := account("KBANKQR", "KBANK", channel.Bank, channel.SMS, houseKBANK, money.Baht)
	sms.TakesQR = true
	err := s.App.Channels.PutChannels(t.Context(),
		account("SCB1", "SCB", channel.Bank, channel.Auto, houseSCB, money.Baht), sms, account("BCEL1", "BCEL", channel.Bank, channel.Auto, houseBCEL, money.Kip),
		account("TRUELINK", "TRUE", channel.Wallet, channel.Link, houseLink, money.Baht), account("TRUEAUTO", "TRUE", channel.Wallet, channel.Auto, houseAuto, money.Baht))
	if err != nil {
		t.Fatal(err)
	}
	s.noi, s.lek = s.Operator(t, "noi"), s.Operator(t, "lek")
	return s
}

func (s *intakeEnv) addMember(who id.MemberID, phone string, bank *member.BankAccount) {
	s.t.Helper()
	err := postgres.Members{DB: s.Database.DB}.AddMember(s.t.Context(), member.Member{
		ID: who, Phone: phone, Name: "Member", Currency: paymenttest.CurrencyOf(who), Status: member.Active, CreatedAt: s.Clock.Now(), LastLoginAt: s.Clock.Now(), Bank: bank,
	}, "none")
	if err != nil {
		s.t.Fatal(err)
	}
}

// lineFrom is an honest line: a member paid an amount from their own account just now.
func (s *intakeEnv) lineFrom(who id.MemberID, amount money.Amount) webhook.BankFeedLine {
	bank := accounts[who]
	reference := "T" + id.NewID().String()[9:]
	return webhook.BankFeedLine{
		LineID: id.NewID().String(), Amount: amount, Currency: webhook.Currency(paymenttest.CurrencyOf(who)), TransferredAt: s.Clock.Now(), TransactionReference: &reference,
		Payer: &webhook.PaymentParty{BankCode: &bank.BankCode, AccountNo: &bank.Number, AccountName: &bank.Name},
	}
}

// fed is how a feed is sent; the zero value of each field is what SCB does for the house's account.
type fed struct {
	bank, account string
	paymenttest.Signed
}

// feed sends lines and gives the answer.
func (s *intakeEnv) feed(how fed, lines ...webhook.BankFeedLine) portaltest.Answer {
	s.t.Helper()
	if how.bank == "" {
		how.bank = "SCB"
	}
	if how.account == "" {
		how.account = houseSCB
	}
	body, err := json.Marshal(webhook.BankFeed{EventID: "feed_" + id.NewID().String(), AccountNo: how.account, Lines: lines})
	if err != nil {
		s.t.Fatal(err)
	}
	how.Path, how.Gateway = "/webhooks/bank-feed/", how.bank
	if how.Secret == "" {
		how.Secret = paymenttest.Credentials.Secret(simulator.BankFeedParty(how.bank))
	}
	return s.Send(body, how.Signed)
}

// arrived feeds lines that must be answered as received, none of them refused.
func (s *intakeEnv) arrived(how fed, lines ...webhook.BankFeedLine) {
	s.t.Helper()
	for i, outcome := range s.outcomes(how, lines...) {
		if outcome != "TAKEN" && outcome != "REPEATED" {
			s.t.Errorf("line %d: %s", i, outcome)
		}
	}
}

// outcomes feeds lines and gives the answer to each.
func (s *intakeEnv) outcomes(how fed, lines ...webhook.BankFeedLine) (outcomes []string) {
	s.t.Helper()
	answer := s.feed(how, lines...)
	var receipt webhook.BankFeedReceipt
	if err := json.Unmarshal(answer.Body, &receipt); err != nil || answer.Status != http.StatusOK || !receipt.Received || len(receipt.Lines) != len(lines) {
		s.t.Errorf("%d %s", answer.Status, answer.Body)
	}
	for i, line := range receipt.Lines {
		outcome := string(line.Outcome)
		if line.Reason != nil {
			outcome += " " + string(*line.Reason)
		}
		if line.LineID != lines[i].LineID {
			s.t.Errorf("the answer's line %d is %s, not %s", i, line.LineID, lines[i].LineID)
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes
}

// wantBalance fails unless the ledger is sound and the member has this much.
func (s *intakeEnv) wantBalance(who id.MemberID, want money.Amount) {
	s.t.Helper()
	if got := s.balance(who); got != want {
		s.t.Errorf("the member has %v, not %v", got, want)
	}
	s.sound()
}

// suspended fails unless suspense holds this much for these reasons, those that were decided included.
func (s *intakeEnv) suspended(currency money.Currency, want money.Amount, reasons string) {
	s.t.Helper()
	if got := s.house(ledger.Suspense(currency)); got != want {
		s.t.Errorf("suspense holds %v, not %v", got, want)
	}
	if got := s.queue(); got != reasons {
		s.t.Errorf("the operator's queue: %q, not %q", got, reasons)
	}
}

// deposits gives a member's list.
func (s *intakeEnv) deposits(who id.MemberID) portal.DepositPage {
	s.t.Helper()
	answer := s.As(who).Do(http.MethodPost, "/api/wallet/deposits", `{"page":1,"limit":100}`)
	var page portal.DepositPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return page
}

// story gives the newest deposit of a member in a line: kind, amount, status, steps.
func (s *intakeEnv) story(who id.MemberID) string {
	s.t.Helper()
	page := s.deposits(who)
	if len(page.Deposits) == 0 {
		return ""
	}
	newest := page.Deposits[0]
	text := fmt.Sprintf("%d %s %s %v %s", page.Total, newest.Kind, newest.Channel, newest.Amount, newest.Status)
	for _, event := range newest.Timeline {
		text += " " + string(event.Step)
	}
	return text
}

// asked reads the id of the request that waits for a second person.
func (s *intakeEnv) asked(answer portaltest.Answer) string {
	s.t.Helper()
	var body struct{ ApprovalID string }
	if err := json.Unmarshal(answer.Body, &body); err != nil || answer.Status != http.StatusOK || body.ApprovalID == "" {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return body.ApprovalID
}

// approve has another operator approve what noi asked for.
func (s *intakeEnv) approve(request string) portaltest.Answer {
	return s.lek.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", "")
}

// later moves the clock and runs a job that the clock alone does not.
func (s *intakeEnv) later(by time.Duration) {
	s.t.Helper()
	s.Clock.Advance(by)
	if err := s.App.Intake.SettleWaiting(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	if err := s.App.Intake.ReconcileGifts(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

var laos = portaltest.WithConfig(func(config *app.Config) { config.Edition = app.Laos })
