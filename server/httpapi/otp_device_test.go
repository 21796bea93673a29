package httpapi_test

import (
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"krapao/server/portaltest"
)

// A browser's own jar keeps the cookie as ours does: over https for calls only.
func TestABrowserKeepsTheDeviceCookie(t *testing.T) {
	t.Parallel()
	city := open(t)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	request, _ := http.NewRequest(http.MethodPost, city.URL()+"/api/otp/send", strings.NewReader(`{"phoneNumber":"0812345678"}`))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	calls, _ := http.NewRequest(http.MethodGet, city.URL()+"/api/account", nil)
	pages, _ := http.NewRequest(http.MethodGet, city.URL()+"/login", nil)
	if got := jar.Cookies(calls.URL); len(got) != 1 || got[0].Name != "device" {
		t.Errorf("calls carry %v", got)
	}
	if got := jar.Cookies(pages.URL); len(got) != 0 {
		t.Errorf("pages carry %v", got)
	}
}

// resetting asks for a code to set a new password, confirms it, and gives the device cookie that was renewed with it.
func (s town) resetting(p *person, phone string, cookie ...portaltest.Header) (renewed string) {
	p.t.Helper()
	sent := want(p.t, "asking for a code", p.post("/api/otp/send", fields{"phoneNumber": phone, "purpose": "RESET_PASSWORD"}, cookie...), "")
	verified := want(p.t, "confirming it", p.post("/api/otp/verify", fields{"otpToken": read[sentOTP](p.t, sent).OtpToken, "otpCode": s.code(p.t)}), "")
	return deviceOf(p.t, verified)
}

func TestAPlantedDeviceCookieResetsNobodysPassword(t *testing.T) {
	t.Parallel()
	const phone = "0812345678"
	for name, plant := range map[string]func(city town, thief *person) string{
		"one that somebody made up": func(town, *person) string { return strings.Repeat("A", 43) },
		"as long as ours":           func(town, *person) string { return strings.Repeat("A", 64) },
		"the thief's own": func(_ town, thief *person) string {
			return deviceOf(thief.t, want(thief.t, "the thief's code", thief.post("/api/otp/send", fields{"phoneNumber": "0899999999"}), ""))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			city := open(t)
			city.join(t, phone, nil)
			city.Clock.Advance(time.Minute)
			thief, victim := city.person(t), city.person(t)
			value := plant(city, thief)
			if renewed := city.resetting(victim, phone, planted(value)); renewed == value || renewed == "" {
				t.Errorf("confirming left the cookie %q", renewed)
			}
			stranger := city.person(t)
			for _, who := range []*person{thief, stranger} {
				want(t, "the thief", who.post("/api/account/password-reset", fields{"phoneNumber": phone, "newPassword": "staple battery horse"}, planted(value)), "UNVERIFIED_OTP")
			}
			want(t, "whose phone it is", victim.post("/api/account/password-reset", fields{"phoneNumber": phone, "newPassword": "staple battery horse"}), "")
		})
	}
}

func TestALostAnswerToARightCodeIsGivenAgain(t *testing.T) {
	t.Parallel()
	city := open(t)
	p, elsewhere := city.person(t), city.person(t)
	sent := want(t, "send", p.post("/api/otp/send", fields{"phoneNumber": "0812345678"}), "")
	old, body := deviceOf(t, sent), fields{"otpToken": read[sentOTP](t, sent).OtpToken, "otpCode": city.code(t)}
	first := want(t, "the answer that was lost", elsewhere.post("/api/otp/verify", body, planted(old)), "")
	again := want(t, "the same again", p.post("/api/otp/verify", body), "")
	if deviceOf(t, first) != deviceOf(t, again) {
		t.Error("two devices have confirmed the phone")
	}
	want(t, "the next step", p.post("/api/account/validate", registration("0812345678")), "")
	want(t, "and once more", p.post("/api/otp/verify", body), "OTP_VERIFIED")
}
