package member_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"testing"
	"time"

	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/password"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

func TestMain(m *testing.M) { postgrestest.Main(m) }

// rules is a site without OTP and with one bank.
type rules struct{}

func (rules) Rules(context.Context) (member.Rules, error) {
	return member.Rules{
		Bank:        func(code string) (member.Bank, bool) { return member.Bank{Code: code}, code == "KBANK" },
		HasSource:   func(string) bool { return false },
		SameAddress: func(a, b netip.Addr) bool { return a == b },
	}, nil
}

func open(t *testing.T, now func() time.Time, random io.Reader) (*member.Service, *postgres.DB) {
	t.Helper()
	db := postgrestest.NewDB(t)
	service, err := member.New(member.Config{
		Store: postgres.Members{DB: db}, Ledger: postgres.Ledger{DB: db}, Site: rules{}, Limiter: postgres.NewRateLimit(db, now),
		Phones: member.ThaiPhones, Currencies: []money.Currency{money.Baht}, DefaultLocale: "th", Host: "localhost", Keys: [][]byte{make([]byte, 32)},
		Hash: password.Cost{MemoryKiB: 64, Iterations: 1, Parallelism: 1}, Now: now, Random: random,
	})
	if err != nil {
		t.Fatal(err)
	}
	return service, db
}

func somebody(n int) member.RegisterInput {
	return member.RegisterInput{
		Caller: member.Caller{Addr: netip.MustParseAddr("192.0.2.1")}, Name: "Somchai", Phone: fmt.Sprintf("08%08d", n), Password: secret.NewText("correct horse battery"),
		Bank: member.BankAccount{BankCode: "KBANK", Number: fmt.Sprintf("%010d", n), Name: "SOMCHAI JAIDEE"},
	}
}

func TestAMemberNumberThatIsTakenIsDrawnAgain(t *testing.T) {
	t.Parallel()
	zeros := func(n int) io.Reader { return bytes.NewReader(make([]byte, n)) }
	service, _ := open(t, time.Now, io.MultiReader(zeros(4), zeros(8), rand.Reader))
	first, err := service.Register(t.Context(), somebody(1))
	if err != nil {
		t.Fatal(err)
	}
	second, err := service.Register(t.Context(), somebody(2))
	if err != nil || second == first {
		t.Errorf("%v after %v, %v", second, first, err)
	}
}

func TestARegistrationIsGivenUpWhenEveryNumberIsTaken(t *testing.T) {
	t.Parallel()
	service, _ := open(t, time.Now, bytes.NewReader(make([]byte, 4096)))
	if _, err := service.Register(t.Context(), somebody(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := service.Register(t.Context(), somebody(2)); !errors.Is(err, member.ErrRegisterFail) {
		t.Errorf("%v", err)
	}
}

func TestSessionsThatRanOutAreForgottenAfterAWeek(t *testing.T) {
	t.Parallel()
	now := time.Now()
	service, db := open(t, func() time.Time { return now }, rand.Reader)
	if _, err := service.Register(t.Context(), somebody(1)); err != nil {
		t.Fatal(err)
	}
	who := somebody(1)
	opened, err := service.LogIn(t.Context(), member.LogInInput{Caller: who.Caller, Phone: who.Phone, Password: who.Password})
	if err != nil {
		t.Fatal(err)
	}
	read := func() error {
		_, err := service.ReadSession(t.Context(), opened.Token.Reveal(), who.Caller.Addr)
		return err
	}
	for _, row := range []struct {
		later time.Duration
		want  error
	}{{0, nil}, {6 * 24 * time.Hour, member.ErrExpiredToken}, {2 * 24 * time.Hour, member.ErrInvalidToken}} {
		now = now.Add(row.later)
		if err := errors.Join(service.FlushSeen(t.Context()), service.ForgetSessions(t.Context()), service.ForgetOTPs(t.Context())); err != nil {
			t.Fatal(err)
		}
		if err := read(); !errors.Is(err, row.want) {
			t.Errorf("%v later: %v, want %v", row.later, err, row.want)
		}
	}
	var left int
	if err := db.Querier(t.Context()).QueryRow(t.Context(), "select count(*) from session").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d sessions are left, %v", left, err)
	}
}

func TestASecretInAnInputIsNeverPrinted(t *testing.T) {
	t.Parallel()
	input := somebody(1)
	for _, printed := range []string{fmt.Sprint(input), fmt.Sprintf("%+v", input), fmt.Sprintf("%#v", input)} {
		if bytes.Contains([]byte(printed), []byte("horse")) {
			t.Error(printed)
		}
	}
}
