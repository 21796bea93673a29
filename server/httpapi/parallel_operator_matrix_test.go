package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"krapao/server/spin"
)

// operatorDeeds are the calls of the operators' contract that move money or open the way to it (they declare
// TOTP_REQUIRED), by operationId.
var operatorDeeds = map[string]deed{
	"PutOperatorWheel": {ready: func(t testing.TB, f *fair) ask {
		return f.operator(fmt.Sprintf("/operator/spin/wheels/W%d", f.next())).saying(`{"currency":"BAHT","name":{"en":"W"},"coinPerSpin":1,"isOpen":false,"openFrom":"2026-01-01T00:00:00Z","slices":[
			{"code":"A","label":{"en":"A"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":{"type":"CASH","name":{"en":"A"},"amount":1}},
			{"code":"B","label":{"en":"B"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":{"type":"CASH","name":{"en":"B"},"amount":2}}]}`)
	}},
	"PutOperatorSpinRule": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/spin/rules/BAHT").saying(`{"perAmount":0,"coins":%d,"maxCoins":10,"reviewAbove":0}`, 1+f.next()%1000)
	}},
	"PutOperatorCampaign": {ready: func(t testing.TB, f *fair) ask {
		return f.operator(fmt.Sprintf("/operator/bonus/campaigns/BONUS/C%d", f.next())).saying(campaignBody, "false", 0)
	}},
	"PutOperatorBonusRule": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/bonus/rules/BAHT").saying(`{"reviewAbove":%d}`, 1+f.next()%1000)
	}},
	"PutOperatorRefundRule": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/refund/rules/LAK").saying(`{"isOpen":false,"percent":%d,"cap":100,"success":200,"fail":10,"reviewAbove":0,"info":{},"banners":[]}`, 1+f.next()%100)
	}},
	"PutOperatorInviteRule": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/invite/rules/LAK").saying(`{"isOpen":false,"isAutomatic":false,"percent":%d,"cap":100,"success":200,"fail":10,"reviewAbove":0,"banners":[]}`, 1+f.next()%100)
	}},
	"HandOutOperatorCoupon": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		_, coupon := f.winner(t, spin.Prize{Type: spin.Item})
		return f.operator("/operator/spin/coupons/" + coupon + "/hand-out")
	}},

	"RequestAdjustment": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/members/" + f.member(t, 0).number + "/adjustments").saying(`{"direction":"CREDIT","amount":7,"reason":"because"}`)
	}},
	"ApproveApproval": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		asked := adjust(t, f.noi, f.member(t, 0).number, "CREDIT", "7")
		return ask{who: f.kam, operator: true}.to("/operator/approvals/" + asked.ID + "/approve")
	}},
	"RejectApproval": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		asked := adjust(t, f.noi, f.member(t, 0).number, "CREDIT", "7")
		return ask{who: f.kam, operator: true}.to("/operator/approvals/" + asked.ID + "/reject").saying(`{"reason":"no"}`)
	}},
	"RequestMemberBankAccount": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/members/"+f.member(t, 0).number+"/bank-account").saying(
			`{"bankCode":"SCB","accountNo":"77%08d","accountName":"Somchai Jaidee","reason":"asked"}`, f.next())
	}},
	"PutMemberPhone": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/members/"+f.member(t, 0).number+"/phone").saying(`{"phone":%q,"reason":"asked"}`, f.phone())
	}},
	"ApproveDepositClaim": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/claims/" + f.member(t, 0).claims(t) + "/approve").saying(`{"note":"seen"}`)
	}},
	"RejectDepositClaim": {also: []string{"NO_DATA"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/claims/" + f.member(t, 0).claims(t) + "/reject").saying(`{"reason":"no"}`)
	}},
	"MatchSuspense": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/suspense/"+f.suspense(t)+"/match").saying(`{"memberId":%q,"note":"by the phone call"}`, f.member(t, 0).number)
	}},
	"ReturnSuspense": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/suspense/" + f.suspense(t) + "/return").saying(`{"note":"sent back"}`)
	}},
	"ApproveOperatorSlip": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/slips/" + f.doubtful(t) + "/approve").saying(`{"note":"seen"}`)
	}},
	"RejectOperatorSlip": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/slips/" + f.doubtful(t) + "/reject").saying(`{"reason":"NOT_MATCH"}`)
	}},

	"ApproveOperatorWithdrawal": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/withdrawals/" + f.member(t, 1000).withdraws(t, 10) + "/approve")
	}},
	"RejectOperatorWithdrawal": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/withdrawals/" + f.member(t, 1000).withdraws(t, 10) + "/reject").saying(`{"reason":"no"}`)
	}},
	"SettleOperatorWithdrawal": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/withdrawals/" + f.approved(t) + "/paid").saying(`{"bankReference":"KTB-1"}`)
	}},
	// Trying anew is a wish of its own each time, with its line in the audit log; the gateway is told one reference.
	"RetryOperatorWithdrawal": {apart: []string{"operator_audit"}, varies: true, ready: func(t testing.TB, f *fair) ask {
		reference := f.approved(t)
		f.limits(deafGate)
		return f.operator("/operator/withdrawals/" + reference + "/retry")
	}},

	// More than before: it is asked for. The next one is as before: it is written.
	"PutOperatorWithdrawLimit": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/withdraw-limits/BAHT").saying(`{"minimum":1,"maximum":50000,"reviewAbove":%d,"payoutGateway":""}`, 20000+f.next())
	}},
	"PutOperatorChannel": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/channels/OTHER1").saying(
			`{"kind":"BANK","bankCode":"BBL","mode":"SMS","nameTH":"ก","nameEN":"B","accountName":"","accountNo":"","currency":"BAHT","logo":"/media/b.svg","takesQR":false,"minDeposit":%d,"quickAmounts":[],"position":9,"isOpen":false}`, f.next())
	}},
	"PutOperatorProvider": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/providers/OTHER").saying(
			`{"name":"Other","category":"slot","currencies":["BAHT"],"logo":"/media/o.svg","background":"/media/o.svg","ftWallet":1,"web":"","android":"","ios":"","launchKind":"formPost","launchUrl":"https://other.example/signin","usernameField":"u","passwordField":"p","position":%d,"isOpen":false}`, f.next())
	}},
	"PutOperatorGameBound": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/game-bounds/"+naga+"/BAHT").saying(`{"maximumResult":%d,"reviewAbove":0}`, 400_000-f.next())
	}},
	"ReleaseOperatorGameResult": {also: []string{"APPROVAL_STALE"}, ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/game-results/" + f.heldResult(t, 600_000) + "/release").saying(`{"result":600000}`)
	}},
	"PutMemberStatus": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/members/" + f.member(t, 0).number + "/status").saying(`{"status":"INACTIVE","reason":"a stolen phone"}`)
	}},
	"ChangeOperatorSettings": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("").saying(`{"lineName":"@fair%d"}`, f.next())
	}},
	"PutOperatorDepositRules": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/deposit-rules").saying(`{"isManual":false,"slipOpenFrom":"00:00","slipOpenTo":"00:00","slipMaxAgeMinutes":%d,"slipMaxSizeMB":10}`, 60+f.next()%1000)
	}},
	"PutOperatorPolicy": {ready: func(t testing.TB, f *fair) ask {
		name := fmt.Sprintf("sure%d", f.next())
		sure := f.Operator(t, name)
		enrol(t, f.town, sure, name)
		want(t, "asking for a code", sure.Do(http.MethodPut, "/operator/policy", `{"totpForMoney":true}`), "")
		return ask{who: sure, operator: true}.saying(`{"totpForMoney":false}`)
	}},
	"PutOperatorText": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/texts/notice/en").saying(`{"items":["<p>notice %d</p>"]}`, f.next())
	}},
	"PutOperatorVideo": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/videos/wallet").saying(`{"position":1,"video":"/media/help/%d.mp4","poster":"","isShow":true}`, f.next())
	}},
	"PutOperatorBank": {ready: func(t testing.TB, f *fair) ask {
		return f.operator("/operator/banks/OTHER").saying(`{"number":"","nameLocal":"ก","nameEN":"Other %d","edition":"thai","isWallet":false,"requiresLatinName":true,"position":9,"isOpen":false}`, f.next())
	}},
	"PutOperatorContactQr": {ready: func(t testing.TB, f *fair) ask {
		a := f.operator("/operator/contact-qr")
		a.file = pngOf(t, 20+f.next()%900)
		return a
	}},
	"DeleteOperatorContactQr": {ready: func(t testing.TB, f *fair) ask {
		if _, err := f.App.Site.PutContactQR(t.Context(), pngOf(t, 20+f.next()%900)); err != nil {
			t.Fatal(err)
		}
		return f.operator("/operator/contact-qr")
	}},
	"ResetOperatorTotp": {also: []string{"NO_DATA"}, ready: func(t testing.TB, f *fair) ask {
		name := fmt.Sprintf("lost%d", f.next())
		enrol(t, f.town, f.Operator(t, name), name)
		return f.operator("/operator/accounts/" + name + "/totp")
	}},
}

// operator gives a request of the operator noi.
func (f *fair) operator(path string) ask { return ask{who: f.noi, operator: true, path: path} }

// heldResult gives the id of a win, in baht, that went beyond its provider's bound.
func (f *fair) heldResult(t testing.TB, baht int) string {
	t.Helper()
	m, username := f.player(t, 0)
	f.party(t, http.MethodPost, "/provider/"+naga+"/players/"+username+"/balance", fmt.Sprintf(`{"amount":"%d"}`, baht))
	want(t, "a refresh", m.post("/api/wallet/refresh/slot", nil), "")
	return f.one(t, "select id::text from game_held_result where member_id = $1", m.number)
}

// approved gives the reference of a withdrawal that waits to be paid by hand.
func (f *fair) approved(t testing.TB) string {
	t.Helper()
	f.limits("")
	reference := f.member(t, 1000).withdraws(t, 10)
	want(t, "approving it", f.noi.Do(http.MethodPost, "/operator/withdrawals/"+reference+"/approve", ""), "")
	return reference
}

// doubtful gives the id of a slip that waits for an operator: as its bank masks the number, two members may have paid.
func (f *fair) doubtful(t testing.TB) string {
	t.Helper()
	m := f.member(t, 0)
	f.join(t, f.phone(), fields{"bankAccountNo": "2" + m.phone[1:]})
	want(t, "a slip", m.Upload(http.MethodPost, "/api/wallet/slip", "file", "s.png", f.slip(t, m), m.from), "")
	f.settled(t)
	return f.one(t, "select id::text from slip where member_id = $1 and review = 'PAYER_UNSURE'", m.number)
}

// text writes a body.
func text(t testing.TB, body any) string {
	t.Helper()
	written, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(written)
}
