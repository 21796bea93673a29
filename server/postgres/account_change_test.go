package postgres_test

import (
	"fmt"
	"reflect"
	"testing"

	"krapao/server/id"
	"krapao/server/postgres"
)

// A server that could not read for long, and one transaction of millions, leave more than can be read within a
// statement's time. It was read again and again, and nobody was told anything any more.
func TestMoreChangesThanCanBeReadAtOnceAreLeftOutAndTheNextAreTold(t *testing.T) {
	b := newBook(t).withWallet(member, 0)
	changes := postgres.AccountChanges{DB: b.at.DB}
	if _, err := changes.Next(b.ctx); err != nil {
		t.Fatal(err)
	}

	b.change(200_000)
	b.mustTell(&changes, map[id.MemberID][]string{1: {"slip"}})

	held := b.connect() // a transaction that lasts keeps what is left out within reach
	for _, sql := range []string{"begin", "select pg_current_xact_id()"} {
		if _, err := held.Exec(b.ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	b.change(200_001)
	if got, err := changes.Next(b.ctx); err == nil {
		t.Errorf("200,001 changes were read at once, and told to %d members", len(got))
	}
	b.mustTell(&changes, map[id.MemberID][]string{})
	b.mustPost(deposit(member, 5))
	b.mustTell(&changes, map[id.MemberID][]string{member: {"balance", "qr"}})
}

// change notes as many changes of one member in one transaction.
func (b book) change(times int) {
	b.t.Helper()
	b.asOwner(fmt.Sprintf("insert into account_change (member_id, kind) select 1, 'slip' from generate_series(1, %d)", times))
}

func (b book) mustTell(changes *postgres.AccountChanges, want map[id.MemberID][]string) {
	b.t.Helper()
	got, err := changes.Next(b.ctx)
	if err != nil || !reflect.DeepEqual(got, want) {
		b.t.Errorf("told %v (%v), want %v", got, err, want)
	}
}
