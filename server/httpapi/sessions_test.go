package httpapi_test

import (
	"net/http"
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
