package httpapi_test

import (
	"sync"
	"testing"
	"time"

	"krapao/server/app"
)

func TestOfAThousandParallelGuessesFiveAreEvaluated(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.person(t)
	token := read[sentOTP](t, want(t, "send", p.post("/api/otp/send", fields{"phoneNumber": "0812345678"}), "")).OtpToken
	wrong := "000000"
	if city.code(t) == wrong {
		wrong = "000001"
	}
	counts, mu := map[string]int{}, sync.Mutex{}
	var group sync.WaitGroup
	for range 50 { // at once; more would only be shed before they are guesses
		group.Go(func() {
			for range 20 {
				code := p.post("/api/otp/verify", fields{"otpToken": token, "otpCode": wrong}).Code()
				mu.Lock()
				counts[code]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if counts["OTP_CODE_INVALID"] != 5 || counts["OTP_BLOCK"] != 995 {
		t.Errorf("1000 guesses: %v", counts)
	}
	want(t, "the right code afterwards", p.post("/api/otp/verify", fields{"otpToken": token, "otpCode": city.code(t)}), "OTP_BLOCK")
}

func TestSMSStaysAtTheCapOfAPhone(t *testing.T) {
	t.Parallel()
	city := open(t)
	body := fields{"phoneNumber": "0812345678"}
	first := city.person(t)
	want(t, "the first", first.post("/api/otp/send", body), "")
	refused := want(t, "another at once", first.post("/api/otp/send", body), "REQUEST_LIMIT_1MIN")
	if refused.Header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", refused.Header.Get("Retry-After"))
	}
	for minute := 1; minute <= 2; minute++ {
		city.Clock.Advance(time.Minute)
		want(t, "a minute later", first.post("/api/otp/send", body), "")
	}
	city.Clock.Advance(time.Minute)
	want(t, "a fourth in ten minutes", first.post("/api/otp/send", body), "OTP_BLOCK")
	for range 2 {
		city.Clock.Advance(11 * time.Minute)
		want(t, "eleven minutes later", first.post("/api/otp/send", body), "")
	}
	city.Clock.Advance(11 * time.Minute)
	want(t, "a sixth in a day", first.post("/api/otp/send", body), "OTP_BLOCK")
	if city.count() != 5 {
		t.Errorf("%d SMS were sent", city.count())
	}
}

func TestNobodyUsesUpThePhoneOfAnotherAndItStaysAtACap(t *testing.T) {
	t.Parallel()
	city := open(t)
	body := fields{"phoneNumber": "0812345678"}
	member := city.join(t, "0812345678", nil)
	city.Clock.Advance(2 * time.Minute)
	counts := map[string]int{}
	for range 20 { // each at an address of its own
		counts[city.person(t).post("/api/otp/send", body).Code()]++
	}
	if counts[""] != 11 || counts["OTP_BLOCK"] != 9 { // the registration was the first of twelve
		t.Errorf("20 strangers: %v", counts)
	}
	want(t, "the device that registered", member.post("/api/otp/send", body), "")
	want(t, "and its own bounds", member.post("/api/otp/send", body), "REQUEST_LIMIT_1MIN")
	if city.count() != 13 {
		t.Errorf("%d SMS were sent", city.count())
	}
}

func TestSMSStaysAtTheCapOfAnAddressHoweverItIsNamed(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.TrustedProxies, c.Member.OTPPerAddress = nil, 10 })
	var group sync.WaitGroup
	for i := range 60 { // every one with another phone and a forged address
		group.Go(func() {
			p := city.person(t)
			code := p.post("/api/otp/send", fields{"phoneNumber": "08000000" + string(rune('0'+i/10)) + string(rune('0'+i%10))}).Code()
			if code != "" && code != "OTP_BLOCK" {
				t.Errorf("%s", code)
			}
		})
	}
	group.Wait()
	if city.count() != 10 {
		t.Errorf("%d SMS were sent", city.count())
	}
}

func TestSMSStaysAtTheCapOfANeighbourhood(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.Member.OTPPerPrefix = 3 })
	p := city.person(t)
	for i, address := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "198.51.100.1"} {
		p.from = at(address)
		code := ""
		if address == "192.0.2.4" {
			code = "OTP_BLOCK"
		}
		want(t, address, p.post("/api/otp/send", fields{"phoneNumber": "081000000" + string(rune('0'+i))}), code)
	}
}
