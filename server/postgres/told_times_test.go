package postgres_test

import (
	"io/fs"
	"strings"
	"testing"

	"krapao/server/id"
	"krapao/server/postgres"
)

// TestWhatWasToldBeforeItWasBoundedIsMended puts rows of an older release back and migrates them again.
func TestWhatWasToldBeforeItWasBoundedIsMended(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	text, err := fs.ReadFile(postgres.Migrations(), "0026_told_times.sql")
	if err != nil {
		t.Fatal(err)
	}
	up, down, _ := strings.Cut(string(text), "-- +goose Down")
	b.asOwner(down)
	line, upper, lower := id.NewID(), id.NewID(), id.NewID()
	for _, row := range []string{
		`insert into bank_line (id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status)
			values ('` + line.String() + `', 'SCB', '1', '1', 'ab 12', 100, 'BAHT', '{"bankCode": "SCB"}', '', '0001-12-31 17:00:00Z BC', '2026-03-01Z', 'SUSPENSE'),
			('` + upper.String() + `', 'SCB', '1', '2', 'CD34', 100, 'BAHT', '{"bankCode": "SCB"}', '', '2026-02-28Z', '2026-03-01Z', 'SUSPENSE'),
			('` + lower.String() + `', 'SCB', '1', '3', 'cd34', 100, 'BAHT', '{"bankCode": "SCB"}', '', '9999-12-31Z', '2026-03-01Z', 'SUSPENSE')`,
		`insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at) values
			(gen_random_uuid(), 'bank:scb', 'ab 12', 100, 'BAHT', 'NO_MATCH', '` + line.String() + `', '{}', '0001-12-31 17:00:00Z BC', '2026-03-01Z')`,
		`insert into external_credit values ('bank:scb', 'ab 12', gen_random_uuid()), ('bank:scb', 'CD34', gen_random_uuid()), ('bank:scb', 'cd34', gen_random_uuid())`,
		`insert into slip (member_id, id, reference, currency, file_hash, image_name, image_type, created_at, transfer)
			values (1, gen_random_uuid(), 'SLIP-22222222', 'BAHT', sha256('x'), 'x', 'image/png', '2026-03-01Z', '{"transferredAt": "0000-01-01T00:00:00+07:00"}')`,
	} {
		b.asOwner(row)
	}
	b.asOwner(up)
	for sql, want := range map[string]string{
		"select string_agg(reference || ' ' || extract(year from transferred_at), ', ' order by line_id) from bank_line":           "AB12 1970, CD34 2026, cd34 2026",
		"select external_id || ' ' || extract(year from paid_at) from suspense_payment":                                            "AB12 1970",
		"select string_agg(external_id, ', ' order by external_id) from external_credit":                                           "AB12, CD34, cd34",
		"select to_char((transfer->>'transferredAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD') from slip where member_id = 1": "2026-03-01",
	} {
		var got string
		if err := b.DB.Querier(b.ctx).QueryRow(b.ctx, sql).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %q instead of %q, %v", sql, got, want, err)
		}
	}
}
