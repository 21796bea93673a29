package postgres_test

import (
	"io/fs"
	"strings"
	"testing"

	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

func TestStoredPhonesGetTheOneFormAndNoTwoMembersAreMerged(t *testing.T) {
	t.Parallel()
	db := postgrestest.NewDB(t)
	file, err := fs.ReadFile(postgres.Migrations(), "0033_phone.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(file), "-- +goose StatementBegin")
	block, _, _ = strings.Cut(block, "-- +goose StatementEnd")
	stored := map[int]string{1: "305551234", 2: "0305551234", 3: "2055512345", 4: "0812345678", 5: "55500000", 6: "8562055577777", 7: "021234567"}
	want := map[int]string{1: "305551234", 2: "0305551234", 3: "02055512345", 4: "0812345678", 5: "02055500000", 6: "02055577777", 7: "021234567"}
	for number, phone := range stored {
		for _, sql := range []string{
			"insert into member_phone (phone, member_id) values ($1, 10000000 + $2)",
			"insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values (10000000 + $2, $1, 'n', '-', 'LAK', now(), now())",
		} {
			if _, err := db.Querier(t.Context()).Exec(t.Context(), sql, phone, number); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 2 { // a migration that was tried before does no more
		if _, err := db.Querier(t.Context()).Exec(t.Context(), block); err != nil {
			t.Fatal(err)
		}
	}
	for number, phone := range want {
		var unique, shown string
		if err := db.Querier(t.Context()).QueryRow(t.Context(), "select p.phone, m.phone from member m join member_phone p on p.member_id = m.id where m.id = 10000000 + $1", number).Scan(&unique, &shown); err != nil {
			t.Fatal(err)
		}
		if unique != phone || shown != phone {
			t.Errorf("%s became %s and %s, not %s", stored[number], unique, shown, phone)
		}
	}
	var reported string
	if err := db.Querier(t.Context()).QueryRow(t.Context(), "select min(subject || ' ' || (after->>'samePhoneAs')) from operator_audit").Scan(&reported); err != nil || reported != "10000001 10000002" {
		t.Errorf("the audit log reports %q, %v", reported, err)
	}
}
