package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/portaltest"
)

type sessionList struct {
	Sessions []struct {
		ID, Device, Address              string
		CreatedAt, LastSeenAt, ExpiresAt time.Time
		IsCurrent                        bool
	}
}

func (p *person) sessions() sessionList {
	p.t.Helper()
	return read[sessionList](p.t, want(p.t, "the sessions", p.Do(http.MethodGet, "/api/account/sessions", "", p.from), ""))
}

func TestAMemberSeesWhereTheyAreLoggedInAndLogsOutEverywhereElse(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	foreign := city.join(t, "0898765432", fields{"bankAccountNo": "9876543210"})
	there := city.twin(t)
	logIn := func(agent, address string) *person {
		answer := want(t, "a login", p.post("/api/login", fields{"username": "0812345678", "password": password},
			portaltest.Header{Name: "User-Agent"}, portaltest.Header{Name: "User-Agent", Value: agent}, portaltest.Header{Name: "X-Forwarded-For"}, at(address)), "")
		return &person{Client: there.Client(t).As(read[struct{ Token string }](t, answer).Token), t: t, from: at(address)}
	}
	phone := logIn("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36", "198.51.100.7")
	odd := logIn("<script>alert(1)</script>", "198.51.100.8")
	city.Clock.Advance(time.Minute)
	phone.sessions()
	list := phone.sessions().Sessions
	if len(list) != 3 {
		t.Fatalf("%+v", list)
	}
	first := list[0]
	if !first.IsCurrent || first.Device != "Chrome, Android" || first.Address != "198.51.100.7" || first.ExpiresAt.Sub(first.CreatedAt).Round(time.Second) != 12*time.Hour || first.LastSeenAt.Sub(first.CreatedAt).Round(time.Second) != time.Minute {
		t.Errorf("the asking session is %+v", first)
	}
	for _, session := range list[1:] {
		if session.IsCurrent || session.Device != "" || session.LastSeenAt.After(first.LastSeenAt) {
			t.Errorf("another session is %+v", session)
		}
	}
	if got := foreign.sessions().Sessions; len(got) != 1 || !got[0].IsCurrent {
		t.Errorf("another member sees %+v", got)
	}

	want(t, "elsewhere, before", odd.Do(http.MethodGet, "/api/account/profile", ""), "")
	ended := want(t, "logging out elsewhere", phone.Do(http.MethodPost, "/api/account/sessions/revoke-others", ""), "")
	if got := read[struct{ Ended int }](t, ended).Ended; got != 2 {
		t.Errorf("%d sessions were ended", got)
	}
	want(t, "elsewhere, at the same server", odd.Do(http.MethodGet, "/api/account/profile", ""), "INVALID_USER_2")
	city.Clock.Advance(time.Second)
	want(t, "elsewhere, at the other server a second later", p.Do(http.MethodGet, "/api/account/profile", "", p.from), "INVALID_USER_2")
	want(t, "here", phone.Do(http.MethodGet, "/api/account/profile", ""), "")
	want(t, "another member", foreign.Do(http.MethodGet, "/api/account/profile", "", foreign.from), "")
	if again := read[struct{ Ended int }](t, phone.Do(http.MethodPost, "/api/account/sessions/revoke-others", "")).Ended; again != 0 || len(phone.sessions().Sessions) != 1 {
		t.Errorf("again: %d ended, %+v", again, phone.sessions())
	}
	city.Clock.Advance(12 * time.Hour)
	fresh := logIn("", "198.51.100.9")
	if got := fresh.sessions().Sessions; len(got) != 1 {
		t.Errorf("sessions that ran out are listed: %+v", got)
	}
}

// revoke ends the session of an id.
func (p *person) revoke(session string) portaltest.Answer {
	p.t.Helper()
	return p.Do(http.MethodPost, "/api/account/sessions/"+session+"/revoke", "", p.from)
}

func TestALogoutEndsTheSessionOnEveryServerAndNoOther(t *testing.T) {
	t.Parallel()
	city := open(t)
	here := city.join(t, "0812345678", nil)
	elsewhere := &person{Client: here.As(here.login("0812345678", password)), t: t, from: here.from}
	there := here.At(city.twin(t).URL())
	want(t, "at the other server, before", there.Do(http.MethodGet, "/api/account/profile", "", here.from), "")
	want(t, "logging out", here.Do(http.MethodPost, "/api/logout", "", here.from), "")
	want(t, "afterwards", here.Do(http.MethodGet, "/api/account/profile", "", here.from), "INVALID_USER_2")
	want(t, "logging out again", here.Do(http.MethodPost, "/api/logout", "", here.from), "INVALID_USER_2")
	city.Clock.Advance(time.Second)
	want(t, "at the other server, a second later", there.Do(http.MethodGet, "/api/account/profile", "", here.from), "INVALID_USER_2")
	if list := elsewhere.sessions().Sessions; len(list) != 1 || !list[0].IsCurrent {
		t.Errorf("the other device sees %+v", list)
	}
}

func TestOneSessionIsEndedFromAnotherAndNobodyElsesIs(t *testing.T) {
	t.Parallel()
	city := open(t)
	here := city.join(t, "0812345678", nil)
	lost := &person{Client: here.As(here.login("0812345678", password)), t: t, from: here.from}
	foreign := city.join(t, "0898765432", fields{"bankAccountNo": "9876543210"})
	session := lost.sessions().Sessions[0].ID
	for what, id := range map[string]string{"another member's": foreign.sessions().Sessions[0].ID, "nobody's": nobodysID, "no id": "x%2F..", "a long one": strings.Repeat("1", 64), "one that is too long": strings.Repeat("1", 65)} {
		want(t, what, here.revoke(id), "NO_DATA")
	}
	want(t, "another member", foreign.revoke(session), "NO_DATA")
	want(t, "the foreign one goes on", foreign.Do(http.MethodGet, "/api/account/profile", "", foreign.from), "")
	for i, ended := range []int{1, 0} {
		if got := read[struct{ Ended int }](t, want(t, "ending it", here.revoke(session), "")).Ended; got != ended {
			t.Errorf("time %d: %d ended", i, got)
		}
	}
	want(t, "the lost device", lost.Do(http.MethodGet, "/api/account/profile", "", lost.from), "INVALID_USER_2")
	if list := here.sessions().Sessions; len(list) != 1 || !list[0].IsCurrent {
		t.Errorf("this device sees %+v", list)
	}
}

func TestTheLastLoginIsNotTheOneThatAsks(t *testing.T) {
	t.Parallel()
	city := open(t)
	lastLogin := func(p *person) time.Time {
		t.Helper()
		type body struct {
			Profile struct{ LastLoginAt time.Time }
		}
		inProfile := read[body](t, want(t, "the profile", p.Do(http.MethodGet, "/api/account/profile", "", p.from), "")).Profile.LastLoginAt
		wallet := want(t, "the wallet", p.Do(http.MethodGet, "/api/wallet", "", p.from), "")
		if inWallet := read[body](t, wallet).Profile.LastLoginAt; !inWallet.Equal(inProfile) {
			t.Errorf("the wallet tells %v, the profile %v", inWallet, inProfile)
		}
		return inProfile
	}
	opened := func(p *person) time.Time { return p.sessions().Sessions[0].CreatedAt }
	first := city.join(t, "0812345678", nil)
	if got := lastLogin(first); got.After(opened(first)) {
		t.Errorf("the first login is shown as %v", got)
	}
	city.Clock.Advance(time.Hour)
	second := &person{Client: first.As(first.login("0812345678", password)), t: t, from: first.from}
	if got := lastLogin(second); !got.Equal(opened(first)) {
		t.Errorf("the second is shown %v, and the first was at %v", got, opened(first))
	}
	if got := lastLogin(first); !got.Equal(opened(second)) {
		t.Errorf("the first is shown %v, and somebody logged in at %v", got, opened(second))
	}
}
