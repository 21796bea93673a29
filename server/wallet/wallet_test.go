package wallet_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
)

func TestMain(m *testing.M) { portaltest.Main(m) }

const somchai, malee = id.MemberID(10_000_001), id.MemberID(10_000_002)

type env struct {
	*portaltest.Server
	t    *testing.T
	book postgres.Ledger
}

func newEnv(t *testing.T) *env {
	s := &env{t: t, Server: portaltest.Start(t, portaltest.WithApp(portaltest.ByNumber(nil)))}
	s.book = postgres.Ledger{DB: s.Database.DB}
	return s
}

func (s *env) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.Database.DB.Querier(s.t.Context()).Exec(s.t.Context(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

// member writes a member with an empty wallet.
func (s *env) member(member id.MemberID, phone string, at time.Time) {
	s.t.Helper()
	s.exec("insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, $2, 'Somchai', 'none', 'BAHT', $3, $4)",
		member, phone, at, at.Add(time.Hour))
	if err := s.book.OpenWallet(s.t.Context(), member, money.Baht, at); err != nil {
		s.t.Fatal(err)
	}
}

func (s *env) bank(member id.MemberID, code, number string) {
	s.t.Helper()
	s.exec("insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) values ($1, $2, $3, 'SOMCHAI JAIDEE', now())", member, code, number)
}

func (s *env) deposit(member id.MemberID, amount money.Amount) {
	s.t.Helper()
	if _, err := s.book.Post(s.t.Context(), ledger.Transaction{
		Key: id.NewID().String(), Kind: ledger.Deposit, MemberID: member, Currency: money.Baht, At: s.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Clearing("payment", money.Baht), Amount: -amount}, {Account: ledger.Main(member), Amount: amount}},
	}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *env) get(member id.MemberID) (overview portal.WalletResponse, answer portaltest.Answer) {
	s.t.Helper()
	answer = s.Client(s.t).As(member.String()).Do(http.MethodGet, "/api/wallet", "")
	if answer.Status == http.StatusOK {
		if err := json.Unmarshal(answer.Body, &overview); err != nil {
			s.t.Fatal(err)
		}
	}
	return overview, answer
}

func TestTheOverviewIsTheMembersOwnAndOfThisMoment(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	registered := s.Clock.Now().Add(-24 * time.Hour).Truncate(time.Second)
	s.member(somchai, "0812345678", registered)
	s.bank(somchai, "KTB", "1234567890")
	s.member(malee, "0898765432", registered)
	s.bank(malee, "GONE", "1")
	empty, answer := s.get(somchai)
	if empty.Wallet.Amount != 0 || empty.BankAccount.IsLocked || empty.Slots == nil || len(empty.Slots) != 0 || empty.Invite != (portal.InviteBalance{}) {
		t.Errorf("%s", answer.Body)
	}
	if p := empty.Profile; p.UnderscoreID != "10000001" || p.InviteCode != "PR10000001" || p.Username != "0812345678" || p.Name != "Somchai" || p.Coin != 0 ||
		p.Currency != portal.BAHT || p.AgreementVersion != nil || !p.CreatedAt.Equal(registered) || !p.LastLoginAt.Equal(registered.Add(time.Hour)) || !empty.Timesync.Equal(registered) {
		t.Errorf("%s", answer.Body)
	}
	if b := empty.BankAccount; b.BankCode != "KTB" || b.BankAccountNo != "1234567890" || b.BankAccountName != "SOMCHAI JAIDEE" || b.Bank.NameEN != "Krung Thai Bank" || b.Bank.NameTH != "ธนาคารกรุงไทย" {
		t.Errorf("%s", answer.Body)
	}
	s.deposit(somchai, 12_345)
	if now, answer := s.get(somchai); now.Wallet.Amount != 12_345 || !now.BankAccount.IsLocked {
		t.Errorf("%s", answer.Body)
	}
	if theirs, answer := s.get(malee); theirs.Wallet.Amount != 0 || theirs.Profile.Username != "0898765432" || theirs.BankAccount.Bank.NameEN != "GONE" {
		t.Errorf("%s", answer.Body)
	}
}

func TestAnUnchangedOverviewIsNotSentAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	registered := s.Clock.Now().Add(-24 * time.Hour).Truncate(time.Second)
	for _, one := range []struct {
		member id.MemberID
		phone  string
	}{{somchai, "0812345678"}, {malee, "0898765432"}} {
		s.member(one.member, one.phone, registered)
		s.bank(one.member, "KTB", one.member.String())
	}
	ask := func(who id.MemberID, tag string) portaltest.Answer {
		return s.Client(t).As(who.String()).Do(http.MethodGet, "/api/wallet", "", portaltest.Header{Name: "If-None-Match", Value: tag})
	}
	_, first := s.get(somchai)
	tag := first.Header.Get("ETag")
	if tag == "" || first.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%v", first.Header)
	}
	for _, named := range []string{tag, `"other", ` + tag, strings.TrimPrefix(tag, "W/"), "*"} {
		if answer := ask(somchai, named); answer.Status != http.StatusNotModified || len(answer.Body) > 0 || answer.Header.Get("ETag") != tag || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("unchanged, asked with %s: %d %v", named, answer.Status, answer.Header)
		}
	}
	for _, named := range []string{`"other"`, `W/"`, tag + "x"} {
		if answer := ask(somchai, named); answer.Status != http.StatusOK || len(answer.Body) == 0 {
			t.Errorf("asked with %s: %d", named, answer.Status)
		}
	}
	if answer := ask(malee, tag); answer.Status != http.StatusOK {
		t.Errorf("another member's tag: %d", answer.Status)
	}
	if answer := s.Client(t).As(somchai.String()).Do(http.MethodGet, "/api/wallet", "",
		portaltest.Header{Name: "If-None-Match", Value: tag}, portaltest.Header{Name: "If-None-Match", Value: tag}); answer.Code() != "KEY_INVALID" {
		t.Errorf("the header twice: %d", answer.Status)
	}
	s.deposit(somchai, 12_345)
	changed := ask(somchai, tag)
	if changed.Status != http.StatusOK || changed.Header.Get("ETag") == tag || !strings.Contains(string(changed.Body), "123.45") {
		t.Errorf("money came: %d %s", changed.Status, changed.Body)
	}
	if answer := ask(somchai, changed.Header.Get("ETag")); answer.Status != http.StatusNotModified {
		t.Errorf("unchanged since: %d", answer.Status)
	}
}

func TestAMemberWithoutAWalletOrABankIsToldSo(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.exec("insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, '0812345678', 'S', 'none', 'BAHT', now(), now())", somchai)
	if _, answer := s.get(somchai); answer.Code() != "NO_WALLET" || answer.Status != http.StatusNotFound {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.member(malee, "0898765432", s.Clock.Now())
	if _, answer := s.get(malee); answer.Code() != "NO_BANK" || answer.Status != http.StatusNotFound {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}
