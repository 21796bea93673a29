package httpapi_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// firstEnrolment asks for a first second factor, with the code that was printed on the server.
func firstEnrolment(t testing.TB, city town, operator *portaltest.Client, name string) portaltest.Answer {
	t.Helper()
	code, _, err := city.App.Operators.IssueEnrolmentCode(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return operator.Do(http.MethodPost, "/operator/totp", `{"password":"`+portaltest.OperatorPassword+`","enrolmentCode":"`+code.Reveal()+`"}`)
}

// enrol gives an operator a second factor, and gives its secret.
func enrol(t testing.TB, city town, operator *portaltest.Client, name string) (seed string) {
	t.Helper()
	made := read[struct{ Secret, URL, Qr string }](t, want(t, "enrolling", firstEnrolment(t, city, operator, name), ""))
	if !strings.HasPrefix(made.URL, "otpauth://totp/Krapao:") || !strings.Contains(made.URL, made.Secret) || !strings.HasPrefix(made.Qr, "<svg") {
		t.Fatalf("%+v", made)
	}
	want(t, "confirming", confirm(operator, codeAt(t, made.Secret, city.Clock.Now())), "")
	return made.Secret
}

func confirm(operator *portaltest.Client, code string) portaltest.Answer {
	return operator.Do(http.MethodPost, "/operator/totp/confirm", `{"code":"`+code+`"}`)
}

func codeAt(t testing.TB, seed string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(seed, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func logInWith(client *portaltest.Client, username, code string) portaltest.Answer {
	return client.Do(http.MethodPost, "/operator/login", `{"username":"`+username+`","password":"`+portaltest.OperatorPassword+`","code":"`+code+`"}`)
}

func TestASecondFactorIsAskedForOnceItWasConfirmedAndACodeWorksOnce(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, elsewhere := city.Operator(t, "noi"), city.Operator(t, "noi")
	visitor := city.OperatorClient(t)
	want(t, "confirming nothing", confirm(noi, "123456"), "TOTP_INVALID")
	want(t, "enrolling without the password", noi.Do(http.MethodPost, "/operator/totp", `{"password":"wrong horse battery"}`), "WRONG_CREDENTIAL")
	made := read[struct{ Secret string }](t, firstEnrolment(t, city, noi, "noi"))
	want(t, "a login before it was confirmed", logIn(visitor, "noi", portaltest.OperatorPassword), "")
	want(t, "a wrong first code", confirm(noi, "000000"), "TOTP_INVALID")
	want(t, "the first code", confirm(noi, codeAt(t, made.Secret, city.Clock.Now())), "")
	want(t, "her other session", elsewhere.Do(http.MethodGet, "/operator/settings", ""), "invalid-token")
	want(t, "this one", noi.Do(http.MethodGet, "/operator/settings", ""), "")
	want(t, "no code", logIn(visitor, "noi", portaltest.OperatorPassword), "TOTP_REQUIRED")
	want(t, "a wrong password", logIn(visitor, "noi", "wrong horse battery"), "WRONG_CREDENTIAL")
	want(t, "the code that confirmed it", logInWith(visitor, "noi", codeAt(t, made.Secret, city.Clock.Now())), "TOTP_INVALID")
	city.Clock.Advance(10 * time.Minute)
	code := codeAt(t, made.Secret, city.Clock.Now())
	want(t, "the next code", logInWith(visitor, "noi", code), "")
	want(t, "the same code again", logInWith(visitor, "noi", code), "TOTP_INVALID")
	city.Clock.Advance(10 * time.Minute)
	want(t, "an old code", logInWith(visitor, "noi", code), "TOTP_INVALID")
	want(t, "one step early", logInWith(visitor, "noi", codeAt(t, made.Secret, city.Clock.Now().Add(30*time.Second))), "")
	want(t, "the present one after that", logInWith(visitor, "noi", codeAt(t, made.Secret, city.Clock.Now())), "TOTP_INVALID")
	var outcomes []string
	for _, line := range auditOf(t, noi, "LOGIN") {
		outcomes = append(outcomes, line.After["outcome"].(string))
	}
	if got := strings.Join(outcomes[:4], " "); got != "TOTP_INVALID OK TOTP_INVALID TOTP_INVALID" {
		t.Errorf("the audit log has %v", outcomes)
	}
}

func TestEnrollingIsLimitedLikeALogin(t *testing.T) {
	t.Parallel()
	enrolWrongly := func(operator *portaltest.Client) string {
		return operator.Do(http.MethodPost, "/operator/totp", `{"password":"wrong horse battery"}`).Code()
	}
	city := open(t)
	noi := city.Operator(t, "noi")
	city.Clock.Advance(time.Minute)
	for range 10 {
		if code := enrolWrongly(noi); code != "WRONG_CREDENTIAL" {
			t.Error(code)
		}
	}
	if code := enrolWrongly(noi); code != "REQUEST_LIMIT_1MIN" {
		t.Error(code)
	}
	busy := open(t, func(c *app.Config) {
		c.Member.PasswordMemory, c.Member.PasswordIterations, c.Member.PasswordWait = 64<<10, 3, time.Millisecond
	})
	noi = busy.Operator(t, "noi")
	counts, mu := map[string]int{}, sync.Mutex{}
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			code := enrolWrongly(noi)
			mu.Lock()
			defer mu.Unlock()
			counts[code]++
		})
	}
	group.Wait()
	if counts["LOGIN_FAIL"] == 0 || counts["WRONG_CREDENTIAL"] == 0 {
		t.Errorf("%v", counts)
	}
}

func TestOneCodeOpensOneSessionHoweverManyTryAtOnce(t *testing.T) {
	t.Parallel()
	city := open(t)
	seed := enrol(t, city, city.Operator(t, "noi"), "noi")
	city.Clock.Advance(11 * time.Minute)
	code := codeAt(t, seed, city.Clock.Now())
	counts, mu := map[string]int{}, sync.Mutex{}
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			got := logInWith(city.OperatorClient(t), "noi", code).Code()
			mu.Lock()
			defer mu.Unlock()
			counts[got]++
		})
	}
	group.Wait()
	if counts[""] != 1 {
		t.Errorf("%v", counts)
	}
}

func TestGuessingCodesIsLimitedOverAllAddressesAndServers(t *testing.T) {
	t.Parallel()
	city := open(t)
	seed := enrol(t, city, city.Operator(t, "noi"), "noi")
	city.Clock.Advance(10*time.Minute + time.Second)
	other := city.twin(t)
	counts := map[string]int{}
	for i := range 20 {
		if i == 10 {
			city.Clock.Advance(time.Minute)
		}
		client := []*portaltest.Client{city.OperatorClient(t), other.OperatorClient(t)}[i%2]
		counts[logInWith(client, "noi", "000000").Code()]++
	}
	if counts["TOTP_INVALID"] != 5 || counts["REQUEST_LIMIT"] != 15 {
		t.Errorf("20 guesses: %v", counts)
	}
	want(t, "the right one meanwhile", logInWith(city.OperatorClient(t), "noi", codeAt(t, seed, city.Clock.Now())), "REQUEST_LIMIT_1MIN")
	guessed := 0
	for range 140 {
		city.Clock.Advance(10 * time.Minute)
		for range 6 {
			if logInWith(city.OperatorClient(t), "noi", "000000").Code() == "TOTP_INVALID" {
				guessed++
			}
		}
	}
	if guessed != 30-5-2 { // enrolling and confirming are tries, too
		t.Errorf("%d guesses in the rest of the day", guessed)
	}
}

func TestALostSecondFactorIsTakenAwayBySomebodyElse(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	seed := enrol(t, city, noi, "noi")
	reset := func(by *portaltest.Client, name string) portaltest.Answer {
		return by.Do(http.MethodDelete, "/operator/accounts/"+name+"/totp", "")
	}
	want(t, "one's own", reset(noi, "noi"), "APPROVAL_SELF")
	want(t, "nobody's", reset(kam, "nobody"), "NO_DATA")
	want(t, "enrolling again without a code", noi.Do(http.MethodPost, "/operator/totp", `{"password":"`+portaltest.OperatorPassword+`"}`), "TOTP_REQUIRED")
	want(t, "with a wrong one", noi.Do(http.MethodPost, "/operator/totp", `{"password":"`+portaltest.OperatorPassword+`","code":"000000"}`), "TOTP_INVALID")
	city.Clock.Advance(30 * time.Second)
	want(t, "with the right one", noi.Do(http.MethodPost, "/operator/totp", `{"password":"`+portaltest.OperatorPassword+`","code":"`+codeAt(t, seed, city.Clock.Now())+`"}`), "")
	list := read[struct {
		Operators []struct {
			Username string
			HasTotp  bool
		}
	}](t, want(t, "the list", kam.Do(http.MethodGet, "/operator/accounts", ""), ""))
	if len(list.Operators) != 2 || list.Operators[0].HasTotp || !list.Operators[1].HasTotp {
		t.Errorf("%+v", list)
	}
	lee := city.Operator(t, "lee")
	asked := read[requested](t, reset(kam, "noi"))
	want(t, "by who asked", approve(kam, asked.ID), "APPROVAL_SELF")
	want(t, "by whose it is", approve(noi, asked.ID), "APPROVAL_SELF")
	want(t, "her session meanwhile", noi.Do(http.MethodGet, "/operator/settings", ""), "")
	want(t, "by a second person", approve(lee, asked.ID), "")
	want(t, "her session", noi.Do(http.MethodGet, "/operator/settings", ""), "invalid-token")
	want(t, "a login with the password alone", logIn(city.OperatorClient(t), "noi", portaltest.OperatorPassword), "")
	var factors []any
	for _, line := range auditOf(t, kam, "OPERATOR") {
		if line.After["secondFactor"] != nil {
			factors = append(factors, line.Actor, line.After["secondFactor"])
		}
	}
	if len(factors) != 8 || factors[0] != "lee" || factors[1] != "OFF" || factors[5] != "ON" {
		t.Errorf("the audit log has %v", factors)
	}
	seed = enrol(t, city, city.Operator(t, "kam"), "kam")
	if err := city.App.Operators.ResetFactor(audit.WithActor(t.Context(), audit.Actor{Name: "kam", Via: audit.Command}), "kam"); err != nil || seed == "" {
		t.Errorf("on the server: %v", err)
	}
}

func TestMoneyNeedsASessionWithACodeWhereTheOperatorsSaySo(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	policy := func(by *portaltest.Client, on string) portaltest.Answer {
		return by.Do(http.MethodPut, "/operator/policy", `{"totpForMoney":`+on+`}`)
	}
	enrol(t, city, noi, "noi")
	want(t, "the rule", policy(noi, "true"), "")
	want(t, "the same again", policy(noi, "true"), "")
	if got := read[struct{ TotpForMoney bool }](t, want(t, "reading it", kam.Do(http.MethodGet, "/operator/policy", ""), "")); !got.TotpForMoney {
		t.Error("it is off")
	}
	calls, err := portaltest.OperatorCalls()
	if err != nil {
		t.Fatal(err)
	}
	money := map[string]bool{}
	for _, call := range calls {
		if call.Public || !call.Declares("TOTP_REQUIRED") || call.Operation == "EnrolOperatorTotp" {
			continue
		}
		money[call.Operation] = true
		want(t, call.Operation+" without a code", kam.Do(call.Method, call.Path, call.Body), "TOTP_REQUIRED")
		if code := noi.Do(call.Method, call.Path, call.Body).Code(); code == "TOTP_REQUIRED" {
			t.Errorf("%s with one: %s", call.Operation, code)
		}
		want(t, "the rule again", policy(noi, "true"), "")
	}
	// A provider's form gets members' game passwords, a blocked member is let in again, and the site is shut, by these.
	for _, operation := range []string{"ApproveApproval", "PutOperatorChannel", "PutOperatorProvider", "PutMemberStatus", "ChangeOperatorSettings"} {
		if !money[operation] {
			t.Errorf("%s asks for no code", operation)
		}
	}
	want(t, "what is not about money", kam.Do(http.MethodGet, "/operator/settings", ""), "")
	want(t, "turning it off", policy(noi, "false"), "")
	want(t, "a call about money", kam.Do(http.MethodPost, "/operator/approvals/01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77/approve", ""), "NO_DATA")
	if lines := auditOf(t, noi, "POLICY"); len(lines) < 2 || lines[0].After["totpForMoney"] != false || lines[0].Before["totpForMoney"] != true {
		t.Errorf("%+v", lines)
	}
}

func TestNoSecondFactorIsLoggedOrKeptInTheClear(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	seed := enrol(t, city, noi, "noi")
	city.Clock.Advance(30 * time.Second)
	code := codeAt(t, seed, city.Clock.Now())
	want(t, "a login", logInWith(city.OperatorClient(t), "noi", code), "")
	var kept strings.Builder
	for _, table := range []string{"operator", "operator_session", "operator_audit", "rate_limit"} {
		var rows string
		if err := city.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select coalesce(string_agg(x::text, E'\\n'), '') from "+table+" x").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		kept.WriteString(rows)
	}
	for name, text := range map[string]string{"log": city.Logs.String(), "database": kept.String()} {
		if strings.Contains(text, seed) || strings.Contains(text, `"`+code+`"`) || strings.Contains(text, secret.NewText(seed).Reveal()[:16]) {
			t.Errorf("a second factor is in the %s", name)
		}
	}
}

func TestAPasswordAloneEnrolsNoSecondFactor(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	with := func(code string) portaltest.Answer {
		return noi.Do(http.MethodPost, "/operator/totp", `{"password":"`+portaltest.OperatorPassword+`","enrolmentCode":"`+code+`"}`)
	}
	issue := func() string {
		t.Helper()
		code, _, err := city.App.Operators.IssueEnrolmentCode(t.Context(), "noi")
		if err != nil {
			t.Fatal(err)
		}
		return code.Reveal()
	}
	want(t, "the password", noi.Do(http.MethodPost, "/operator/totp", `{"password":"`+portaltest.OperatorPassword+`"}`), "TOTP_REQUIRED")
	want(t, "a code where none was printed", with("AAAAA-AAAAA-AAAAA-AAAAA"), "TOTP_INVALID")
	old := issue()
	printed := issue()
	want(t, "one that was replaced", with(old), "TOTP_INVALID")
	city.Clock.Advance(72 * time.Hour)
	noi = city.Operator(t, "noi")
	want(t, "one that is too old", with(printed), "TOTP_INVALID")
	printed = issue()
	made := read[struct{ Secret string }](t, want(t, "the code as people type it", with(" "+strings.ToLower(strings.ReplaceAll(printed, "-", " "))), ""))
	want(t, "confirming", confirm(noi, codeAt(t, made.Secret, city.Clock.Now())), "")
	want(t, "the code once there is a factor", with(printed), "TOTP_REQUIRED")
	if err := city.App.Operators.ResetFactor(t.Context(), "noi"); err != nil {
		t.Fatal(err)
	}
	city.Clock.Advance(10 * time.Minute)
	noi = city.Operator(t, "noi")
	want(t, "the code once more", with(printed), "TOTP_INVALID")
}
