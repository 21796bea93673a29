package httpapi_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/portaltest"
)

func TestAChangedPasswordEndsTheOtherSessions(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	other := &person{Client: p.As(p.login("0812345678", password)), t: t, from: p.from}
	other.profile()
	change := func(old, next string) portaltest.Answer {
		return p.send(http.MethodPut, "/api/account/changepwd", fields{"oldPassword": old, "newPassword": next})
	}
	want(t, "the wrong old one", change("wrong horse battery", "staple battery horse"), "WRONG_PASSWORD")
	want(t, "too short a new one", change(password, "seven77"), "INVALID_USER_INFO")
	want(t, "the right one", change(password, "staple battery horse"), "")
	p.profile()
	want(t, "the other session", other.Do(http.MethodGet, "/api/account/profile", ""), "INVALID_USER_2")
	want(t, "the old password", p.post("/api/login", fields{"username": "0812345678", "password": password}), "WRONG_CREDENTIAL")
	p.login("0812345678", "staple battery horse")
	for range 2 {
		want(t, "guessing", change(password, "x"), "WRONG_PASSWORD")
	}
	want(t, "a sixth try in a minute", change("staple battery horse", password), "REQUEST_LIMIT_1MIN")
}

func TestAStolenSessionHasTwentyGuessesAnHour(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	guess := func() portaltest.Answer {
		city.Clock.Advance(time.Minute)
		return p.send(http.MethodPut, "/api/account/changepwd", fields{"oldPassword": "wrong horse battery", "newPassword": "staple battery horse"})
	}
	for range 20 {
		want(t, "a guess a minute", guess(), "WRONG_PASSWORD")
	}
	want(t, "the twenty-first", guess(), "REQUEST_LIMIT")
	city.Clock.Advance(time.Hour)
	want(t, "an hour later", guess(), "WRONG_PASSWORD")
}

func TestAForgottenPasswordIsResetByOTP(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	city.Clock.Advance(2 * time.Minute)
	p := city.person(t)
	reset := func(phone, next string) portaltest.Answer {
		return p.post("/api/account/password-reset", fields{"phoneNumber": phone, "newPassword": next})
	}
	want(t, "before the phone is proved", reset("0812345678", "staple battery horse"), "UNVERIFIED_OTP")
	city.resetting(p, "0812345678")
	want(t, "too short", reset("0812345678", "seven77"), "INVALID_USER_INFO")
	want(t, "the reset", reset("0812345678", "staple battery horse"), "")
	want(t, "once more with the same proof", reset("0812345678", "another battery horse"), "UNVERIFIED_OTP")
	want(t, "a session from before", member.Do(http.MethodGet, "/api/account/profile", ""), "INVALID_USER_2")
	p.login("0812345678", "staple battery horse")
	var hold time.Time
	if err := city.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select withdraw_hold_until from member").Scan(&hold); err != nil || !hold.Round(time.Second).Equal(city.Clock.Now().Add(24*time.Hour).Round(time.Second)) {
		t.Errorf("withdrawals are held until %v, %v", hold, err)
	}
	limited := portaltest.Answer{}
	for range 3 {
		limited = reset("0812345678", "another battery horse")
	}
	want(t, "a sixth try in a minute", limited, "REQUEST_LIMIT_1MIN")

	stranger := city.person(t)
	city.resetting(stranger, "0899999999")
	want(t, "a phone of nobody", stranger.post("/api/account/password-reset", fields{"phoneNumber": "0899999999", "newPassword": password}), "NO_USER")
	city.Clock.Advance(2 * time.Minute)
	city.resetting(stranger, "0812345678")
	city.query(t, "update member set status = 'INACTIVE'")
	want(t, "a deactivated member", stranger.post("/api/account/password-reset", fields{"phoneNumber": "0812345678", "newPassword": password}), "INACTIVE_USER")
}
