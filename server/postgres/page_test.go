package postgres_test

import (
	"encoding/json"
	"strings"
	"testing"

	"krapao/server/postgres"
)

func TestAPageOfTheStatementIsARangeCountedFromTheNewest(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 0)
	for range 25 {
		b.mustPost(deposit(member, 100))
	}
	for _, c := range []struct{ page, limit, first, last, entries int64 }{
		{1, 10, 25, 16, 10}, {2, 10, 15, 6, 10}, {3, 10, 5, 1, 5}, {4, 10, 0, 0, 0}, {1, 1000, 25, 1, 25}, {1 << 60, 10, 0, 0, 0}, {0, 0, 25, 25, 1},
	} {
		page, err := b.Statement(b.ctx, member, c.page, c.limit)
		if err != nil || page.Total != 25 || int64(len(page.Entries)) != c.entries {
			t.Fatalf("I13: page %d of %d: %+v, %v", c.page, c.limit, page, err)
		}
		if c.entries > 0 && (page.Entries[0].Number != c.first || page.Entries[c.entries-1].Number != c.last) {
			t.Errorf("I13: page %d of %d: %d to %d", c.page, c.limit, page.Entries[0].Number, page.Entries[c.entries-1].Number)
		}
	}
	if page, err := b.Statement(b.ctx, 99999999, 1, 10); err != nil || page.Total != 0 || len(page.Entries) != 0 {
		t.Fatalf("without a wallet: %+v, %v", page, err)
	}
}

func TestAPageOfALongStatementIsPlannedAsFewRows(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 0)
	b.asOwner(
		"insert into ledger_posting select 12345678, 'main', n, 1, n, gen_random_uuid(), 'DEPOSIT', '', now() from generate_series(1, 20000) n",
		"update ledger_wallet set main_seq = 20000", "analyze ledger_wallet, ledger_posting")
	var text []byte
	asked := strings.NewReplacer("$1", "12345678", "$2", "100", "$3", "10").Replace(postgres.PageSQL)
	if err := b.DB.Querier(b.ctx).QueryRow(b.ctx, "explain (analyze, buffers, format json) "+asked).Scan(&text); err != nil {
		t.Fatal(err)
	}
	var plans []struct {
		Plan struct {
			Expected int     `json:"Plan Rows"`
			Rows     float64 `json:"Actual Rows"`
			Buffers  int     `json:"Shared Hit Blocks"`
		}
	}
	if err := json.Unmarshal(text, &plans); err != nil {
		t.Fatal(err)
	}
	if plan := plans[0].Plan; plan.Rows != 10 || plan.Expected > 10 || plan.Buffers > 15 {
		t.Errorf("%+v: %s", plan, text)
	}
}

func TestAPageHasAtMostAHundredEntries(t *testing.T) {
	t.Parallel()
	b := newBook(t).withWallet(member, 0)
	for range 101 {
		b.mustPost(deposit(member, 1))
	}
	page, err := b.Statement(b.ctx, member, 1, 1000)
	if err != nil || page.Total != 101 || len(page.Entries) != 100 || page.Entries[0].Number != 101 {
		t.Fatalf("%d entries of %d, %v", len(page.Entries), page.Total, err)
	}
}
