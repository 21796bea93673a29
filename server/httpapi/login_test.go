package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

func TestALoginTellsNobodyWhoIsAMember(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.join(t, "0812345678", nil)
	p := city.person(t)
	bodies := map[string]bool{}
	for _, phone := range []string{"0812345678", "0887654321", "not a phone"} {
		answer := want(t, phone, p.post("/api/login", fields{"username": phone, "password": "wrong horse battery"}, portaltest.Header{Name: "X-Request-Id", Value: "the-same-id"}), "WRONG_CREDENTIAL")
		bodies[string(answer.Body)] = true
	}
	if len(bodies) != 1 {
		t.Errorf("the answers differ: %v", bodies)
	}
	city.query(t, "update member set status = 'INACTIVE'")
	want(t, "a deactivated member, wrong password", p.post("/api/login", fields{"username": "0812345678", "password": "wrong horse battery"}), "WRONG_CREDENTIAL")
	want(t, "a deactivated member, right password", p.post("/api/login", fields{"username": "0812345678", "password": password}), "INACTIVE_USER")
}

func TestALoginTakesAsLongForAnUnknownPhone(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.Member.PasswordMemory, c.Member.PasswordIterations = 8<<10, 2 }) // costly enough to see
	city.join(t, "0812345678", nil)
	took := map[string][]time.Duration{}
	for range 15 {
		for _, phone := range []string{"0812345678", "0887654321"} {
			p := city.person(t)
			start := time.Now()
			p.post("/api/login", fields{"username": phone, "password": "wrong horse battery"})
			took[phone] = append(took[phone], time.Since(start))
		}
	}
	median := func(phone string) time.Duration {
		slices.Sort(took[phone])
		return took[phone][7]
	}
	known, unknown := median("0812345678"), median("0887654321")
	if known > 2*unknown || unknown > 2*known { // a missing dummy is a factor of ten; the machine is shared
		t.Errorf("a member's phone takes %v, a stranger's %v", known, unknown)
	}
}

func TestASessionEndsWhenItMust(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	profile := func(token string) portaltest.Answer {
		return p.As(token).Do(http.MethodGet, "/api/account/profile", "", p.from)
	}
	short := p.login("0812345678", password)
	remembered := read[struct{ Token string }](t, p.post("/api/login", fields{"username": "0812345678", "password": password, "isRemember": true})).Token
	want(t, "no token", p.As("").Do(http.MethodGet, "/api/account/profile", ""), "UNAUTHORIZED")
	want(t, "no token of ours", profile("nonsense"), "invalid-token")
	want(t, "a forged token", profile(flip(short)), "invalid-token")
	city.Clock.Advance(12*time.Hour - time.Second)
	want(t, "before 12 hours", profile(short), "")
	city.Clock.Advance(time.Second)
	want(t, "after 12 hours", profile(short), "EXPIRED_AUTH_TOKEN")
	city.Clock.Advance(30*24*time.Hour - 12*time.Hour - time.Second)
	want(t, "before 30 days", profile(remembered), "")
	for name, row := range map[string]struct{ sql, code string }{
		"deactivated":              {"update member set status = 'INACTIVE'", "INACTIVE_USER"},
		"closed":                   {"update member set status = 'CLOSED'", "INVALID_USER_4"},
		"back":                     {"update member set status = 'ACTIVE'", ""},
		"revoked":                  {"update session set ended_at = now(), ended_by = 'REVOKED'", "INVALID_USER_2"},
		"superseded":               {"update session set ended_at = now(), ended_by = 'SUPERSEDED'", "INVALID_USER_3"},
		"no longer revoked at all": {"update session set ended_at = null, ended_by = null", ""},
	} {
		city.query(t, "update session set ended_at = null, ended_by = null, expires_at = $1", city.Clock.Now().Add(time.Hour))
		city.query(t, "update member set status = 'ACTIVE'")
		city.query(t, row.sql)
		city.Clock.Advance(time.Second) // what another server changed is seen after one
		want(t, name, profile(remembered), row.code)
	}
	city.query(t, "update session set member_id = 10000000, expires_at = $1", city.Clock.Now().Add(time.Hour))
	city.Clock.Advance(time.Second)
	want(t, "a member who is gone", profile(remembered), "INVALID_USER_1")
}

func TestANewerLoginSupersedesWhereOneSessionIsAllowed(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	p.profile()
	city.query(t, "update site_setting set single_session = true")
	city.Clock.Advance(3 * time.Second)
	newer := p.As(p.login("0812345678", password))
	want(t, "the older session", p.Do(http.MethodGet, "/api/account/profile", ""), "INVALID_USER_3")
	want(t, "the newer one", newer.Do(http.MethodGet, "/api/account/profile", ""), "")
}

func TestASessionIsTiedToItsAddressWhereTheOperatorSaysSo(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	p.from = at("192.0.2.7")
	token := p.login("0812345678", password)
	for binding, codes := range map[string]map[string]string{
		"off":    {"192.0.2.7": "", "192.0.2.8": "", "198.51.100.7": ""},
		"prefix": {"192.0.2.7": "", "192.0.2.8": "", "198.51.100.7": "INVALID_IP"},
		"strict": {"192.0.2.7": "", "192.0.2.8": "INVALID_IP", "198.51.100.7": "INVALID_IP"},
	} {
		city.query(t, "update site_setting set address_binding = $1", binding)
		city.Clock.Advance(3 * time.Second)
		for address, code := range codes {
			want(t, binding+" from "+address, p.As(token).Do(http.MethodGet, "/api/account/profile", "", at(address)), code)
		}
	}
}

func TestLoginsAreLimitedOverTwoServers(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.join(t, "0812345678", nil)
	second := portaltest.Start(t, portaltest.WithApp(app.WithSMS(&phones{}), app.WithClock(city.Clock.Now)), portaltest.WithConfig(func(c *app.Config) {
		*c = city.App.Config
		c.DatabaseURL = secret.NewText(city.Database.URL)
	}))
	here := city.person(t)
	there := &person{Client: second.Client(t), t: t, from: here.from}
	counts, mu := map[string]int{}, sync.Mutex{}
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			p := here
			if i%2 == 1 {
				p = there
			}
			code := p.post("/api/login", fields{"username": "0812345678", "password": "wrong horse battery"}).Code()
			mu.Lock()
			counts[code]++
			mu.Unlock()
		})
	}
	group.Wait()
	if counts["WRONG_CREDENTIAL"] != 10 || counts["REQUEST_LIMIT_1MIN"] != 30 {
		t.Errorf("40 tries at two servers: %v", counts)
	}
	limited := want(t, "the right password at the other server", there.post("/api/login", fields{"username": "0812345678", "password": password}), "REQUEST_LIMIT_1MIN")
	if limited.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	want(t, "the member from elsewhere", city.person(t).post("/api/login", fields{"username": "0812345678", "password": password}), "")
	for range 4 {
		city.Clock.Advance(time.Minute)
		for range 10 {
			here.post("/api/login", fields{"username": "0812345678", "password": "wrong horse battery"})
		}
	}
	city.Clock.Advance(time.Minute)
	want(t, "a fifty-first in an hour", there.post("/api/login", fields{"username": "0812345678", "password": password}), "REQUEST_LIMIT")
	city.Clock.Advance(time.Hour)
	want(t, "an hour later", there.post("/api/login", fields{"username": "0812345678", "password": password}), "")
}

func TestARevokedSessionIsRefusedByTheOtherServerWithinASecond(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	second := portaltest.Start(t, portaltest.WithApp(app.WithSMS(&phones{}), app.WithClock(city.Clock.Now)), portaltest.WithConfig(func(c *app.Config) {
		*c = city.App.Config
		c.DatabaseURL = secret.NewText(city.Database.URL)
	}))
	token := p.login("0812345678", password)
	there := second.Client(t).As(token)
	want(t, "before", there.Do(http.MethodGet, "/api/account/profile", ""), "")
	want(t, "a new password", p.send(http.MethodPut, "/api/account/changepwd", fields{"oldPassword": password, "newPassword": "staple battery horse"}), "")
	city.Clock.Advance(time.Second)
	want(t, "a second later", there.Do(http.MethodGet, "/api/account/profile", ""), "INVALID_USER_2")
}

func TestWhenTooManyPasswordsAreHashedTheRestComesBackLater(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) {
		c.Member.PasswordMemory, c.Member.PasswordIterations, c.Member.PasswordWait = 64<<10, 3, time.Millisecond
	})
	city.query(t, "update site_setting set register_otp = false")
	city.Clock.Advance(3 * time.Second)
	// One caller renews the settings while the others still get those known last: they are renewed before the crowd
	// comes.
	want(t, "the settings are read anew", city.person(t).Do(http.MethodGet, "/api/lookup/registerOTP", ""), "")
	for path, code := range map[string]string{"/api/login": "LOGIN_FAIL", "/api/account": "REGISTER_FAIL"} {
		counts, mu := map[string]int{}, sync.Mutex{}
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				phone := "081234567" + string(rune('0'+i))
				body := registration(phone)
				if path == "/api/login" {
					body = fields{"username": phone, "password": password}
				}
				answer := city.person(t).post(path, body)
				mu.Lock()
				counts[answer.Code()]++
				mu.Unlock()
			})
		}
		group.Wait()
		if counts[code] == 0 || counts["WRONG_CREDENTIAL"]+counts[""] == 0 {
			t.Errorf("%s: %v", path, counts)
		}
	}
}

func TestWhenASessionWasUsedIsWrittenAtTheStop(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	city.Clock.Advance(time.Minute)
	p.profile()
	if err := city.Stop(); err != nil {
		t.Fatal(err)
	}
	var seen time.Time
	if err := city.Database.DB.Querier(t.Context()).QueryRow(t.Context(), "select seen_at from session").Scan(&seen); err != nil || city.Clock.Now().Sub(seen).Abs() > time.Millisecond {
		t.Errorf("seen at %v, it is %v, %v", seen, city.Clock.Now(), err)
	}
}

// The canaries are what must never be logged, nor kept in the open.
func TestNoSecretIsLoggedOrKept(t *testing.T) {
	t.Parallel()
	city := open(t)
	const canary = "canary-pass-4711"
	p := city.person(t)
	sent := read[sentOTP](t, want(t, "send", p.post("/api/otp/send", fields{"phoneNumber": "0812345678"}), ""))
	code := city.code(t)
	want(t, "verify", p.post("/api/otp/verify", fields{"otpToken": sent.OtpToken, "otpCode": code}), "")
	want(t, "register", p.post("/api/account", registration("0812345678").with(fields{"password": canary})), "")
	token := p.login("0812345678", canary)
	want(t, "the wrong field", p.post("/api/login", fields{"username": canary, "password": canary}), "WRONG_CREDENTIAL")
	changing := &person{Client: p.As(token), t: t, from: p.from}
	want(t, "change", changing.send(http.MethodPut, "/api/account/changepwd", fields{"oldPassword": canary, "newPassword": canary + "-2"}), "")
	city.die(true)
	city.Clock.Advance(time.Minute)
	want(t, "a dead SMS service", p.post("/api/otp/send", fields{"phoneNumber": "0899999999"}), "OTP_SEND_FAIL")

	kept := city.dump(t)
	logged := city.Logs.String()
	for name, secret := range map[string]string{"a password": canary, "an OTP's token": sent.OtpToken, "a session's token": token, "the SMS": "@localhost"} {
		if strings.Contains(logged, secret) {
			t.Errorf("%s is in the log", name)
		}
		if strings.Contains(kept, secret) {
			t.Errorf("%s is in the database", name)
		}
	}
	for _, around := range []string{`"` + code + `"`, " " + code, "#" + code, ":" + code} {
		if strings.Contains(logged, around) || strings.Contains(kept, around) {
			t.Errorf("the code is kept or logged as %q", around)
		}
	}
}

// dump gives every row of the members' tables as text.
func (s town) dump(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, table := range []string{"member", "member_phone", "member_bank", "session", "otp", "otp_proof", "rate_limit"} {
		var rows string
		if err := s.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select coalesce(string_agg(x::text, E'\\n'), '') from "+table+" x").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		all.WriteString(rows + "\n")
	}
	return all.String()
}
