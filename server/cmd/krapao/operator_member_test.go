package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"krapao/server/app"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/operator"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

var theNumber = regexp.MustCompile(`(?m)^ID .*\n([0-9a-f-]{36})`)

func TestAMemberIsLookedAfterFromTheCommandLineByTwoPeople(t *testing.T) {
	test := postgrestest.New(t)
	const number = 12345678
	members, at := postgres.Members{DB: test.DB}, time.Now()
	if err := members.AddMember(t.Context(), member.Member{
		ID: number, Phone: "0812345678", Name: "Somchai", Currency: money.Baht, Status: member.Active, CreatedAt: at, LastLoginAt: at,
		Bank: &member.BankAccount{BankCode: "KBANK", Number: "1812345678", Name: "SOMCHAI JAIDEE"},
	}, "x"); err != nil {
		t.Fatal(err)
	}
	if err := (postgres.Ledger{DB: test.DB}).OpenWallet(t.Context(), number, money.Baht, at); err != nil {
		t.Fatal(err)
	}
	shows := func(text string, line ...string) string {
		t.Helper()
		printed, err := typed(t, test.URL, line...)
		if err != nil || !strings.Contains(printed, text) {
			t.Errorf("%v: %v\n%s\nwant %q", line, err, printed, text)
		}
		return printed
	}
	shows("12345678", "member", "find", "--phone=08123")
	shows("Somchai", "member", "find", "--name=som")
	shows("KBANK 1812345678 SOMCHAI JAIDEE", "member", "show", "12345678")
	shows("", "member", "block", "12345678", "--reason=stolen")
	shows("INACTIVE", "member", "show", "12345678")
	shows("", "member", "unblock", "12345678", "--reason=found")
	shows("", "member", "phone", "12345678", "0877777777", "--reason=lost")
	shows("0877777777", "member", "show", "12345678")
	shows("", "member", "end-sessions", "12345678")
	shows("", "member", "adjust", "12345678", "credit", "12.50", "--reason=gift")
	shows("", "member", "bank-account", "12345678", "SCB", "4041234567", "Somchai Jaidee", "--reason=moved")
	for range 2 {
		waiting := theNumber.FindStringSubmatch(shows("tester", "approval", "list"))
		if waiting == nil {
			t.Fatal("nothing waits")
		}
		if _, err := typed(t, test.URL, "approval", "approve", waiting[1]); err == nil || !strings.Contains(err.Error(), "APPROVAL_SELF") {
			t.Errorf("one person approved: %v", err)
		}
		if _, err := typedBy(t, "kam", test.URL, "approval", "approve", waiting[1]); err != nil {
			t.Error(err)
		}
	}
	shows("12.50", "member", "show", "12345678")
	shows("SCB 4041234567", "member", "show", "12345678")
	shows("", "member", "adjust", "12345678", "debit", "1", "--reason=back")
	waiting := theNumber.FindStringSubmatch(shows("-1.00", "approval"))
	shows("", "approval", "reject", waiting[1], "a mistake")
	shows("REJECTED", "approval", "list", "--state=REJECTED")
	shows("", "member", "close", "12345678", "--reason=asked")
	for _, wrong := range [][]string{
		{"member", "find"}, {"member", "show", "1"}, {"member", "show", "99999999"}, {"member", "unblock", "12345678", "--reason=x"}, {"member", "block", "12345678"},
		{"member", "adjust", "12345678", "credit", "0", "--reason=x"}, {"approval", "approve", "x"},
	} {
		if _, err := typed(t, test.URL, wrong...); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
}

func TestASecondFactorIsGivenAndTakenOnTheCommandLine(t *testing.T) {
	test := postgrestest.New(t)
	services, err := app.NewServices(t.Context(), test.DB, app.ServicesConfig{Config: app.Config{Edition: app.Thai}, Keys: portaltest.TestKeys, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := services.Operators.Create(t.Context(), operator.CreateInput{Username: "noi", Password: secret.NewText("correct horse battery")}); err != nil {
		t.Fatal(err)
	}
	if _, err := typed(t, test.URL, "totp", "enrol", "noi"); err == nil || !strings.Contains(err.Error(), "KRAPAO_SECRET_KEY") {
		t.Errorf("without the key: %v", err)
	}
	shown, answer := pipes(t)
	done := make(chan error, 1)
	go func() {
		_, err := typed(t, test.URL, "totp", "enrol", "noi", "--secret-key="+portaltest.TestKey.Reveal())
		done <- err
	}()
	seed := shown(regexp.MustCompile(`secret=([A-Z2-7]+)`))
	code, err := totp.GenerateCode(seed, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	answer(code + "\n")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]string{{"on", "accounts"}, {"", "policy", "put", "--totp-for-money"}, {"totp-for-money  on", "policy"}, {"", "totp", "reset", "noi"}, {"off", "accounts"}} {
		if printed, err := typed(t, test.URL, row[1:]...); err != nil || !strings.Contains(printed, row[0]) {
			t.Errorf("%v: %v\n%s", row, err, printed)
		}
	}
}

// pipes gives what reads a text from the process's standard error, and what answers on its standard input.
func pipes(t *testing.T) (shown func(form *regexp.Regexp) string, answer func(text string)) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	in, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin, stderr := os.Stdin, os.Stderr
	os.Stdin, os.Stderr = in, out
	t.Cleanup(func() { os.Stdin, os.Stderr = stdin, stderr })
	shown = func(form *regexp.Regexp) string {
		for range 500 {
			text, _ := os.ReadFile(out.Name())
			if found := form.FindSubmatch(text); found != nil {
				return string(found[1])
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatal("nothing was shown")
		return ""
	}
	return shown, func(text string) { _, _ = writer.WriteString(text) }
}
