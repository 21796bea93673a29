package slip_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/picture"
	"krapao/server/portaltest"
)

// propertyTime is for how long new runs begin.
const propertyTime = 12 * time.Second

// inProcess reads pictures without a process of its own: these are our own, and there are many.
type inProcess struct{}

func (inProcess) Redraw(_ context.Context, file, drawn *os.File) (picture.Type, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	read, err := picture.Read(file)
	if err != nil {
		return "", err
	}
	return read.Type, read.Write(drawn)
}

func (inProcess) Codes(_ context.Context, file *os.File) ([]string, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	drawn, err := picture.Redrawn(file)
	return picture.QRTexts(drawn.Image), err
}

// TestWhateverTellsOfPaymentsInWhateverOrderEachIsCreditedOnceToWhoPaid: payments of few amounts by two members into
// two accounts and an e-wallet are told by lines, slips, reports and gift links, repeated and in any order, and
// operators come between them. Nobody ever has more than they paid, the books are sound, and when operators have worked
// through what waits, everybody has exactly that.
func TestWhateverTellsOfPaymentsInWhateverOrderEachIsCreditedOnceToWhoPaid(t *testing.T) {
	t.Parallel()
	s := newMarket(t)
	begun, failed := time.Now(), false
	rapid.Check(t, func(rt *rapid.T) {
		if !failed && time.Since(begun) > propertyTime {
			return
		}
		failed = true // until the end is reached; a run that failed is shrunk however long that takes
		run := s.begin(rt)
		for range rapid.IntRange(1, 4).Draw(rt, "payments") {
			run.draw()
		}
		for _, step := range rapid.Permutation(run.steps).Draw(rt, "order") {
			run.did = append(run.did, step.name)
			if err := step.do(); err != nil {
				run.fail("%v", err)
			}
			s.Clock.Advance(20 * time.Second)
			run.nobodyHasMore()
		}
		s.Clock.Advance(40 * time.Minute)
		if err := s.App.Intake.SettleWaiting(t.Context()); err != nil {
			run.fail("%v", err)
		}
		run.nobodyHasMore()
		run.sound()
		run.finish()
		run.sound()
		failed = false
	})
}

// run is one random history.
type run struct {
	*market

	rt       *rapid.T
	amounts  []money.Amount
	start    time.Time
	paid     map[id.MemberID]map[money.Amount]int
	payments map[string]*payment // by what they are named: a line's id, a gateway's reference, a voucher's hash
	codes    map[id.MemberID]bool
	steps    []step
	did      []string
}

// payment is one payment of the outside world.
type payment struct {
	owner  id.MemberID
	amount money.Amount
}

type step struct {
	name string
	do   func() error
}

// begin starts a history of its own: amounts that no other has, days after the one before.
func (m *market) begin(rt *rapid.T) *run {
	m.runs++
	m.operators = map[string]*portaltest.Client{}
	m.Clock.Advance(72 * time.Hour)
	first := money.Units(100) + money.Amount(2*m.runs)*100
	return &run{
		market: m, rt: rt, amounts: []money.Amount{first, first + 100}, start: m.Clock.Now(), payments: map[string]*payment{}, codes: map[id.MemberID]bool{},
		paid: map[id.MemberID]map[money.Amount]int{somchai: {}, malee: {}},
	}
}

func (r *run) fail(format string, values ...any) {
	r.rt.Helper()
	r.rt.Fatalf("%s\nafter: %s", fmt.Sprintf(format, values...), strings.Join(r.did, "; "))
}

func (r *run) add(what string, pay *payment, do func() error) {
	name := fmt.Sprintf("%s of %v's %v", what, pay.owner, pay.amount)
	r.steps = append(r.steps, step{name, do})
	if rapid.IntRange(0, 3).Draw(r.rt, "again") == 0 {
		r.steps = append(r.steps, step{name + " again", do})
	}
}

// draw makes a payment and what will tell of it.
func (r *run) draw() {
	pay := &payment{rapid.SampledFrom([]id.MemberID{somchai, malee}).Draw(r.rt, "who"), rapid.SampledFrom(r.amounts).Draw(r.rt, "amount")}
	kinds := []string{"transfer", "transfer", "gift"}
	if !r.codes[pay.owner] {
		kinds = append(kinds, "code")
	}
	switch rapid.SampledFrom(kinds).Draw(r.rt, "kind") {
	case "code":
		r.code(pay)
	case "gift":
		r.gift(pay)
	default:
		r.transfer(pay)
	}
	r.paid[pay.owner][pay.amount]++
	if rapid.IntRange(0, 2).Draw(r.rt, "operators come") == 0 {
		r.steps = append(r.steps, step{"operators", func() error { r.work(true); return nil }})
	}
}

// payer is who paid a line, as far as a bank tells it.
func (r *run) payer(who id.MemberID) bankaccount.Payer {
	whole := payerOf(who)
	return rapid.SampledFrom([]bankaccount.Payer{
		whole, whole, {Account: bankaccount.Account{Bank: whole.Bank, Number: "xxxxxx" + whole.Number[6:], Holder: whole.Holder}}, {Account: bankaccount.Account{Bank: whole.Bank}}, {},
	}).Draw(r.rt, "payer")
}

func (r *run) line(pay *payment, bank, account, reference string, payer bankaccount.Payer) {
	line := deposit.BankLine{
		BankCode: bank, AccountNo: account, LineID: id.NewID().String(), Reference: reference, Amount: pay.amount, Currency: money.Baht, Payer: payer, TransferredAt: r.start,
	}
	r.payments[line.LineID] = pay
	r.add(fmt.Sprintf("line (%s, reference %q, payer %+v)", bank, reference, payer), pay, func() error {
		_, err := r.App.Intake.ReceiveLines(context.Background(), []deposit.BankLine{line})
		return err
	})
}

// transfer is one into either account of the house; perhaps its payer uploads the slip, and perhaps the other member
// does.
func (r *run) transfer(pay *payment) {
	account := rapid.SampledFrom([][2]string{{"KBANK", houseNo}, {"SCB", houseSCB}}).Draw(r.rt, "account")
	made, reference := r.pay(pay.owner, pay.amount.String(), "toBankCode", account[0], "toAccountNo", account[1]), ""
	if rapid.Bool().Draw(r.rt, "named") {
		reference = made.TransactionReference
	}
	r.line(pay, account[0], account[1], reference, r.payer(pay.owner))
	if rapid.Bool().Draw(r.rt, "slip") {
		r.add("slip", pay, func() error { return r.slip(pay.owner, made) })
	}
	if rapid.IntRange(0, 5).Draw(r.rt, "stolen") == 0 {
		r.add("stolen slip", pay, func() error { return r.slip(somchai+malee-pay.owner, made) })
	}
}

// slip uploads one and waits until it is decided, or a person's.
func (r *run) slip(who id.MemberID, made paid) error {
	reference := r.upload(who, made.picture).Reference
	r.until("slip "+reference+" is looked at", func() bool {
		return r.count("slip where member_id = $1 and reference = $2 and (status <> 'PENDING' or review <> '')", who, reference) == 1
	})
	return nil
}

// code is a QR code that its member or the other one pays.
func (r *run) code(pay *payment) {
	r.codes[pay.owner] = true
	code := deposit.QR{
		ID: id.NewID(), Member: pay.owner, Gateway: "KBANK1", Amount: pay.amount, Currency: money.Baht, Status: deposit.Requested,
		CreatedAt: r.start, ExpiresAt: r.start.Add(time.Hour), AskAt: r.start.Add(time.Hour),
	}
	if added, err := r.App.Deposits.Store.AddQR(context.Background(), code); err != nil || !added {
		r.fail("a QR code: %v %v", added, err)
	}
	scanned := rapid.SampledFrom([]id.MemberID{pay.owner, pay.owner, somchai + malee - pay.owner}).Draw(r.rt, "scanned by")
	name := "G" + code.ID.String()
	r.payments[name] = pay
	report := func(what string, amount money.Amount, payer bankaccount.Payer) {
		event := deposit.PaymentEvent{
			Gateway: "KBANK1", ID: id.NewID().String(), Type: deposit.EventPaid, Reference: code.ID.String(), GatewayReference: name, Amount: amount, Currency: money.Baht,
			PaidAt: r.start, Payer: payer,
		}
		r.add(what, pay, func() error { return r.App.Deposits.ReceivePayment(context.Background(), event) })
	}
	payer := rapid.SampledFrom([]bankaccount.Payer{payerOf(scanned), {Account: bankaccount.Account{Bank: accounts[scanned].BankCode}}, {}}).Draw(r.rt, "reported payer")
	report(fmt.Sprintf("report (payer %+v)", payer), pay.amount, payer)
	if rapid.IntRange(0, 3).Draw(r.rt, "wrong first") == 0 {
		report("report of another amount", r.amounts[0]+r.amounts[1]-pay.amount, payer)
	}
	reference := ""
	if rapid.Bool().Draw(r.rt, "named") {
		reference = "Q" + strings.ToUpper(code.ID.String())
	}
	r.line(pay, "KBANK", houseNo, reference, r.payer(scanned))
}

// gift is a voucher that its giver, or the other member, sends.
func (r *run) gift(pay *payment) {
	phone := "08" + pay.owner.String()
	link := r.give(phone, pay.amount.String())
	_, hash, _ := strings.Cut(link, "v=")
	r.payments[hash] = pay
	sender := rapid.SampledFrom([]id.MemberID{pay.owner, pay.owner, somchai + malee - pay.owner}).Draw(r.rt, "sent by")
	r.add(fmt.Sprintf("gift sent by %v", sender), pay, func() error {
		_, err := r.App.Intake.SendGiftLink(context.Background(), deposit.SendGiftLinkInput{Member: sender, Currency: money.Baht, Link: link})
		if err != nil && !strings.Contains(err.Error(), "TRUELINK_DUPLICATE") {
			return err
		}
		return nil
	})
	payer := rapid.SampledFrom([]bankaccount.Payer{{Account: bankaccount.Account{Bank: "TRUE", Number: phone}}, {Phone: phone}, {}}).Draw(r.rt, "e-wallet's payer")
	r.line(pay, "TRUE", houseLink, "", payer)
}
