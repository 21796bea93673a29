package postgres_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/server/ledger"
	"krapao/server/postgres"
	"krapao/server/wallet"
)

func TestAnOverviewHasTheSameVersionUntilSomethingOfItChanges(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 500)
	b.asOwner(
		fmt.Sprintf("insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values (%d, '0812345678', 'A', 'x', 'BAHT', now(), now())", member),
		fmt.Sprintf("insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) values (%d, 'KTB', '1', 'A', now())", member),
		fmt.Sprintf("insert into game_member (member_id, code, sequence, refreshed_at) values (%d, '{GAME}', '{1}', '{null}')", member))
	store := postgres.Wallet{DB: b.DB}
	read := func() *wallet.Overview {
		t.Helper()
		got, err := store.Overview(b.ctx, member)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	before := read()
	if before.Version == "" || read().Version != before.Version {
		t.Error("nothing changed, and the version did")
	}
	for _, c := range []struct {
		what    string
		change  func()
		changed func(now wallet.Overview) bool
	}{
		{"money came", func() { b.mustPost(deposit(member, 100)) }, func(now wallet.Overview) bool { return now.Main == 600 }},
		{"money went to a game", func() { b.mustPost(move(member, ledger.Main(member), ledger.Game(member, "GAME"), 50)) },
			func(now wallet.Overview) bool { return now.Main == 550 && now.Games[0].Amount == 50 }},
		{"money is held", func() { b.mustPost(move(member, ledger.Main(member), ledger.Hold(member), 50)) },
			func(now wallet.Overview) bool { return now.Main == 500 && now.Held == 50 }},
		{"the name", func() { b.asOwner("update member set name = 'B'") }, func(now wallet.Overview) bool { return now.Name == "B" }},
		{"an agreement", func() { b.asOwner("update member set agreement_version = '1'") },
			func(now wallet.Overview) bool { return now.AgreementVersion != nil && *now.AgreementVersion == "1" }},
		{"none again", func() { b.asOwner("update member set agreement_version = null") }, func(now wallet.Overview) bool { return now.AgreementVersion == nil }},
		{"the bank account", func() { b.asOwner("update member_bank set account_no = '2'") }, func(now wallet.Overview) bool { return now.Bank.Number == "2" }},
		{"what borders on it", func() { b.asOwner("update member_bank set account_no = '', account_name = 'A2'") },
			func(now wallet.Overview) bool { return now.Bank.Number == "" && now.Bank.Holder == "A2" }},
		{"the bank's name", func() { b.asOwner("update bank set name_en = 'X' where code = 'KTB'") }, func(now wallet.Overview) bool { return now.Bank.NameEN == "X" }},
		{"a refresh", func() {
			b.asOwner("update game_member set refreshed_at = '{2026-03-01T12:00:00Z}', synced_at = '2026-03-01T12:00:00Z'")
		},
			func(now wallet.Overview) bool {
				return now.SyncedAt.Equal(noon) && now.Games[0].RefreshedAt.Equal(noon)
			}},
		{"a login", func() { b.asOwner("update member set last_login_at = '2026-03-01T12:00:00Z'") },
			func(now wallet.Overview) bool { return now.LastLoginAt.Truncate(time.Second).Equal(noon) }},
		{"the login before it", func() { b.asOwner("update member set previous_login_at = '2026-02-28T12:00:00Z'") },
			func(now wallet.Overview) bool { return now.PreviousLoginAt.Equal(noon.AddDate(0, 0, -1)) }},
	} {
		c.change()
		now := read()
		if now.Version == before.Version || !c.changed(*now) {
			t.Errorf("%s: %+v", c.what, now)
		}
		if read().Version != now.Version {
			t.Errorf("%s: two versions", c.what)
		}
		before = now
	}
	b.asOwner("delete from member_bank")
	if _, err := store.Overview(b.ctx, member); !errors.Is(err, wallet.ErrNoBank) {
		t.Errorf("the bank account is gone: %v", err)
	}
}
