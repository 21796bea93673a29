package slip_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"krapao/server/audit"
	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/slip"
)

// houseLink is the house's e-wallet for gift links.
const houseLink = "0890001122"

// market is an env with every way in: an account of QR codes, another one, and an e-wallet of gift links.
type market struct {
	*env

	operators map[string]*portaltest.Client // of this history: the clock ends their sessions
	runs      int
}

// by is what an operator does.
func (m *market) by(name, path, body string) portaltest.Answer {
	if m.operators[name] == nil {
		m.operators[name] = m.Operator(m.t, name)
	}
	return m.operators[name].Do(http.MethodPost, path, body)
}

func newMarket(t *testing.T) *market {
	t.Helper()
	s := &market{env: newTwoAccountStand(t)}
	s.takesQR()
	s.pictures.Pictures = inProcess{}
	if err := s.App.Channels.PutChannels(t.Context(), channel.Channel{
		Code: "TRUELINK", Kind: channel.Wallet, BankCode: "TRUE", Mode: channel.Link, NameTH: "TRUE", NameEN: "TRUE", AccountName: "KRAPAO CO LTD", AccountNo: houseLink,
		Currency: money.Baht, MinDeposit: money.Units(2), Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// give makes a gift link at the e-wallet, as somebody with this phone does.
func (m *market) give(phone, amount string) string {
	m.t.Helper()
	var made struct{ Link string }
	if err := json.Unmarshal(m.party(http.MethodPost, "/ewallet/gift-links", fmt.Appendf(nil, `{"amount":%q,"phone":%q}`, amount, phone)), &made); err != nil || made.Link == "" {
		m.t.Fatal(made, err)
	}
	return made.Link
}

// due is how many payments of an amount a member has made and not been given yet.
func (r *run) due(who id.MemberID, amount money.Amount) int {
	return r.paid[who][amount] - r.count(`ledger_transaction t join ledger_posting p on p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement
		where t.kind = 'DEPOSIT' and t.member_id = $1 and p.amount = $2`, who, amount)
}

func (r *run) nobodyHasMore() {
	r.rt.Helper()
	for who := range r.paid {
		for _, amount := range r.amounts {
			if due := r.due(who, amount); due < 0 {
				r.fail("%v has %d payments of %v too many", who, -due, amount)
			}
		}
	}
}

func (r *run) sound() {
	r.rt.Helper()
	findings, err := r.Database.DB.Check(r.t.Context())
	if err != nil {
		r.rt.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			r.fail("the ledger: %+v", finding)
		}
	}
}

// paymentOf gives the payment that an entry of the operators' queue is; nil for another history's.
func (r *run) paymentOf(entry deposit.Suspense) *payment {
	name := entry.External.ID
	if entry.Source() == deposit.FromFeed {
		lineID, err := id.Parse(entry.Event.Reference)
		if err != nil {
			r.rt.Fatal(err)
		}
		line, err := r.App.Intake.Store.Line(r.t.Context(), lineID)
		if err != nil {
			r.rt.Fatal(err)
		}
		name = line.LineID
	}
	return r.payments[name]
}

// open gives what waits in the operators' queue of this history, without reports of a wrong amount.
func (r *run) open() (open []deposit.Suspense) {
	waiting, _, err := r.App.Intake.Waiting(r.t.Context(), audit.Page{Limit: 10_000})
	if err != nil {
		r.rt.Fatal(err)
	}
	for _, entry := range waiting {
		if pay := r.paymentOf(entry); pay != nil && pay.amount == entry.Event.Amount {
			open = append(open, entry)
		}
	}
	return open
}

// work has operators credit what waits to whom it is due: to who paid it, as the bank tells them who call; else to who
// still misses as much.
func (r *run) work(ownOnly bool) {
	for _, entry := range r.open() {
		owner := r.paymentOf(entry).owner
		if ownOnly && entry.Reason == deposit.PayerDiffers && entry.Source() != deposit.FromGift {
			continue // of a slip's own line nobody knows yet
		}
		for _, who := range []id.MemberID{owner, somchai + malee - owner} {
			if r.due(who, entry.Event.Amount) > 0 && r.matched(entry, who) || ownOnly {
				break
			}
		}
	}
}

// matched has two operators match an entry; false where a member has its money otherwise.
func (r *run) matched(entry deposit.Suspense, who id.MemberID) bool {
	r.rt.Helper()
	var asked struct{ ApprovalID string }
	answer := r.by("noi", "/operator/suspense/"+entry.ID.String()+"/match", `{"memberId":"`+who.String()+`","note":"by the phone call"}`)
	if answer.Code() == "KEY_INVALID" {
		return false
	}
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
		r.fail("matching: %d %s", answer.Status, answer.Body)
	}
	if answer := r.by("dao", "/operator/approvals/"+asked.ApprovalID+"/approve", ""); answer.Status != http.StatusOK {
		r.fail("approving: %d %s", answer.Status, answer.Body)
	}
	r.did = append(r.did, fmt.Sprintf("(%s %s of %v to %v)", entry.Source(), entry.Reason, entry.Event.Amount, who))
	return true
}

// finish has operators work through what waits, then through the slips, and through what waited for a slip. It fails
// unless everybody then has what they paid.
func (r *run) finish() {
	r.rt.Helper()
	r.work(true)
	r.work(false)
	r.nobodyHasMore()
	slips, _, err := r.App.Slips.OperatorList(r.t.Context(), slip.Filter{Review: true, Page: audit.Page{Limit: 10_000}})
	if err != nil {
		r.rt.Fatal(err)
	}
	for _, slip := range slips {
		r.judge(slip)
	}
	r.work(false)
	r.nobodyHasMore()
	for who := range r.paid {
		for _, amount := range r.amounts {
			if due := r.due(who, amount); due != 0 {
				r.fail("%d payments of %v by %v are nowhere", due, amount, who)
			}
		}
	}
}

// judge has operators credit a slip whose member misses as much, or refuse it.
func (r *run) judge(slip slip.Slip) {
	amount := money.Amount(0)
	if slip.Transfer != nil {
		amount = slip.Transfer.Amount
	}
	path := "/operator/slips/" + slip.ID.String()
	if r.due(slip.Member, amount) <= 0 {
		r.by("noi", path+"/reject", `{"reason":"SLIP_REFNO_DUPLICATED","note":"credited otherwise"}`)
		return
	}
	var asked struct{ ApprovalID string }
	answer := r.by("noi", path+"/approve", fmt.Sprintf(`{"amount":%v,"note":"seen"}`, amount))
	if err := json.Unmarshal(answer.Body, &asked); err == nil && asked.ApprovalID != "" {
		answer = r.by("dao", "/operator/approvals/"+asked.ApprovalID+"/approve", "")
	}
	if answer.Status != http.StatusOK && answer.Code() != "APPROVAL_STALE" {
		r.fail("slip: %d %s", answer.Status, answer.Body)
	}
}
