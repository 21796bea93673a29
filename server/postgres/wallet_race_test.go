package postgres_test

import (
	"errors"
	"fmt"
	"testing"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/wallet"
)

// Members who ask at the same moment share a statement. Each gets what is theirs, with what was booked before they
// asked, also by another server.
func TestMembersWhoAskTogetherEachGetTheirOwnAndNothingStale(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	elsewhere, err := postgres.Open(b.ctx, postgres.Config{URL: b.at.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	const members, rounds = 24, 10
	number := func(i int) id.MemberID { return member + id.MemberID(i) }
	code := func(i int) string { return fmt.Sprintf("GAME%d", i) }
	var sql []string
	for i := range members {
		agreement := "null"
		if i%3 == 0 {
			agreement = fmt.Sprintf("'v%d'", i)
		}
		sql = append(sql, fmt.Sprintf(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at, agreement_version)
			values (%d, '08%08d', 'N%d', 'x', 'BAHT', now(), now(), %s)`, number(i), i, i, agreement))
		if i%4 != 0 {
			sql = append(sql, fmt.Sprintf("insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) values (%d, 'KTB', 'A%d', 'H%d', now())", number(i), i, i))
		}
		if i%5 != 0 {
			b.withWallet(number(i), 100)
			b.mustPost(move(number(i), ledger.Main(number(i)), ledger.Game(number(i), code(i)), money.Amount(i)))
			sql = append(sql, fmt.Sprintf("insert into game_member (member_id, code, sequence, refreshed_at) values (%d, '{%s}', '{1}', '{null}')", number(i), code(i)))
		}
	}
	b.asOwner(sql...)
	store := postgres.Wallet{DB: elsewhere}
	together(members, func(i int) {
		for round := range rounds {
			got, err := store.Overview(b.ctx, number(i))
			switch {
			case i%5 == 0:
				if !errors.Is(err, wallet.ErrNoWallet) {
					t.Errorf("%d without a wallet: %v", i, err)
				}
				continue
			case i%4 == 0:
				if !errors.Is(err, wallet.ErrNoBank) {
					t.Errorf("%d without a bank account: %v", i, err)
				}
				continue
			case err != nil:
				t.Errorf("%d: %v", i, err)
				return
			}
			want := money.Amount(100 - i + round)
			if got.Member != number(i) || got.Name != fmt.Sprintf("N%d", i) || got.Bank.Number != fmt.Sprintf("A%d", i) || got.Main != want ||
				len(got.Games) != 1 || got.Games[0].Code != code(i) || got.Games[0].Amount != money.Amount(i) ||
				(got.AgreementVersion != nil) != (i%3 == 0) || got.AgreementVersion != nil && *got.AgreementVersion != fmt.Sprintf("v%d", i) {
				t.Errorf("%d: %+v, %v is theirs", i, got, want)
			}
			if _, err := b.Post(b.ctx, deposit(number(i), 1)); err != nil {
				t.Error(err)
			}
		}
	})
}
