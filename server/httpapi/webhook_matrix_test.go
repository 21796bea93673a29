package httpapi_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/httpapi/api/webhook"
	"krapao/server/portaltest"
	"krapao/server/simulator"
)

// event is the body of a report.
type event map[string]any

// hook is a webhook and an honest report to it.
type hook struct {
	path, party string
	// ready gives a member and the honest report about their money.
	ready func(t testing.TB, f *fair) (*fairgoer, event)
	// done is what the member has in the main wallet and held, in satang, once the report was believed; none while it
	// was not.
	done, none string
	// amount, currency and reference make the report one of another amount, currency or thing. Of a bank's feed, whose
	// amount is the truth, it is the one that says another amount of the same transfer (told).
	amount, currency, reference func(e event)
	// told has the honest report come before the one with another amount.
	reported bool
	// stale is a report about the same thing that comes at the wrong time, before or after the honest one: it changes
	// nothing.
	stale func(e event)
	// early has the stale one come first.
	early bool
}

// line changes the line of a feed.
func line(name string, value any) func(e event) {
	return func(e event) {
		lines, _ := e["lines"].([]event)
		changed := maps.Clone(lines[0])
		changed[name] = value
		e["lines"] = []event{changed}
	}
}

func set(name string, value any) func(e event) { return func(e event) { e[name] = value } }

var hooks = map[string]hook{
	"ReceivePaymentEvent": {
		path: "/webhooks/payment/" + payGate, party: simulator.GatewayParty(payGate), done: "10000/0", none: "0/0",
		ready: func(t testing.TB, f *fair) (*fairgoer, event) {
			m := f.member(t, 0)
			qr := m.shown(t)
			return m, event{
				"eventId": "evt-" + qr, "type": "PAID", "reference": qr, "qrReference": f.one(t, "select gateway_reference from qr_payment where id = $1", qr),
				"amount": 100, "currency": "BAHT", "paidAt": f.Clock.Now().Format(time.RFC3339),
			}
		},
		amount: set("amount", 900), currency: set("currency", "LAK"), reference: set("reference", nobodysID), early: true,
		stale: func(e event) {
			e["type"] = "EXPIRED"
			delete(e, "paidAt")
		},
	},
	"ReceiveBankFeed": {
		path: "/webhooks/bank-feed/SCB", party: simulator.BankFeedParty("SCB"), done: "10000/0", none: "0/0",
		ready: func(t testing.TB, f *fair) (*fairgoer, event) {
			m := f.member(t, 0)
			return m, event{"eventId": "feed-" + m.phone, "accountNo": houseSCB, "lines": []event{{
				"lineId": "L" + m.phone, "amount": 100, "currency": "BAHT", "transferredAt": f.Clock.Now().Format(time.RFC3339), "transactionReference": "T" + m.phone,
				"payer": event{"bankCode": "KBANK", "accountNo": "1" + m.phone[1:], "accountName": "SOMCHAI JAIDEE"},
			}}}
		},
		amount: func(e event) {
			line("amount", 900)(e)
			line("lineId", e["eventId"])(e)
		},
		reported: true, currency: line("currency", "LAK"), reference: set("accountNo", "4050000001"), stale: line("transferredAt", "2026-01-01T00:00:00Z"),
	},
	"ReceivePayoutEvent": {
		path: "/webhooks/payout/" + payGate, party: simulator.GatewayParty(payGate), done: "99000/0", none: "99000/1000",
		ready: func(t testing.TB, f *fair) (*fairgoer, event) {
			m := f.member(t, 1000)
			reference := m.withdraws(t, 10)
			want(t, "approving it", f.noi.Do(http.MethodPost, "/operator/withdrawals/"+reference+"/approve", ""), "")
			eventually(t, "the gateway has the order", func() bool {
				if err := f.App.Withdrawals.PayOut(t.Context()); err != nil {
					t.Error(err)
				}
				return f.one(t, "select step from withdrawal where reference = $1", reference) == "SENT"
			})
			payout := f.one(t, "select id::text from withdrawal where reference = $1", reference)
			return m, event{
				"eventId": "evt-" + payout, "type": "PAID", "reference": payout, "payoutReference": f.one(t, "select gateway_reference from payout where id = $1", payout),
				"amount": 10, "currency": "BAHT", "paidAt": f.Clock.Now().Format(time.RFC3339),
			}
		},
		amount: set("amount", 900), currency: set("currency", "LAK"), reference: set("reference", nobodysID),
		stale: func(e event) {
			e["type"], e["reason"] = "REJECTED", "NO_ACCOUNT"
			delete(e, "paidAt")
		},
	},
}

// tell sends a report, signed by a party so long ago, and perhaps changed on the way.
func (f *fair) tell(t testing.TB, h hook, e event, party string, age time.Duration, tamper func(string) string) portaltest.Answer {
	t.Helper()
	body := text(t, e)
	headers := f.signed(body, credentials.Secret(party), age)
	if tamper != nil {
		body = tamper(body)
	}
	return patiently(func() portaltest.Answer { return f.Client(t).Do(http.MethodPost, h.path, body, headers...) })
}

func (f *fair) has(t testing.TB, m *fairgoer) string {
	t.Helper()
	return f.one(t, "select main || '/' || hold from ledger_wallet where member_id = $1", m.number)
}

func TestAWebhookBelievesItsPartyOnceAndNobodyElse(t *testing.T) {
	t.Parallel()
	f := newFair(t)
	f.limits(payGate)
	doc, err := webhook.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for path, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			if operation.OperationID == "ReceiveHelpDeskEvent" { // no money: server/helpdesk tests it
				continue
			}
			h, listed := hooks[operation.OperationID]
			if !listed || !strings.HasPrefix(h.path, strings.SplitN(path, "{", 2)[0]) {
				t.Errorf("%s has no row", operation.OperationID)
				continue
			}
			known++
			t.Run(operation.OperationID+" refuses", func(t *testing.T) { f.refuses(t, h) }) //nolint:tparallel // each looks at all rows
			t.Run(operation.OperationID+" believes once", func(t *testing.T) { f.believesOnce(t, h) })
			t.Run(operation.OperationID+" doubts", func(t *testing.T) { f.doubts(t, h) })
		}
	}
	if known != len(hooks) {
		t.Errorf("%d of %d rows are of a webhook", known, len(hooks))
	}
	f.sound(t)
}

// refuses: what the party did not sign, now and as it came, is refused and leaves nothing; it is no repeat of what
// comes after it.
func (f *fair) refuses(t *testing.T, h hook) {
	m, honest := h.ready(t, f)
	before := f.stored(t, "")
	for name, c := range map[string]struct {
		party  string
		age    time.Duration
		tamper func(string) string
	}{
		"old": {h.party, 301 * time.Second, nil}, "from the future": {h.party, -302 * time.Second, nil},
		"signed by another gateway": {simulator.GatewayParty(otherGate), 0, nil}, "signed by another bank": {simulator.BankFeedParty("KBANK"), 0, nil},
		"another amount": {h.party, 0, func(body string) string { return strings.Replace(body, `"amount":10`, `"amount":90`, 1) }},
		"a byte more":    {h.party, 0, func(body string) string { return body + " " }},
	} {
		if answer := f.tell(t, h, honest, c.party, c.age, c.tamper); answer.Status != http.StatusUnauthorized || answer.Code() != "BAD_SIGNATURE" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if changed := f.stored(t, "").since(before); len(changed) > 0 {
		t.Errorf("what was refused changed %v", changed)
	}
	f.believed(t, h, honest)
	if has := f.has(t, m); has != h.done {
		t.Errorf("then the honest report: %s, not %s", has, h.done)
	}
}

// believed tells a report that must be answered as received.
func (f *fair) believed(t testing.TB, h hook, e event) {
	t.Helper()
	if answer := f.tell(t, h, e, h.party, 0, nil); answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), `"received":true`) {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

// believesOnce: an honest report has its effect once: replayed, out of order, or its event's id used again for another
// body.
func (f *fair) believesOnce(t *testing.T, h hook) {
	m, honest := h.ready(t, f)
	for range 2 {
		f.believed(t, h, honest)
	}
	if answer := f.tell(t, h, honest, h.party, 299*time.Second, nil); answer.Status != http.StatusOK {
		t.Errorf("a replay: %d %s", answer.Status, answer.Body)
	}
	again := maps.Clone(honest)
	h.amount(again)
	again["eventId"] = honest["eventId"]
	f.believed(t, h, again)
	if has := f.has(t, m); has != h.done {
		t.Errorf("replayed, and its event's id used again: %s, not %s", has, h.done)
	}
	m, honest = h.ready(t, f)
	stale := maps.Clone(honest)
	stale["eventId"] = "stale-" + m.phone
	h.stale(stale)
	order := []event{honest, stale}
	if h.early {
		order = []event{stale, honest}
	}
	for _, e := range order {
		f.believed(t, h, e)
	}
	if has := f.has(t, m); has != h.done {
		t.Errorf("out of order: %s, not %s", has, h.done)
	}
}

// doubts: a report about another amount, currency or thing than it must be moves nothing of the member's.
func (f *fair) doubts(t *testing.T, h hook) {
	for name, change := range map[string]func(event){"another amount": h.amount, "another currency": h.currency, "an unknown reference": h.reference} {
		m, honest := h.ready(t, f)
		stays := h.none
		if name == "another amount" && h.reported {
			f.believed(t, h, honest)
			stays = h.done
		}
		wrong := maps.Clone(honest)
		wrong["eventId"] = "wrong-" + m.phone
		change(wrong)
		for range 2 {
			f.believed(t, h, wrong)
		}
		if has := f.has(t, m); has != stays {
			t.Errorf("%s: %s, not %s", name, has, stays)
		}
	}
}
