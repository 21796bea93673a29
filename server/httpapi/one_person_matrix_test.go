package httpapi_test

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"slices"
	"testing"

	"krapao/server/channel"
	"krapao/server/game"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// What a write of the operators' contract takes.
const (
	twoPeople = "two people"
	aCode     = "a session that gave a TOTP code"
	onePerson = "one person"
)

// need is what a write takes, and why one person is enough where that is so.
type need struct {
	takes, why string
	// asks are the changes that take two people, by what they are; each is made by noi alone, and must then only wait.
	asks map[string]func(t testing.TB, f *fair) ask
	// may are the tables that asking writes to beside the request and the audit log.
	may []string
}

// readyOf is the ready of a deed of the parallel matrix.
func readyOf(operation string) map[string]func(t testing.TB, f *fair) ask {
	return map[string]func(t testing.TB, f *fair) ask{"it": operatorDeeds[operation].ready}
}

// saying gives requests to one path, by what they are.
func saying(path string, bodies map[string]string) map[string]func(t testing.TB, f *fair) ask {
	asks := map[string]func(t testing.TB, f *fair) ask{}
	for what, body := range bodies {
		asks[what] = func(_ testing.TB, f *fair) ask { return f.operator(path).saying("%s", body) }
	}
	return asks
}

func providerBody(changes string) string {
	return `{"name":"Naga","category":"slot","currencies":["BAHT"],"logo":"/media/l.svg","background":"/media/b.svg","ftWallet":1,"position":1,"isOpen":true` + changes + `}`
}

func channelBody(nameTH, nameEN, accountName string) string {
	return fmt.Sprintf(`{"kind":"PAYMENT","bankCode":"SCB","mode":"AUTO","nameTH":%q,"nameEN":%q,"accountName":%q,"accountNo":"","currency":"BAHT","logo":"","takesQR":true,"minDeposit":1,"quickAmounts":[],"position":1,"isOpen":true}`,
		nameTH, nameEN, accountName)
}

// onePersonMatrix sorts every write of the operators' contract, by operationId.
var onePersonMatrix = map[string]need{
	"LogInOperator":        {takes: onePerson, why: "it is how a person begins; the password and, once enrolled, a code are its own proof"},
	"LogOutOperator":       {takes: onePerson, why: "it takes away only from who asks"},
	"EndMemberSessions":    {takes: onePerson, why: "the member logs in again; it is done in a hurry, when a phone was stolen"},
	"PutOperatorSource":    {takes: onePerson, why: "answers of a form lead nobody anywhere; their texts take two people"},
	"EnrolOperatorTotp":    {takes: onePerson, why: "it asks for the present code, or for the enrolment code that was printed on the server: a test of its own"},
	"PreviewOperatorWheel": {takes: onePerson, why: "it saves nothing"},

	"TakeOperatorConversation":     {takes: onePerson, why: "it leads nobody anywhere, and only its taker may reply"},
	"ReplyOperatorConversation":    {takes: onePerson, why: "people answer one by one; each answer is in the audit log, under its operator's name"},
	"TypeOperatorConversation":     {takes: onePerson, why: "it stores nothing"},
	"HandBackOperatorConversation": {takes: onePerson, why: "it only ends what one person began"},
	"CloseOperatorConversation":    {takes: onePerson, why: "the customer's next message opens it again"},
	"PutOperatorChatAnswer":        {takes: onePerson, why: "what may lead to an account, a number or a site it refuses: that takes a command on the server"},
	"DeleteOperatorChatAnswer":     {takes: onePerson, why: "the product's own answer is back"},
	"PutOperatorCannedReply":       {takes: onePerson, why: "only another operator's press sends it, and it leads nowhere either"},
	"DeleteOperatorCannedReply":    {takes: onePerson, why: "nobody is told anything"},
	"PutOperatorChatHours":         {takes: onePerson, why: "a person may be asked for at any hour all the same"},
	"ConfirmOperatorTotp":          {takes: onePerson, why: "only an enrolment that was proved can be confirmed"},
	"PreviewOperatorRefundRule":    {takes: onePerson, why: "it saves nothing"},
	"PreviewOperatorInviteRule":    {takes: onePerson, why: "it saves nothing"},

	"PutOperatorPolicy":        {takes: aCode},
	"ApproveApproval":          {takes: aCode}, // it is the second person
	"RejectApproval":           {takes: aCode},
	"PutOperatorDepositRules":  {takes: aCode},
	"DeleteOperatorContactQr":  {takes: aCode},
	"ReturnSuspense":           {takes: twoPeople, asks: readyOf("ReturnSuspense")},
	"RejectDepositClaim":       {takes: aCode},
	"RejectOperatorSlip":       {takes: aCode},
	"RejectOperatorWithdrawal": {takes: aCode},
	"SettleOperatorWithdrawal": {takes: aCode}, // it was approved before
	"RetryOperatorWithdrawal":  {takes: aCode},
	"PutMemberStatus":          {takes: aCode},
	"HandOutOperatorCoupon":    {takes: aCode}, // it moves no money
	"PutMemberPhone":           {takes: aCode}, // the old number gets an SMS, withdrawals wait 24 hours

	"RequestAdjustment":        {takes: twoPeople, asks: readyOf("RequestAdjustment")},
	"RequestMemberBankAccount": {takes: twoPeople, asks: readyOf("RequestMemberBankAccount")},
	"MatchSuspense":            {takes: twoPeople, asks: readyOf("MatchSuspense")},
	"ApproveDepositClaim":      {takes: twoPeople, asks: readyOf("ApproveDepositClaim")},
	"ResetOperatorTotp":        {takes: twoPeople, asks: readyOf("ResetOperatorTotp")},
	"ApproveOperatorSlip":      {takes: twoPeople, asks: readyOf("ApproveOperatorSlip")}, // PAYER_UNSURE
	"ApproveOperatorWithdrawal": {takes: twoPeople, asks: map[string]func(t testing.TB, f *fair) ask{"a large one": func(t testing.TB, f *fair) ask {
		return f.operator("/operator/withdrawals/" + f.member(t, 30_000).withdraws(t, 25_000) + "/approve")
	}}},
	"PutOperatorWithdrawLimit": {takes: twoPeople, asks: saying("/operator/withdraw-limits/BAHT", map[string]string{
		"more at once": `{"minimum":1,"maximum":50001,"reviewAbove":20000,"payoutGateway":""}`, "more by one": `{"minimum":1,"maximum":50000,"reviewAbove":20001,"payoutGateway":""}`,
	})},
	"PutOperatorWheel": {takes: twoPeople, asks: saying("/operator/spin/wheels/DEAR", map[string]string{
		"a wheel that costs": `{"currency":"BAHT","name":{"en":"W"},"coinPerSpin":1,"isOpen":true,"openFrom":"2026-01-01T00:00:00Z","slices":[
			{"code":"A","label":{"en":"A"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":{"type":"CASH","name":{"en":"A"},"amount":1000}},
			{"code":"B","label":{"en":"B"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":{"type":"ITEM","name":{"en":"B"}}}]}`,
	})},
	"PreviewOperatorCampaign": {takes: onePerson, why: "it saves nothing"},
	"PutOperatorCampaign": {takes: twoPeople, asks: saying("/operator/bonus/campaigns/BONUS/DEAR", map[string]string{
		"one that costs": fmt.Sprintf(campaignBody, "true", 10), "one without a quota": fmt.Sprintf(campaignBody, "true", 0),
	})},
	"PutOperatorBonusRule": {takes: twoPeople, asks: saying("/operator/bonus/rules/BAHT", map[string]string{"dearer ones by one person": `{"reviewAbove":5}`})},
	"PutOperatorRefundRule": {takes: twoPeople, asks: saying("/operator/refund/rules/BAHT", map[string]string{
		"refunds that cost":        `{"isOpen":true,"percent":5,"cap":100,"success":200,"fail":10,"reviewAbove":0,"info":{"en":"Back"},"banners":[]}`,
		"a dear one by one person": `{"isOpen":false,"percent":5,"cap":100,"success":200,"fail":10,"reviewAbove":5,"info":{"en":"Back"},"banners":[]}`,
	})},
	"PutOperatorInviteRule": {takes: twoPeople, asks: saying("/operator/invite/rules/BAHT", map[string]string{
		"invites that cost":        `{"isOpen":true,"isAutomatic":false,"percent":5,"cap":100,"success":200,"fail":10,"reviewAbove":0,"banners":[]}`,
		"a dear one by one person": `{"isOpen":false,"isAutomatic":false,"percent":5,"cap":100,"success":200,"fail":10,"reviewAbove":5,"banners":[]}`,
	})},
	"PutOperatorSpinRule": {takes: twoPeople, asks: saying("/operator/spin/rules/BAHT", map[string]string{
		"coins for deposits":           `{"perAmount":100,"coins":1,"maxCoins":10,"reviewAbove":0}`,
		"a dearer wheel by one person": `{"perAmount":0,"coins":0,"maxCoins":0,"reviewAbove":5}`,
	})},
	"PutOperatorChannel": {takes: twoPeople, asks: saying("/operator/channels/QR1", map[string]string{
		"an account number in the Thai name":  channelBody("โอนมาที่ 405-111-2299", "QR", ""),
		"an account number in the other name": channelBody("QR", "Transfer to 405 111 2299", ""),
		"an account number in Thai digits":    channelBody("๔๐๕๑๑๑๒๒๙๙", "QR", ""),
		"an account number in Lao digits":     channelBody("໔໐໕໑໑໑໒໒໙໙", "QR", ""),
		"an account number in wide digits":    channelBody("QR", "４０５.１１１.２２９９", ""),
		"an account number for a holder":      channelBody("QR", "QR", "KTB 4051112299"),
	})},
	"PutOperatorProvider": {takes: twoPeople, asks: saying("/operator/providers/NAGA", map[string]string{
		"a launch URL": providerBody(`,"web":"","android":"","ios":"","launchKind":"formPost","launchUrl":"https://evil.example/x","usernameField":"","passwordField":""`),
		"a website":    providerBody(`,"web":"https://evil.example","android":"","ios":"","launchKind":"autoLogin","launchUrl":"","usernameField":"","passwordField":""`),
		"an app":       providerBody(`,"web":"","android":"https://evil.example/x.apk","ios":"","launchKind":"autoLogin","launchUrl":"","usernameField":"","passwordField":""`),
		"another app":  providerBody(`,"web":"","android":"","ios":"https://evil.example/x","launchKind":"autoLogin","launchUrl":"","usernameField":"","passwordField":""`),
	})},
	"PutOperatorGameBound": {takes: twoPeople, asks: saying("/operator/game-bounds/NAGA/BAHT", map[string]string{
		"more booked by itself": `{"maximumResult":500001,"reviewAbove":1000000}`, "more by one person": `{"maximumResult":500000,"reviewAbove":1000001}`,
	})},
	"ReleaseOperatorGameResult": {takes: twoPeople, asks: map[string]func(t testing.TB, f *fair) ask{"a very large one": func(t testing.TB, f *fair) ask {
		return f.operator("/operator/game-results/" + f.heldResult(t, 2_000_000) + "/release").saying(`{"result":2000000}`)
	}}},
	"ChangeOperatorSettings": {takes: twoPeople, asks: saying("/operator/settings", map[string]string{
		"where the chat is": `{"lineLink":"https://line.example/evil"}`, "who is in the chat": `{"lineName":"@evil"}`, "the website": `{"website":"https://evil.example"}`,
		"the name": `{"name":"Evil"}`, "the chat socket": `{"chatSocket":"wss://evil.example"}`, "with a switch": `{"registerOTP":false,"lineName":"@other"}`,
	})},
	"PutOperatorText": {takes: twoPeople, asks: map[string]func(t testing.TB, f *fair) ask{
		"the notice": func(_ testing.TB, f *fair) ask {
			return f.operator("/operator/texts/notice/th").saying(`{"items":["<p>4051112299</p>"]}`)
		},
		"the title": func(_ testing.TB, f *fair) ask {
			return f.operator("/operator/texts/title/th").saying(`{"items":["4051112299"]}`)
		},
		"an agreement": func(_ testing.TB, f *fair) ask {
			return f.operator("/operator/texts/agreements/la").saying(`{"items":["<p>a</p>","<p>b</p>"]}`)
		},
	}},
	"PutOperatorVideo": {takes: twoPeople, asks: saying("/operator/videos/wallet", map[string]string{
		"another film":    `{"position":1,"video":"https://evil.example/x.mp4","poster":"/media/help/wallet-{locale}.jpg","isShow":true}`,
		"another picture": `{"position":1,"video":"/media/help/wallet-{locale}.mp4","poster":"/media/evil.jpg","isShow":true}`,
	})},
	"PutOperatorBank": {takes: twoPeople, asks: saying("/operator/banks/KTB", map[string]string{
		"another number": `{"number":"014","nameLocal":"ธนาคารกรุงไทย","nameEN":"Krung Thai Bank","edition":"thai","isWallet":false,"requiresLatinName":true,"position":4,"isOpen":true}`,
		"another name":   `{"number":"006","nameLocal":"ธนาคารกรุงไทย","nameEN":"Pay to 4051112299","edition":"thai","isWallet":false,"requiresLatinName":true,"position":4,"isOpen":true}`,
	})},
	"PutOperatorContactQr": {takes: twoPeople, asks: map[string]func(t testing.TB, f *fair) ask{"an image": func(t testing.TB, f *fair) ask {
		a := f.operator("/operator/contact-qr")
		a.file = pngOf(t, 40)
		return a
	}}},
}

// pngOf gives a picture as a file.
func pngOf(t testing.TB, side int) []byte {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, square(side)); err != nil {
		t.Fatal(err)
	}
	return picture.Bytes()
}

// writes are the calls of the operators' contract that change something.
func writes(t testing.TB) (calls []portaltest.Call) {
	t.Helper()
	all, err := portaltest.OperatorCalls()
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range all {
		if call.Method != http.MethodGet {
			calls = append(calls, call)
		}
	}
	return calls
}

func TestEveryWriteOfAnOperatorIsSortedByWhatItTakes(t *testing.T) {
	t.Parallel()
	sorted := map[string]bool{}
	for _, call := range writes(t) {
		sorted[call.Operation] = true
		switch row, found := onePersonMatrix[call.Operation]; {
		case !found:
			t.Errorf("%s: nobody has said what it takes", call.Operation)
		case (row.takes == onePerson) != (row.why != ""):
			t.Errorf("%s: %s, %q", call.Operation, row.takes, row.why)
		case row.takes == twoPeople && len(row.asks) == 0:
			t.Errorf("%s: nothing that takes two people", call.Operation)
		}
	}
	for operation := range onePersonMatrix {
		if !sorted[operation] {
			t.Errorf("%s is no write of the contract", operation)
		}
	}
}

func TestOnlyWhatIsHarmlessIsDoneWithoutACode(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	enrol(t, city, noi, "noi")
	want(t, "the rule", noi.Do(http.MethodPut, "/operator/policy", `{"totpForMoney":true}`), "")
	for _, call := range writes(t) {
		var answer portaltest.Answer
		if call.Upload {
			answer = kam.Upload(call.Method, call.Path, "file", "x.png", []byte("x"))
		} else if call.Operation != "LogOutOperator" && !call.Public {
			answer = kam.Do(call.Method, call.Path, call.Body)
		}
		needsCode := onePersonMatrix[call.Operation].takes != onePerson
		if refused := answer.Code() == "TOTP_REQUIRED"; refused != needsCode && call.Operation != "EnrolOperatorTotp" {
			t.Errorf("%s with a password alone: %d %s", call.Operation, answer.Status, answer.Body)
		}
	}
}

func TestWhatTakesTwoPeopleIsNotDoneByOne(t *testing.T) {
	t.Parallel()
	f := newFair(t)
	for _, channel := range []channel.Channel{{
		Code: payGate, Kind: channel.Payment, BankCode: "SCB", Mode: channel.Auto, NameTH: "QR", NameEN: "QR", Currency: money.Baht, TakesQR: true, MinDeposit: money.Units(1), Position: 1, Open: true,
	}} {
		if err := f.App.Channels.PutChannels(t.Context(), channel); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.App.Games.PutProviders(t.Context(), game.Provider{
		Code: naga, Name: "Naga", Category: game.Slot, Currencies: []money.Currency{money.Baht}, Logo: "/media/l.svg", Background: "/media/b.svg", FTWallet: 1,
		Launch: game.Launch{Kind: game.AutoLogin}, Position: 1, Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	for _, call := range writes(t) {
		row := onePersonMatrix[call.Operation]
		for what, ready := range row.asks {
			f.takesTwo(t, call, call.Operation+", "+what, ready, row.may)
		}
	}
}

// takesTwo fails unless one person's call leaves a request that waits and nothing else, and only another one's approval
// is taken.
func (f *fair) takesTwo(t *testing.T, call portaltest.Call, what string, ready func(t testing.TB, f *fair) ask, may []string) {
	t.Helper()
	a := ready(t, f)
	if a.path == "" {
		a.path = call.Path
	}
	f.settled(t)
	const waiting = "select coalesce(string_agg(id::text, ' ' order by requested_at, id), '') from approval_request where state = 'WAITING'"
	if f.one(t, waiting) != "" {
		t.Fatalf("%s: something else waits", what)
	}
	before := f.stored(t, "")
	answer := f.send(call, a, 0)
	request := f.one(t, waiting)
	if answer.Status >= http.StatusMultipleChoices || len(request) != 36 {
		t.Errorf("%s by one person: %d %s; %q waits", what, answer.Status, answer.Body, request)
		return
	}
	for table := range f.stored(t, "").since(before) {
		if !slices.Contains(append([]string{"approval_request", "operator_audit"}, may...), table) {
			t.Errorf("%s by one person changed %s", what, table)
		}
	}
	want(t, what+", approved by who asked", approve(f.noi, request), "APPROVAL_SELF")
	want(t, what+", approved by another", approve(f.kam, request), "")
}
