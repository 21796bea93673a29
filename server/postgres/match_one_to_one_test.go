package postgres_test

import (
	"io/fs"
	"strings"
	"testing"

	"krapao/server/id"
	"krapao/server/postgres"
)

// TestALineOfBeforeThatNamedAPaymentInSuspenseIsItsDuplicate migrates the rows of an older release.
func TestALineOfBeforeThatNamedAPaymentInSuspenseIsItsDuplicate(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	text, err := fs.ReadFile(postgres.Migrations(), "0024_match_one_to_one.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, updates, _ := strings.Cut(string(text), "-- A line that named")
	updates, _, _ = strings.Cut(updates, "alter table qr_payment")
	names := []string{"{FIRST}", id.NewID().String(), "{SECOND}", id.NewID().String(), "{SUSPENSE}", id.NewID().String(), "{POSTED}", id.NewID().String()}
	fill := strings.NewReplacer(names...).Replace
	b.asOwner(
		fill(`insert into ledger_transaction select '{POSTED}', '{SUSPENSE}/suspense', 'SUSPENSE', 0, 'BAHT', '{SUSPENSE}', now(), 0, 0`),
		fill(`insert into bank_line (id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status, covered_by)
			values ('{FIRST}', 'SCB', '1', '1', 'R1', 100, 'BAHT', '{}', '', now(), now(), 'SUSPENSE', null),
			('{SECOND}', 'SCB', '1', '2', 'R1', 100, 'BAHT', '{}', '', now(), now(), 'COVERED', '{POSTED}')`),
		fill(`insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at)
			values ('{SUSPENSE}', 'bank:scb', 'R1', 100, 'BAHT', 'NO_MATCH', '{FIRST}', '{}', now(), now())`),
		"-- A line that named"+updates)
	var status, of string
	if err := b.DB.Querier(b.ctx).QueryRow(b.ctx, fill("select status, duplicate_of::text from bank_line where id = '{SECOND}'")).Scan(&status, &of); err != nil {
		t.Fatal(err)
	}
	if status != "DUPLICATE" || of != fill("{FIRST}") {
		t.Errorf("%s of %s", status, of)
	}
}
