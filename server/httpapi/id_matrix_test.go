package httpapi_test

import (
	"bytes"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

// owner is a member with one of everything that has an id.
type owner struct {
	*fairgoer
	qr, withdrawal, slip, claim, username, session string
	secrets                                        []string // what nobody else may read
}

const nobodysID = "01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77"

// owner makes a member who has done everything once.
func (f *fair) owner(t testing.TB) owner {
	t.Helper()
	m, username := f.player(t, 1000)
	o := owner{fairgoer: m, username: username, qr: m.shown(t), withdrawal: m.withdraws(t, 10)}
	o.claim = m.claims(t)
	sent := want(t, "a slip", m.Upload(http.MethodPost, "/api/wallet/slip", "file", "s.png", f.slip(t, m), m.from), "")
	o.slip = read[struct{ Reference string }](t, sent).Reference
	f.settled(t)
	want(t, "a gift", m.post("/api/wallet/truelink", fields{"link": f.gift(t, m.phone)}), "")
	want(t, "playing", m.post("/api/wallet/transfer", fields{"from": "WALLET", "to": naga, "amount": 5}), "")
	game := read[struct{ Password string }](t, want(t, "the game's password", m.Do(http.MethodGet, "/api/wallet/account/"+naga, ""), ""))
	qr := read[struct{ Qrcode string }](t, want(t, "the QR code", m.Do(http.MethodGet, "/api/qrcode/"+payGate, ""), ""))
	o.session = f.one(t, "select id::text from session where member_id = $1", m.number)
	o.secrets = []string{
		m.number, m.phone, "1" + m.phone[1:], o.qr, o.withdrawal, o.slip, username, o.claim, game.Password, qr.Qrcode,
		f.one(t, "select payload from qr_payment where member_id = $1", m.number), f.one(t, "select id::text from withdrawal where member_id = $1", m.number),
		f.one(t, "select id::text from slip where member_id = $1", m.number), o.session,
	}
	if i := slices.Index(o.secrets, ""); i >= 0 {
		t.Fatalf("the owner's secret %d is empty", i)
	}
	return o
}

// theirs are parameters that name what is one member's: a call with another's is as good as with nobody's. By operation
// and parameter.
var theirs = map[string]struct {
	path    func(o owner) string
	unknown string
}{
	"CancelQrCode code":                    {func(o owner) string { return "/api/qrcode/" + o.qr }, "/api/qrcode/" + nobodysID},
	"CancelWithdrawal reference":           {func(o owner) string { return "/api/wallet/withdrawals/" + o.withdrawal + "/cancel" }, "/api/wallet/withdrawals/W01926f0c7a557c1e0009/cancel"},
	"GetDeposit depositId":                 {func(o owner) string { return "/api/wallet/deposits/" + o.claim }, "/api/wallet/deposits/" + nobodysID},
	"GetWithdrawal reference":              {func(o owner) string { return "/api/wallet/withdrawals/" + o.withdrawal }, "/api/wallet/withdrawals/W01926f0c7a557c1e0009"},
	"GetSlipReference reference":           {func(o owner) string { return "/api/statement/slip/reference/" + o.slip }, "/api/statement/slip/reference/SLIP-99999999"},
	"RevokeSession sessionId":              {func(o owner) string { return "/api/account/sessions/" + o.session + "/revoke" }, "/api/account/sessions/" + nobodysID + "/revoke"},
	"LaunchGame username":                  {launched(""), "/api/autoLogin/NAGA/kr0000000000"},
	"LaunchGameByGet username":             {launched(""), "/api/autoLogin/NAGA/kr0000000000"},
	"LaunchGameWithPasswordByGet username": {launched("/secret"), "/api/autoLogin/NAGA/kr0000000000/secret"},
}

func launched(more string) func(o owner) string {
	return func(o owner) string { return "/api/autoLogin/" + naga + "/" + o.username + more }
}

// everybodys are parameters that name nothing of one member, by name, and why. What such calls answer is the caller's
// own.
var everybodys = map[string]string{
	"ListStatements types": "a type of transactions", "GetQrCode code": "a gateway", "CreateQrCode code": "a gateway",
	"ActivateGameAccount code": "a provider", "ActivateGameAccountByGet code": "a provider", "GetGameCredentials code": "a provider",
	"ResetGamePassword code": "a provider", "ResetGamePasswordByGet code": "a provider",
	"LaunchGame provider": "a provider", "LaunchGameByGet provider": "a provider", "LaunchGameWithPasswordByGet provider": "a provider",
	"LaunchGameWithPasswordByGet password": "read by nobody",
	"TransferFunds from":                   "a provider", "TransferFunds to": "a provider", "TransferAllFunds to": "a provider",
	"bankCode": "a bank", "sourceCode": "where the member heard of us", "version": "an agreement's", "inviteCode": "told to others by its member",
	"bankAccountNo": "the caller's own account: another's is EXISTING_BANK", "username": "a phone number to register or log in with", "phoneNumber": "the caller's own phone",
	"SpinWheel requestId": "the caller's own word",
	"ActivateBonus code":  "a bonus", "ActivateBonusByGet code": "a bonus",
	"FindPromotion code": "a promotion", "ActivatePromotion code": "a promotion", "ActivatePromotionByGet code": "a promotion",
	"SendChatMessage _id": "the caller's own word, in the caller's own conversation", "SendChatMessage message": "a file in it is the sender's own or KEY_INVALID: chat/upload_test.go",
	"userId": "compared with the token: another's is KEY_INVALID (chat/portal_test.go)", "guestId": "a guest's secret: who has it is the guest", "deviceToken": "stored as it is, read by nobody",
	"otpToken": "a secret of who asked for the code", "otpCode": "a secret of who has the phone", "__Host-device": "a secret of the browser",
	"Idempotency-Key": "the caller's own word: see below", "link": "worth its money to whoever sends it first, and its sender is compared",
}

var bearsID = regexp.MustCompile(`(?i)(id|reference|code|token|username|number|accountNo|link|key|version|device|cursor)$|^(from|to)$`)

// idsOf gives the parameters and body fields of an operation that name something.
func idsOf(item *openapi3.PathItem, operation *openapi3.Operation) (names []string) {
	for _, parameter := range slices.Concat(item.Parameters, operation.Parameters) {
		if p := parameter.Value; p.In == openapi3.ParameterInPath || bearsID.MatchString(p.Name) {
			names = append(names, p.Name)
		}
	}
	if operation.RequestBody == nil {
		return names
	}
	for _, media := range operation.RequestBody.Value.Content {
		for name, schema := range media.Schema.Value.Properties {
			if bearsID.MatchString(name) || schema.Value.Format == "uuid" || schema.Value.Type.Is("object") || schema.Value.Type.Is("array") {
				names = append(names, name)
			}
		}
	}
	return names
}

func TestEveryParameterThatNamesSomethingIsInTheIDMatrix(t *testing.T) {
	t.Parallel()
	doc, err := portal.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			for _, name := range idsOf(item, operation) {
				exact := operation.OperationID + " " + name
				_, isTheirs := theirs[exact]
				switch {
				case isTheirs || everybodys[exact] != "":
					used[exact] = true
				case everybodys[name] != "":
					used[name] = true
				default:
					t.Errorf("%s names something, and nobody tests it with another member's: give it a row", exact)
				}
			}
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(theirs)), slices.Collect(maps.Keys(everybodys))) {
		if !used[name] {
			t.Errorf("%s has a row, and no call has it", name)
		}
	}
}

// leaks fails when an answer has something of the owner's.
func (o owner) leaks(t *testing.T, what string, answer portaltest.Answer) {
	t.Helper()
	for _, secret := range o.secrets {
		for name, values := range answer.Header {
			if strings.Contains(strings.Join(values, " "), secret) {
				t.Errorf("%s shows %q in the header %s", what, secret, name)
			}
		}
		if bytes.Contains(answer.Body, []byte(secret)) {
			t.Errorf("%s shows %q: %d %s", what, secret, answer.Status, answer.Body)
		}
	}
}

func TestAnIDOfAnotherMemberIsAsGoodAsNone(t *testing.T) {
	t.Parallel()
	f := newFair(t)
	o := f.owner(t)
	thief, _ := f.player(t, 100)
	all, err := portaltest.Calls()
	if err != nil {
		t.Fatal(err)
	}
	own := f.stored(t, o.number)
	if len(own["ledger_posting"]) == 0 || len(own["withdrawal"]) != 1 || len(own["slip"]) != 1 || len(own["qr_payment"]) != 1 {
		t.Fatalf("the owner has nothing: %v", own.since(nil))
	}
	for _, call := range all {
		for named, row := range theirs {
			if operation, _, _ := strings.Cut(named, " "); operation != call.Operation {
				continue
			}
			before := f.stored(t, "")
			same := portaltest.Header{Name: "X-Request-Id", Value: "the-same-id"}
			foreign, none := thief.Do(call.Method, row.path(o), call.Body, same), thief.Do(call.Method, row.unknown, call.Body, same)
			if foreign.Code() == "" || foreign.Status != none.Status || !bytes.Equal(foreign.Body, none.Body) || len(foreign.Header) != len(none.Header) {
				t.Errorf("%s with another member's id: %d %s %v; with nobody's: %d %s %v", named, foreign.Status, foreign.Body, foreign.Header, none.Status, none.Body, none.Header)
			}
			o.leaks(t, named, foreign)
			if changed := f.stored(t, "").since(before); len(changed) > 0 {
				t.Errorf("%s with another member's id changes %v", named, changed)
			}
		}
		f.isOnes(t, o, thief, call)
	}
	if changed := f.stored(t, o.number).since(own); len(changed) > 0 {
		t.Errorf("the calls of others changed %v of the owner's", changed)
	}
	for what, path := range map[string]string{"the QR code": "/api/qrcode/" + payGate, "the slip": "/api/statement/slip/reference/" + o.slip} {
		want(t, what+", by its owner", o.Do(http.MethodGet, path, ""), "")
	}
	want(t, "the withdrawal, by its owner", o.post("/api/wallet/withdrawals/"+o.withdrawal+"/cancel", nil), "")
}

// isOnes makes a call as somebody else makes it for themselves: nothing of the owner's is in the answer.
func (f *fair) isOnes(t *testing.T, o owner, thief *fairgoer, call portaltest.Call) {
	t.Helper()
	a := by(thief).to(strings.NewReplacer("/api/qrcode/{code}", "/api/qrcode/"+payGate, "{code}", naga, "{reference}", "SLIP-99999999").Replace(call.Pattern))
	switch call.Operation {
	case "GetDeposit":
		a = a.to("/api/wallet/deposits/" + thief.claims(t))
	case "GetWithdrawal":
		a = a.to("/api/wallet/withdrawals/" + thief.withdraws(t, 10))
	}
	if row, changes := memberDeeds[call.Operation]; changes {
		if a = row.ready(t, f); a.path == "" {
			a.path = call.Path
		}
	}
	if a.body == "" {
		a.body = call.Body
	}
	f.settled(t)
	answer := f.send(call, a, 0)
	if answer.Code() != "" && call.Operation != "GetSlipReference" && call.Operation != "OpenChatSocket" { // no upgrade: realtime/socket_test.go opens some
		t.Errorf("%s for oneself: %d %s", call.Operation, answer.Status, answer.Body)
	}
	o.leaks(t, call.Operation+" for oneself", answer)
}

func TestAnotherMembersIdempotencyKeyIsNotTaken(t *testing.T) {
	t.Parallel()
	city := open(t)
	key := portaltest.Header{Name: "Idempotency-Key", Value: "a-word-of-the-owner"}
	first, other := city.join(t, "0812345678", nil), city.join(t, "0898765432", nil)
	his := want(t, "the owner's claim", first.post("/api/wallet/add", fields{"amount": 100}, key), "")
	hers := want(t, "another's with the same key", other.post("/api/wallet/add", fields{"amount": 50}, key), "")
	if bytes.Equal(his.Body, hers.Body) {
		t.Errorf("one claim: %s", his.Body)
	}
	again := want(t, "the owner's with the same amount, written otherwise", first.Do(http.MethodPost, "/api/wallet/add", `{ "amount": 1.00e2 }`, key), "")
	if !bytes.Equal(his.Body, again.Body) {
		t.Errorf("another claim: %s, %s", his.Body, again.Body)
	}
	want(t, "the owner's with another body", first.post("/api/wallet/add", fields{"amount": 50}, key), "IDEMPOTENCY_CONFLICT")
}
