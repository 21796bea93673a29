package httpapi_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/chat/chattest"
	"krapao/server/spin"
)

// memberDeeds are the calls of the members' contract that are not plain reading, by operationId.
var memberDeeds = map[string]deed{
	"SpinWheel": {ready: func(t testing.TB, f *fair) ask {
		return by(f.spinner(t, spin.Prize{Type: spin.Cash, Amount: 100})).saying(`{"requestId":"spin-%d"}`, f.next())
	}},
	"ClaimSpinCoupon": {varies: true, ready: func(t testing.TB, f *fair) ask {
		m, coupon := f.winner(t, spin.Prize{Type: spin.Cash, Amount: 100})
		return by(m).saying(`{"coupon":%q}`, coupon)
	}},
	"ListSpins": {still: true, ready: reading},
	"ActivateBonus": {also: []string{"BONUS_ALREADY_ACTIVE"}, ready: func(t testing.TB, f *fair) ask {
		return by(f.depositor(t)).to("/api/bonus/activate/" + f.campaign(t, bonus.FromBonus))
	}},
	"ActivateBonusByGet": {also: []string{"BONUS_ALREADY_ACTIVE"}, ready: func(t testing.TB, f *fair) ask {
		return by(f.depositor(t)).to("/api/bonus/activate/" + f.campaign(t, bonus.FromBonus))
	}},
	"ActivatePromotion": {also: []string{"PROMOTION_RECEIVED", "REQUEST_LIMIT_1MIN"}, keyed: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		return by(f.depositor(t)).to("/api/promotion/activate/" + f.campaign(t, bonus.FromPromotion))
	}},
	"ActivatePromotionByGet": {also: []string{"PROMOTION_RECEIVED", "REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		return by(f.depositor(t)).to("/api/promotion/activate/" + f.campaign(t, bonus.FromPromotion))
	}},
	"ClearBonus":              {also: []string{"NO_DATA"}, ready: func(t testing.TB, f *fair) ask { return by(f.receiver(t)) }},
	"ClearBonusByGet":         {also: []string{"NO_DATA"}, ready: func(t testing.TB, f *fair) ask { return by(f.receiver(t)) }},
	"ReportClientError":       {still: true, ready: reading},
	"ListRefunds":             {still: true, ready: reading},
	"ListInvites":             {still: true, ready: reading},
	"ReceiveRefund":           {also: []string{"NO_REFUND"}, ready: func(t testing.TB, f *fair) ask { return by(f.refunded(t, false)) }},
	"ReceiveRefundByGet":      {also: []string{"NO_REFUND"}, ready: func(t testing.TB, f *fair) ask { return by(f.refunded(t, false)) }},
	"AddRefundToWallet":       {also: []string{"NO_REFUND"}, ready: func(t testing.TB, f *fair) ask { return by(f.refunded(t, true)) }},
	"AddRefundToWalletByGet":  {also: []string{"NO_REFUND"}, ready: func(t testing.TB, f *fair) ask { return by(f.refunded(t, true)) }},
	"ReceiveInviteBonus":      {also: []string{"NO_INVITEE_PLAY_INFO"}, ready: func(t testing.TB, f *fair) ask { return by(f.inviter(t)) }},
	"ReceiveInviteBonusByGet": {also: []string{"NO_INVITEE_PLAY_INFO"}, ready: func(t testing.TB, f *fair) ask { return by(f.inviter(t)) }},

	"SendChatMessage": {also: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		return by(f.member(t, 0)).saying(`{"_id":"message-%08d","message":{"message_type":"text","payload":{"message":"hello"}}}`, f.next())
	}},
	"ListChatHistory": {still: true, ready: func(t testing.TB, f *fair) ask { return by(f.member(t, 0)).saying(`{"limit":10,"skip":0}`) }},
	"MarkChatRead": {also: []string{"REQUEST_LIMIT"}, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		want(t, "a message", m.post("/api/chat/send-message", fields{"message": fields{"message_type": "text", "payload": fields{"message": "hello"}}}), "")
		return by(m).saying(`{}`)
	}},
	"UploadChatImage": {each: true, varies: true, also: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		a := by(f.member(t, 0))
		a.file = pngOf(t, 64)
		return a
	}},
	"UploadChatVideo": {each: true, varies: true, also: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		a := by(f.member(t, 0))
		a.file = chattest.Video("isom")
		return a
	}},

	"RegisterAccount": {also: []string{"EXISTING_USER", "EXISTING_BANK", "UNVERIFIED_OTP", "REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		p, phone := f.visitor(t)
		return ask{who: p.Client, from: p.from, body: text(t, registration(phone))}
	}},
	"ValidateAccount": {still: true, also: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		p, phone := f.visitor(t)
		return ask{who: p.Client, from: p.from, body: text(t, registration(phone))}
	}},
	"ResetPassword": {also: []string{"UNVERIFIED_OTP", "REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		f.Clock.Advance(2 * time.Minute) // until another code may be asked for
		p := f.person(t)
		f.resetting(p, m.phone)
		return ask{who: p.Client, from: p.from}.saying(`{"phoneNumber":%q,"newPassword":"staple battery horse"}`, m.phone)
	}},
	"LogIn": {each: true, also: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		return ask{who: m.As(""), from: m.from}.saying(`{"username":%q,"password":%q}`, m.phone, password)
	}},
	"SendOtp": {also: []string{"REQUEST_LIMIT_1MIN", "OTP_BLOCK"}, ready: func(t testing.TB, f *fair) ask {
		p := f.person(t)
		return ask{who: p.Client, from: p.from}.saying(`{"phoneNumber":%q}`, f.phone())
	}},
	"VerifyOtp": {also: []string{"OTP_VERIFIED"}, ready: func(t testing.TB, f *fair) ask {
		p := f.person(t)
		sent := want(t, "asking for a code", p.post("/api/otp/send", fields{"phoneNumber": f.phone()}), "")
		return ask{who: p.Client, from: p.from}.saying(`{"otpToken":%q,"otpCode":%q}`, read[sentOTP](t, sent).OtpToken, f.code(t))
	}},
	"AcceptAgreement": {ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		version := read[struct{ Version string }](t, m.Do(http.MethodGet, "/api/lookup/agreements", "")).Version
		return by(m).saying(`{"version":%q}`, version)
	}},
	"UpdateBankAccountName": {ready: func(t testing.TB, f *fair) ask {
		return by(f.member(t, 0)).saying(`{"bankCode":"KBANK","bankAccountName":"SOMCHAI J"}`)
	}},
	"UpdateProfile": {ready: func(t testing.TB, f *fair) ask { return by(f.member(t, 0)).saying(`{"name":"New"}`) }},
	"ChangePassword": {also: []string{"WRONG_PASSWORD", "REQUEST_LIMIT_1MIN", "REQUEST_LIMIT"}, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		m.login(m.phone, password)
		return by(m).saying(`{"oldPassword":%q,"newPassword":"staple battery horse"}`, password)
	}},
	"LogOut": {also: []string{"INVALID_USER_2"}, ready: reading},
	"RevokeSession": {varies: true, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		m.login(m.phone, password)
		return by(m).to("/api/account/sessions/" + m.sessions().Sessions[1].ID + "/revoke")
	}},
	"RevokeOtherSessions": {varies: true, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		m.login(m.phone, password)
		return by(m)
	}},

	"CreateQrCode": {also: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		return by(f.member(t, 0)).to("/api/qrcode/" + payGate).saying(`{"amount":100}`)
	}},
	"CancelQrCode": {ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		return by(m).to("/api/qrcode/" + m.shown(t))
	}},
	"ClaimDeposit": {each: true, also: []string{"REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask { return by(f.member(t, 0)).saying(`{"amount":100}`) }},
	"SubmitGiftLink": {also: []string{"TRUELINK_DUPLICATE", "REQUEST_LIMIT_1MIN"}, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		return by(m).saying(`{"link":%q}`, f.gift(t, m.phone))
	}},
	"UploadSlip": {also: []string{"REQUEST_LIMIT"}, keyed: []string{"REQUEST_LIMIT"}, ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 0)
		a := by(m)
		a.file = f.slip(t, m)
		return a
	}},

	"ActivateGameAccount":         {ready: readyToOpen},
	"ActivateGameAccountByGet":    {ready: readyToOpen},
	"ResetGamePassword":           {ready: readyToReset},
	"ResetGamePasswordByGet":      {ready: readyToReset},
	"RefreshGameAccounts":         {ready: readyToRefresh},
	"RefreshGameAccountsByGet":    {ready: readyToRefresh},
	"LaunchGame":                  {still: true, varies: true, ready: readyToLaunch("")}, // a link is good for one entry
	"LaunchGameByGet":             {still: true, varies: true, ready: readyToLaunch("")},
	"LaunchGameWithPasswordByGet": {still: true, varies: true, ready: readyToLaunch("/secret")},

	// More than 32 at once may be in transit together.
	"TransferFunds": {each: true, also: []string{"REQUEST_LIMIT"}, ready: func(t testing.TB, f *fair) ask {
		m, _ := f.player(t, 100)
		return by(m).saying(`{"from":"WALLET","to":"NAGA","amount":1}`)
	}},
	"TransferAllFunds": {varies: true, ready: func(t testing.TB, f *fair) ask {
		m, _ := f.player(t, 100)
		return by(m).saying(`{"to":"NAGA"}`)
	}},
	"WithdrawFunds":    {also: []string{"WITHDRAW_PENDING"}, ready: func(t testing.TB, f *fair) ask { return by(f.member(t, 1000)).saying(`{"amount":10}`) }},
	"WithdrawAllFunds": {also: []string{"WITHDRAW_PENDING"}, ready: func(t testing.TB, f *fair) ask { return by(f.member(t, 1000)).saying(`{"amount":10}`) }},
	"CancelWithdrawal": {ready: func(t testing.TB, f *fair) ask {
		m := f.member(t, 1000)
		return by(m).to("/api/wallet/withdrawals/" + m.withdraws(t, 10) + "/cancel")
	}},

	"ListStatements":  {still: true, ready: reading},
	"ListSlips":       {still: true, ready: reading},
	"ListDeposits":    {still: true, ready: reading},
	"ListWithdrawals": {still: true, ready: reading},
}

func reading(t testing.TB, f *fair) ask { return by(f.member(t, 0)) }

func readyToOpen(t testing.TB, f *fair) ask {
	return by(f.member(t, 0)).to("/api/wallet/activate/" + naga)
}

func readyToReset(t testing.TB, f *fair) ask {
	m, _ := f.player(t, 0)
	return by(m).to("/api/wallet/resetpassword/" + naga)
}

func readyToRefresh(t testing.TB, f *fair) ask {
	m, username := f.player(t, 0)
	f.party(t, http.MethodPost, "/provider/"+naga+"/players/"+username+"/balance", `{"amount":"5"}`)
	return by(m)
}

func readyToLaunch(more string) func(t testing.TB, f *fair) ask {
	return func(t testing.TB, f *fair) ask {
		m, username := f.player(t, 0)
		return by(m).to("/api/autoLogin/" + naga + "/" + username + more)
	}
}

// shown makes a QR code and gives its id.
func (m *fairgoer) shown(t testing.TB) string {
	t.Helper()
	made := want(t, "a QR code", m.post("/api/qrcode/"+payGate, fields{"amount": 100}), "")
	return read[struct{ QrcodeID string }](t, made).QrcodeID
}

// withdraws asks for a withdrawal and gives its reference.
func (m *fairgoer) withdraws(t testing.TB, baht int) string {
	t.Helper()
	made := want(t, "a withdrawal of "+strconv.Itoa(baht), m.post("/api/wallet/withdraw", fields{"amount": baht}), "")
	return read[struct{ Reference string }](t, made).Reference
}

// claims says that money was sent and gives the claim's id.
func (m *fairgoer) claims(t testing.TB) string {
	t.Helper()
	made := want(t, "a claim", m.post("/api/wallet/add", fields{"amount": 100}), "")
	return read[struct {
		ID string `json:"_id"`
	}](t, made).ID
}
