package httpapi_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
)

type sentOTP struct{ OtpRef, OtpToken, Code string }

func TestACodeProvesAPhoneOnOneDevice(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.PublicURL = "https://localhost" })
	p := city.person(t)
	answer := want(t, "send", p.post("/api/otp/send", fields{"phoneNumber": "0812345678"}, portaltest.Header{Name: "Cookie", Value: "language=EN"}), "")
	sent := read[sentOTP](t, answer)
	if sent.Code != "SUCCESS" || len(sent.OtpRef) != 4 || sent.OtpToken == "" {
		t.Errorf("%s", answer.Body)
	}
	cookie := answer.Header.Get("Set-Cookie")
	for _, part := range []string{"__Host-device=", "HttpOnly", "Secure", "SameSite=Strict", "Path=/;", "Max-Age=7776000"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("the device cookie lacks %s: %s", part, cookie)
		}
	}
	if text := city.sent[0]; !strings.HasPrefix(text, "Krapao: your code to register is ") || !strings.Contains(text, sent.OtpRef) {
		t.Errorf("the SMS: %q", text)
	}
	if strings.Contains(string(answer.Body), city.code(t)) {
		t.Error("the answer tells the code")
	}
	verified := want(t, "verify", p.post("/api/otp/verify", fields{"otpToken": sent.OtpToken, "otpCode": city.code(t)}), "")
	if !strings.Contains(string(verified.Body), "OTP_CODE_VALID") || verified.Header.Get("Set-Cookie") == "" {
		t.Errorf("%s", verified.Body)
	}
	again := want(t, "send again", p.post("/api/otp/send", fields{"phoneNumber": "0812345678"}), "")
	if read[sentOTP](t, again).Code != "OTP_VERIFIED" || city.count() != 1 {
		t.Errorf("a proved phone was asked again: %s", again.Body)
	}
	want(t, "the code once more", p.post("/api/otp/verify", fields{"otpToken": sent.OtpToken, "otpCode": city.code(t)}), "OTP_VERIFIED")
	want(t, "another device", city.person(t).post("/api/account/validate", registration("0812345678")), "UNVERIFIED_OTP")
	city.Clock.Advance(time.Hour + time.Second)
	want(t, "an hour later", p.post("/api/account/validate", registration("0812345678")), "UNVERIFIED_OTP")
}

func TestWhoProvedANumberToRegisterLearnsThatAMemberHasIt(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.join(t, "0812345678", nil)
	city.Clock.Advance(time.Minute)
	for i, step := range []struct {
		phone, purpose, answered string
	}{{"0812345678", "REGISTER", "true"}, {"0898765432", "REGISTER", "false"}, {"0812345678", "RESET_PASSWORD", ""}} {
		p := city.person(t)
		sent := want(t, "send", p.post("/api/otp/send", fields{"phoneNumber": step.phone, "purpose": step.purpose}), "")
		code := fields{"otpToken": read[sentOTP](t, sent).OtpToken, "otpCode": city.code(t)}
		if wrong := p.post("/api/otp/verify", code.with(fields{"otpCode": "x"})); strings.Contains(string(wrong.Body), "isRegistered") {
			t.Errorf("%d: a wrong code is answered %s", i, wrong.Body)
		}
		verified := want(t, "verify", p.post("/api/otp/verify", code), "")
		answered := ""
		if registered := read[struct{ IsRegistered *bool }](t, verified).IsRegistered; registered != nil {
			answered = strconv.FormatBool(*registered)
		}
		if answered != step.answered {
			t.Errorf("%+v: answered %q", step, answered)
		}
		city.Clock.Advance(time.Minute)
	}
}

func TestAnSMSIsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	city := open(t)
	for cookie, part := range map[string]string{"TH": "คือรหัส OTP", "LA": "ແມ່ນລະຫັດ OTP", "EN": "your code to register", "XX": "คือรหัส OTP"} {
		p := city.person(t)
		want(t, cookie, p.post("/api/otp/send", fields{"phoneNumber": "081111111" + string('0'+cookie[0]%10)}, portaltest.Header{Name: "Cookie", Value: "language=" + cookie}), "")
		if text := city.sent[len(city.sent)-1]; !strings.Contains(text, part) {
			t.Errorf("%s: %q", cookie, text)
		}
	}
}

func TestACodeThatIsNotGoodSaysWhy(t *testing.T) {
	t.Parallel()
	city := open(t)
	const phone = "0812345678"
	p, other := city.person(t), city.person(t)
	send := func() string {
		t.Helper()
		return read[sentOTP](t, want(t, "send", p.post("/api/otp/send", fields{"phoneNumber": phone}), "")).OtpToken
	}
	verify := func(by *person, token, code string) portaltest.Answer {
		return by.post("/api/otp/verify", fields{"otpToken": token, "otpCode": code})
	}
	first := send()
	code := city.code(t)
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	want(t, "a forged token", verify(p, "b1Nq8sV0yT3uW6xZ", code), "OTP_TOKEN_INVALID")
	want(t, "a token with a changed letter", verify(p, flip(first), code), "OTP_TOKEN_INVALID")
	want(t, "no device", verify(other, first, code), "OTP_TOKEN_INVALID")
	want(t, "another phone's send", other.post("/api/otp/send", fields{"phoneNumber": "0899999999"}), "")
	want(t, "another device", verify(other, first, code), "OTP_TOKEN_INVALID")
	for _, bad := range []string{wrong, "12345", "1234567", "๑๒๓๔๕๖", "abcdef"} {
		want(t, "the wrong code "+bad, verify(p, first, bad), "OTP_CODE_INVALID")
	}
	blocked := want(t, "a sixth try, with the right code", verify(p, first, code), "OTP_BLOCK")
	if blocked.Status != http.StatusTooManyRequests {
		t.Errorf("OTP_BLOCK is %d", blocked.Status)
	}
	city.Clock.Advance(time.Minute)
	second := send()
	want(t, "a code that a newer one replaced", verify(p, first, code), "OTP_NOT_EXIST")
	city.Clock.Advance(5 * time.Minute)
	want(t, "after five minutes", verify(p, second, city.code(t)), "OTP_EXPIRED")
}

func flip(token string) string {
	letter := byte('A')
	if token[0] == letter {
		letter = 'B'
	}
	return string(letter) + token[1:]
}

func TestAnSMSThatIsNotTakenLeavesNoCode(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.person(t)
	city.die(true)
	answer := want(t, "a dead SMS service", p.post("/api/otp/send", fields{"phoneNumber": "0812345678"}), "OTP_SEND_FAIL")
	if answer.Status != http.StatusServiceUnavailable {
		t.Errorf("%d", answer.Status)
	}
	var left int
	if err := city.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select count(*) from otp").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d codes are left, %v", left, err)
	}
	city.die(false)
	city.Clock.Advance(time.Minute)
	want(t, "once it is back", p.post("/api/otp/send", fields{"phoneNumber": "0812345678"}), "")
}

func TestAKnownAndAnUnknownPhoneAnswerAlike(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.join(t, "0812345678", nil)
	city.Clock.Advance(2 * time.Minute)
	shapes := map[string]bool{}
	for _, phone := range []string{"0812345678", "0887654321"} {
		p := city.person(t)
		answer := want(t, "send to "+phone, p.post("/api/otp/send", fields{"phoneNumber": phone}), "")
		sent := read[sentOTP](t, answer)
		shapes[strings.NewReplacer(sent.OtpRef, "ref", sent.OtpToken, "token").Replace(string(answer.Body))] = true
		validate := want(t, "validate "+phone, p.post("/api/account/validate", registration(phone)), "UNVERIFIED_OTP")
		shapes["validate "+validate.Code()] = true
		register := want(t, "register "+phone, p.post("/api/account", registration(phone)), "UNVERIFIED_OTP")
		shapes["register "+register.Code()] = true
		reset := want(t, "reset "+phone, p.post("/api/account/password-reset", fields{"phoneNumber": phone, "newPassword": password}), "UNVERIFIED_OTP")
		shapes["reset "+reset.Code()] = true
	}
	if len(shapes) != 4 {
		t.Errorf("the answers tell who is a member: %v", shapes)
	}
}

func TestAPhoneNumberOfAnotherFormIsRefused(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.person(t)
	for _, phone := range []string{"081234567", "08123456789", "๐๘๑๒๓๔๕๖๗๘", "+66812345678", "a", "' or 1=1--"} {
		want(t, phone, p.post("/api/otp/send", fields{"phoneNumber": phone}), "PHONE_NUMBER_REQUIRE_10_DIGIT")
		want(t, phone, p.post("/api/account/password-reset", fields{"phoneNumber": phone, "newPassword": password}), "PHONE_NUMBER_REQUIRE_10_DIGIT")
		city.Clock.Advance(time.Minute)
	}
}

// deviceOf gives the device cookie that an answer sets.
func deviceOf(t testing.TB, answer portaltest.Answer) string {
	t.Helper()
	cookie, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
	if err != nil {
		t.Fatal(err)
	}
	return cookie.Value
}

func planted(value string) portaltest.Header {
	return portaltest.Header{Name: "Cookie", Value: "device=" + value}
}

func TestACodeIsForOnePurposeAndItsSMSSaysWhich(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.join(t, "0812345678", nil)
	city.Clock.Advance(time.Minute)
	p, other := city.person(t), city.person(t)
	city.prove(p, "0812345678")
	want(t, "a code to register", p.post("/api/account/password-reset", fields{"phoneNumber": "0812345678", "newPassword": "staple battery horse"}), "UNVERIFIED_OTP")
	city.resetting(other, "0898765432")
	if text := city.sent[len(city.sent)-1]; !strings.Contains(text, "ตั้งรหัสผ่านใหม่") {
		t.Errorf("%q", text)
	}
	want(t, "a code to set a password", other.post("/api/account/validate", registration("0898765432")), "UNVERIFIED_OTP")
}

func TestALaoPhoneIsOneMemberHoweverItIsTyped(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.Edition = app.Laos })
	register := func(phone string) fields {
		return registration("0" + strings.Repeat("1", 9)).with(fields{"username": phone, "bankCode": "BCEL", "bankAccountName": "Somchai Jaidee"})
	}
	p := city.person(t)
	city.prove(p, "30 555 1234")
	want(t, "registering", p.post("/api/account", register("305551234")), "")
	want(t, "logging in with the 0", p.post("/api/login", fields{"username": "0305551234", "password": password}), "")
	want(t, "logging in with the country", p.post("/api/login", fields{"username": "+856 30 5551234", "password": password}), "")
	city.Clock.Advance(time.Minute)
	other := city.person(t)
	city.prove(other, "0305551234")
	want(t, "registering again", other.post("/api/account", register("0305551234")), "EXISTING_USER")
}
