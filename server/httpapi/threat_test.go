package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/server/cashier"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// effects counts the rows that a call could have written.
func (s town) effects(t *testing.T) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, table := range []string{"ledger_transaction", "ledger_posting", "ledger_house_posting", "member", "session", "otp", "qr_payment", "member_agreement", "operator_audit"} {
		var count int
		if err := s.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select count(*) from "+table).Scan(&count); err != nil {
			t.Fatal(err)
		}
		counts[table] = count
	}
	return counts
}

// What a page of another origin can make a browser send: no bearer header, no header of its own, a form's content types, any cookie.
func TestNothingThatAnotherSitesPageCanSendHasAnEffect(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	victim := p.As("") // the same browser: its cookies are sent
	all, err := portaltest.Calls()
	if err != nil {
		t.Fatal(err)
	}
	before := city.effects(t)
	header := func(name, value string) portaltest.Header { return portaltest.Header{Name: name, Value: value} }
	from := []portaltest.Header{header("X-Requested-With", ""), header("Sec-Fetch-Site", "cross-site"), header("Origin", "https://evil.example")}
	ways := map[string][]portaltest.Header{
		"an image":     {header("Sec-Fetch-Mode", "no-cors"), header("Sec-Fetch-Dest", "image")},
		"a link":       {header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "document")},
		"a prefetch":   {header("Sec-Purpose", "prefetch"), header("Sec-Fetch-Mode", "no-cors")},
		"a form":       {header("Content-Type", ""), header("Content-Type", "application/x-www-form-urlencoded"), header("Sec-Fetch-Mode", "navigate")},
		"a plain form": {header("Content-Type", ""), header("Content-Type", "text/plain"), header("Sec-Fetch-Mode", "navigate")},
	}
	for _, call := range all {
		for name, headers := range ways {
			isForm := strings.Contains(name, "form")
			if isForm == (call.Method == http.MethodGet) || isForm && call.Method != http.MethodPost {
				continue
			}
			answer := victim.Do(call.Method, call.Path, call.Body, append(slices.Clone(from), headers...)...)
			reads := call.Public && call.Method == http.MethodGet
			if answer.Status < http.StatusBadRequest && !reads {
				t.Errorf("%s by %s: %d %s", call.Operation, name, answer.Status, answer.Body)
			}
			if allowed := answer.Header.Get("Access-Control-Allow-Origin"); allowed != "" {
				t.Errorf("%s answers another origin: %s", call.Operation, allowed)
			}
		}
		if call.Method == http.MethodGet {
			if head := victim.Do(http.MethodHead, call.Path, ""); head.Status != http.StatusMethodNotAllowed {
				t.Errorf("HEAD %s: %d", call.Path, head.Status)
			}
		}
	}
	if after := city.effects(t); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("rows before %v, after %v", before, after)
	}
}

// idOwner is a member with one of everything that has an id.
type idOwner struct {
	*person
	number, qr string
}

const nobodysID = "01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77"

// The names of the owner's things.
const (
	ownersUsername   = "kr0812345678"
	ownersWithdrawal = "W01926f0c7a557c1e0001"
	ownersSlip       = "SLIP-22223333"
)

func launched(username, more string) func(idOwner) string {
	return func(idOwner) string { return "/api/autoLogin/NAGA/" + username + more }
}

// everybodys are calls that name a gateway or a provider, which is everybody's; what they answer is the caller's own.
var everybodys = []string{
	"GetQrCode", "CreateQrCode", "ActivateGameAccount", "ActivateGameAccountByGet", "GetGameCredentials", "ResetGamePassword", "ResetGamePasswordByGet",
}

// idCalls are the calls that take an id, or a code of a thing that is a member's. A call that is built and listed nowhere fails the test.
var idCalls = map[string]struct {
	path    func(owner idOwner) string
	unknown string // the same for an id that nobody has
}{
	"CancelQrCode":                {func(o idOwner) string { return "/api/qrcode/" + o.qr }, "/api/qrcode/" + nobodysID},
	"CancelWithdrawal":            {func(idOwner) string { return "/api/wallet/withdrawals/" + ownersWithdrawal + "/cancel" }, "/api/wallet/withdrawals/W01926f0c7a557c1e0009/cancel"},
	"GetSlipReference":            {func(idOwner) string { return "/api/statement/slip/reference/" + ownersSlip }, "/api/statement/slip/reference/SLIP-99999999"},
	"LaunchGame":                  {launched(ownersUsername, ""), "/api/autoLogin/NAGA/kr0000000000"},
	"LaunchGameByGet":             {launched(ownersUsername, ""), "/api/autoLogin/NAGA/kr0000000000"},
	"LaunchGameWithPasswordByGet": {launched(ownersUsername, "/secret"), "/api/autoLogin/NAGA/kr0000000000/secret"},
}

// own gives the owner one of everything, as storage has it.
func (s town) own(t *testing.T, o *idOwner) {
	t.Helper()
	o.number, o.qr = s.number(o.person), "01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d78"
	now := s.Clock.Now()
	s.query(t, `insert into qr_payment (member_id, id, gateway_code, amount, currency, status, created_at, expires_at, payload)
		values ($1, $2, 'QR1', 10000, 'BAHT', 'ACTIVE', $3, $4, 'payload')`, o.number, o.qr, now, now.Add(600e9))
	s.query(t, `insert into withdrawal (member_id, id, reference, amount, currency, bank_code, account_no, account_name, step, created_at)
		values ($1, $2, $3, 10000, 'BAHT', 'KBANK', '1812345678', 'SOMCHAI JAIDEE', 'REQUESTED', $4)`, o.number, o.qr, ownersWithdrawal, now)
	s.query(t, "insert into withdrawal_reference values ($1, $2, $3)", ownersWithdrawal, o.qr, o.number)
	s.query(t, `insert into slip (member_id, id, reference, currency, file_hash, image_name, image_type, created_at)
		values ($1, $2, $3, 'BAHT', sha256('x'), 'a.png', 'image/png', $4)`, o.number, o.qr, ownersSlip, now)
}

// play gives a member an account at the provider NAGA.
func (s town) play(t *testing.T, p *person, username string) {
	t.Helper()
	s.query(t, `insert into game_provider values ('NAGA', 'Naga', 'slot', '{BAHT}', '/l.svg', '/b.svg', 1, '', '', '', 'autoLogin', '', '', '', 1, true)
		on conflict do nothing`)
	s.query(t, "insert into game_account (member_id, provider, username, password, opened_at) values ($1, 'NAGA', $2, '', $3)", s.number(p), username, s.Clock.Now())
	s.query(t, "insert into game_username values ('NAGA', $1, $2)", username, s.number(p))
}

func TestAnIDOfAnotherMemberIsAsGoodAsNone(t *testing.T) {
	t.Parallel()
	city := open(t)
	if err := city.App.Cashier.PutChannels(t.Context(), cashier.Channel{
		Code: "QR1", Kind: cashier.Payment, BankCode: "KBANK", Mode: cashier.Auto, NameTH: "ค", NameEN: "Q", Currency: money.Baht, TakesQR: true, MinDeposit: 100, Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	owner := idOwner{person: city.join(t, "0812345678", nil)}
	city.own(t, &owner)
	city.play(t, owner.person, ownersUsername)
	thief := city.join(t, "0898765432", fields{"bankAccountNo": "9876543210"})
	city.play(t, thief, "kr0898765432")
	built, err := portaltest.Implemented(".")
	if err != nil {
		t.Fatal(err)
	}
	all, err := portaltest.Calls()
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range all {
		row, listed := idCalls[call.Operation]
		if !strings.Contains(call.Pattern, "{") || !built[strings.ToLower(call.Operation)] {
			continue
		}
		if !listed {
			if !slices.Contains(everybodys, call.Operation) {
				t.Errorf("%s takes an id, and nobody tests it with another member's: add it to idCalls", call.Operation)
			}
			continue
		}
		same := portaltest.Header{Name: "X-Request-Id", Value: "the-same-id"}
		foreign := thief.Do(call.Method, row.path(owner), call.Body, same)
		none := thief.Do(call.Method, row.unknown, call.Body, same)
		if foreign.Code() == "" || foreign.Status != none.Status || string(foreign.Body) != string(none.Body) {
			t.Errorf("%s with another member's id: %d %s; with nobody's: %d %s", call.Operation, foreign.Status, foreign.Body, none.Status, none.Body)
		}
	}
	if body := thief.Do(http.MethodGet, "/api/qrcode/QR1", "").Body; strings.Contains(string(body), owner.qr) || strings.Contains(string(body), "payload") {
		t.Errorf("another member's QR code: %s", body)
	}
	for _, list := range []string{"/api/wallet/withdrawals", "/api/wallet/deposits", "/api/statement", "/api/statement/slip"} {
		if body := want(t, list, thief.post(list, fields{"page": 1, "limit": 10}), "").Body; slices.ContainsFunc([]string{owner.qr, ownersWithdrawal, ownersSlip}, func(his string) bool { return strings.Contains(string(body), his) }) {
			t.Errorf("%s shows another member's: %s", list, body)
		}
	}
	want(t, "the owner", owner.Do(http.MethodGet, "/api/qrcode/QR1", ""), "")
}
