package main

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"krapao/server/app"
	"krapao/server/bonus"
	"krapao/server/channel"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/operator"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/spin"
)

// changes gives, for each command that changes something, what makes that there is something to change: the line's rest
// and what is typed after it.
func (s env) changes() map[string]func() (line []string, input string) {
	t := s.t
	is := func(line ...string) func() ([]string, string) { return func() ([]string, string) { return line, "" } }
	by := func(prepare func() []string) func() ([]string, string) {
		return func() ([]string, string) { return prepare(), "" }
	}
	var qr bytes.Buffer
	if err := png.Encode(&qr, image.NewGray(image.Rect(0, 0, 16, 16))); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(t.TempDir(), "qr.png")
	if err := os.WriteFile(picture, qr.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.App.Channels.PutChannels(t.Context(), channel.Channel{
		Code: "SCB1", Kind: channel.Bank, BankCode: "SCB", Mode: channel.Auto, NameTH: "SCB", NameEN: "SCB", AccountName: "KRAPAO CO LTD", AccountNo: "4051112223",
		Currency: money.Baht, MinDeposit: 100, Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	services, err := app.NewServices(t.Context(), s.Database.DB, app.ServicesConfig{Config: app.Config{Edition: app.Thai}, Keys: portaltest.TestKeys, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := services.Operators.Create(t.Context(), operator.CreateInput{Username: "somsak", Password: secret.NewText("correct horse battery")}); err != nil {
		t.Fatal(err)
	}
	var reference string
	withdrawal := func(steps ...string) func() []string {
		return func() []string {
			_, _ = typedBy(t, "dao", s.Database.URL, "withdrawal", "paid", reference, "KB-0") // where the last one is still open: a member has one
			reference = s.withdraw(100_00)
			for _, step := range steps {
				s.does("dao", "", "withdrawal", step, reference)
			}
			return []string{reference}
		}
	}
	and := func(first func() []string, more ...string) func() []string {
		return func() []string { return append(first(), more...) }
	}
	const password = "another long password\n"
	return map[string]func() ([]string, string){
		"create":     func() ([]string, string) { return []string{"lek"}, password },
		"password":   func() ([]string, string) { return []string{"somsak"}, password },
		"deactivate": is("lek"),
		"activate": func() ([]string, string) {
			s.does("dao", "", "deactivate", "somsak")
			return []string{"somsak"}, ""
		},
		"terminate":           is(),
		"reopen":              is(),
		"setting put":         is("registerOTP", "off"),
		"text put":            is("conditions", "en", "<p>One</p>"),
		"text reset":          is("conditions", "en"),
		"source put":          is("RADIO", "--position=9"),
		"video put":           is("wallet", "--no-show"),
		"bank put":            is("SCB", "--name-en=Siam"),
		"channel put":         is("SCB1", "--min-deposit=20"),
		"provider put":        is("NAGA", "--name=Naga", "--category=slot", "--currencies=BAHT", "--logo=/a.svg", "--background=/b.svg", "--launch=autoLogin"),
		"provider bound":      is("NAGA", "BAHT", "1000", "500"),
		"provider release":    by(s.heldResult),
		"wheel switch":        by(func() []string { return append(s.wheel(), "--open") }),
		"wheel rule":          is("BAHT", "--per-amount=100", "--coins=2", "--max-coins=20"),
		"limit put":           is("LAK", "60000", "700000.50"),
		"withdrawal approve":  by(withdrawal()),
		"withdrawal reject":   by(and(withdrawal(), "name differs")),
		"withdrawal paid":     by(and(withdrawal("approve"), "KB-1")),
		"withdrawal retry":    by(s.troubled(withdrawal("approve"))),
		"slip approve":        by(func() []string { return []string{s.slip("SLIP-AAAAAAAA", "T1"), "--amount=150.50", "--note=seen"} }),
		"slip reject":         by(func() []string { return []string{s.slip("SLIP-BBBBBBBB", "T2"), "NOT_MATCH"} }),
		"deposit-rule put":    is("--slip-open-from=02:15"),
		"suspense match":      by(func() []string { return []string{s.stranger(401_00), "12345678", "--note=their mother's"} }),
		"suspense return":     by(func() []string { return []string{s.stranger(502_00), "--note=by hand"} }),
		"claim approve":       by(func() []string { return []string{s.claim(100_00), "--note=seen"} }),
		"claim reject":        by(func() []string { return []string{s.claim(200_00), "no such payment"} }),
		"contact-qr put":      is(picture),
		"contact-qr remove":   is(),
		"totp code":           is("somsak", "--secret-key="+portaltest.TestKey.Reveal()),
		"totp enrol":          s.enrolment,
		"totp reset":          is("somsak"),
		"policy put":          is("--totp-for-money"),
		"member block":        is("12345678", "--reason=stolen"),
		"member unblock":      is("12345678", "--reason=found"),
		"member phone":        is("12345678", "0877777777", "--reason=lost"),
		"member bank-account": is("12345678", "SCB", "4041234567", "Somchai Jaidee", "--reason=moved"),
		"member adjust":       is("12345678", "credit", "7.50", "--reason=gift"),
		"member end-sessions": by(s.loggedIn),
		"member close":        by(s.another),
		"chat take":           by(s.talk),
		"chat reply":          by(func() []string { return append(s.takenTalk(), "We look into it.") }),
		"chat canned":         by(func() []string { return append(s.takenTalk(), s.cannedReply()) }),
		"chat handback":       by(s.talk),
		"chat close":          by(s.talk),
		"chat answer":         by(func() []string { return []string{s.botAnswer()} }),
		"chat remove-answer":  is("OPENING"),
		"chat hours":          is("--from=09:00", "--to=18:30"),
		"bonus switch":        by(func() []string { return append(s.campaign(), "--open") }),
		"bonus set":           is("BONUS", "WELCOME10", "--quota=50"),
		"bonus rule":          is("BAHT", "--review-above=1000"),
		"refund rule":         is("BAHT", "--percent=5", "--cap=1000"),
		"invite rule":         is("BAHT", "--percent=5", "--cap=1000"),
		"approval approve":    by(func() []string { return []string{s.requested()} }),
		"approval reject":     by(func() []string { return []string{s.requested(), "a mistake"} }),
	}
}

// requested is a request of another operator.
func (s env) requested() string {
	s.t.Helper()
	s.does("dao", "", "member", "adjust", "12345678", "credit", "12.50", "--reason=gift")
	for line := range strings.Lines(s.does("noi", "dao", "approval", "list")) {
		if strings.Contains(line, "dao") {
			return aRequest.FindString(line)
		}
	}
	return ""
}

// write runs statements past the product's functions.
func (s env) write(sql string) {
	s.t.Helper()
	db, err := pgx.Connect(s.t.Context(), s.Database.OwnerURL)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = db.Close(context.WithoutCancel(s.t.Context())) }()
	if _, err := db.Exec(s.t.Context(), sql); err != nil {
		s.t.Fatal(err)
	}
}

// heldResult is a win that waits for an operator: its id, and how much.
func (s env) heldResult() []string {
	held := id.NewID().String()
	s.write(`insert into game_held_result values ('` + held + `', 12345678, 'NAGA', 'BAHT', 200000, 200000, 1, 100000, 'HELD', 0, '', now(), now())`)
	return []string{held, "2000"}
}

// wheel is one that is closed.
func (s env) wheel() []string {
	s.t.Helper()
	slice := func(code string) spin.Slice {
		name := spin.Text{"en": code}
		return spin.Slice{Code: code, Label: name, Background: "#f7b500", Foreground: "#1a1a1a", Weight: 1, Prize: spin.Prize{Type: spin.Cash, Name: name, Amount: 500}}
	}
	if err := (postgres.Spin{DB: s.Database.DB}).PutWheel(s.t.Context(), spin.Wheel{
		Code: "LUCKY", Version: 1, Currency: money.Baht, Name: spin.Text{"en": "Lucky"}, CoinPerSpin: 1, From: time.Now(), Slices: []spin.Slice{slice("S1"), slice("S2")},
	}, time.Now()); err != nil {
		s.t.Fatal(err)
	}
	return []string{"LUCKY", "--open"}
}

// botAnswer is a file with what the bot answers.
func (s env) botAnswer() string {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "answer.json")
	if err := os.WriteFile(path, []byte(`{"code":"OPENING","keywords":["open"],"position":50,"answers":{"en":[{"type":"text","text":"Day and night."}]}}`), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

// campaign is a bonus that is closed: its kind and code.
func (s env) campaign() []string {
	s.t.Helper()
	if err := (postgres.Bonus{DB: s.Database.DB}).PutCampaign(s.t.Context(), bonus.Campaign{
		Kind: bonus.FromBonus, Code: "WELCOME10", Version: 1, Currency: money.Baht, Name: bonus.Text{"en": "Welcome"}, Span: bonus.Ever, MaxReceived: 1,
		Percent: 10, Cap: 200_00, Quota: 1000, Terms: bonus.Terms{SuccessPercent: 200, FailPercent: 10}, From: time.Now(),
	}, time.Now()); err != nil {
		s.t.Fatal(err)
	}
	return []string{"BONUS", "WELCOME10"}
}

// troubled is a withdrawal that a gateway may pay now, which it could not before.
func (s env) troubled(approved func() []string) func() []string {
	return func() []string {
		line := approved()
		s.write("update withdraw_limit set payout_gateway = 'GATE'")
		return line
	}
}

// enrolment types the code of the second factor that is shown.
func (s env) enrolment() ([]string, string) {
	shown, types := pipes(s.t)
	go func() {
		code, err := totp.GenerateCode(shown(regexp.MustCompile(`secret=([A-Z2-7]+)`)), time.Now())
		if err != nil {
			s.t.Error(err)
		}
		types(code + "\n")
	}()
	return []string{"somsak", "--secret-key=" + portaltest.TestKey.Reveal()}, ""
}

// another is a member without money, who may be closed.
func (s env) another() []string {
	s.t.Helper()
	at := s.Clock.Now()
	if err := (postgres.Members{DB: s.Database.DB}).AddMember(s.t.Context(), member.Member{
		ID: 12_345_679, Phone: "0812345679", Name: "Somsri", Currency: money.Baht, Status: member.Active, CreatedAt: at, LastLoginAt: at,
	}, "x"); err != nil {
		s.t.Fatal(err)
	}
	if err := (postgres.Ledger{DB: s.Database.DB}).OpenWallet(s.t.Context(), 12_345_679, money.Baht, at); err != nil {
		s.t.Fatal(err)
	}
	return []string{"12345679", "--reason=asked"}
}

// loggedIn is a member with a session.
func (s env) loggedIn() []string {
	s.write(`insert into session (token_hash, id, member_id, address, device, created_at, expires_at, seen_at)
		values ('\x01', '` + id.NewID().String() + `', 12345678, '127.0.0.1', '', now(), now() + interval '1 day', now())`)
	return []string{"12345678"}
}
