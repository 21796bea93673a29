package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
)

// guess sends a wrong password from an address that nobody else has.
func (s town) guess(t *testing.T, phone string, n int) portaltest.Answer {
	t.Helper()
	return s.Client(t).Do(http.MethodPost, "/api/login", fmt.Sprintf(`{"username":%q,"password":"wrong horse %d"}`, phone, n),
		at(fmt.Sprintf("203.%d.%d.9", n/250, n%250)))
}

func TestPasswordsGuessedFromManyAddressesEndAtAnOTPAndLockNobodyOut(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	for _, phone := range []string{"0812345678", "0899999999"} { // a member's, and nobody's
		counts := map[string]int{}
		for n := range 40 {
			counts[city.guess(t, phone, n).Code()]++
		}
		if counts["WRONG_CREDENTIAL"] != 20 || counts["UNVERIFIED_OTP"] != 20 {
			t.Errorf("%s, 40 guesses from 40 addresses: %v", phone, counts)
		}
	}
	right := fields{"username": "0812345678", "password": password}
	stranger := city.person(t)
	want(t, "the right password on a device that nobody knows", stranger.post("/api/login", right), "UNVERIFIED_OTP")
	want(t, "a planted cookie", stranger.post("/api/login", right, portaltest.Header{Name: "Cookie", Value: "device=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}), "UNVERIFIED_OTP")
	want(t, "the device that the member registered on", p.post("/api/login", right), "")
	want(t, "after that the bound begins anew", stranger.post("/api/login", right), "")
	for n := range 40 {
		city.guess(t, "0812345678", 100+n)
	}
	another := city.person(t)
	want(t, "another device", another.post("/api/login", right), "UNVERIFIED_OTP")
	city.Clock.Advance(time.Minute)
	city.prove(another, "0812345678")
	want(t, "once it has confirmed the number", another.post("/api/login", right), "")
}

func TestLoginsOfOneNetworkAreBoundedTogether(t *testing.T) {
	t.Parallel()
	city := open(t)
	codes := map[string]int{}
	for n := range 310 {
		from := at(fmt.Sprintf("2001:db8:7:%x::1", n))
		body := fmt.Sprintf(`{"username":"08%08d","password":"wrong horse"}`, n)
		codes[city.Client(t).Do(http.MethodPost, "/api/login", body, from).Code()]++
	}
	if codes["WRONG_CREDENTIAL"] != 300 || codes["REQUEST_LIMIT_1MIN"] != 10 {
		t.Errorf("310 logins from 310 /64s of one /48: %v", codes)
	}
	want(t, "from elsewhere", city.person(t).post("/api/login", fields{"username": "0812345678", "password": "x"}), "WRONG_CREDENTIAL")
}

func TestMessagesOfAllTogetherAreBoundedAndSaySo(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.Member.OTPPerHour = 3 })
	for n := range 3 {
		want(t, "a code", city.person(t).post("/api/otp/send", fields{"phoneNumber": fmt.Sprintf("081000000%d", n)}), "")
	}
	for range 8 { // more than a phone's own bound a day
		answer := want(t, "beyond the hour's", city.person(t).post("/api/otp/send", fields{"phoneNumber": "0820000001"}), "OTP_BLOCK")
		if answer.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	if city.count() != 3 {
		t.Errorf("%d messages", city.count())
	}
	for _, line := range []string{"krapao_otp_budget_spent 1", "krapao_otp_budget_refused_total 8"} {
		if metrics := ops(t, city.Server, "/metrics"); grep(metrics, line) == "" {
			t.Errorf("no %s: %s", line, grep(metrics, "otp_budget"))
		}
	}
	city.Clock.Advance(3601e9)
	want(t, "an hour later", city.person(t).post("/api/otp/send", fields{"phoneNumber": "0820000001"}), "")
}
