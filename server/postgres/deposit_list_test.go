package postgres_test

import (
	"slices"
	"testing"
	"time"

	listing "krapao/server/deposit"
	"krapao/server/postgres"
)

// Two banks may use the same reference: the slip of one must not hide the other's line.
func TestALineIsListedWithASlipOfItsOwnBankOnly(t *testing.T) {
	t.Parallel()
	for bank, expected := range map[string][]string{"SCB": {"SLIP"}, "BBL": {"BANK", "SLIP"}, "": {"SLIP"}} {
		b, fill := house(t)
		b.asOwner(fill(`delete from bank_line where id <> '{L1}'; delete from suspense_payment; delete from gift_link; delete from deposit_claim;
			update slip set transaction_reference = 'R1', transfer = '{"payer":{"bankCode":"` + bank + `"}}'`))
		listed, total, err := postgres.Deposits{DB: b.DB}.Deposits(t.Context(), listing.Page{Member: member, Now: time.Now(), Page: 1, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, one := range listed {
			kinds = append(kinds, string(one.Kind))
		}
		slices.Sort(kinds)
		if !slices.Equal(kinds, expected) || total != len(expected) {
			t.Errorf("a slip of %q: %v listed, %d in all; expected %v", bank, kinds, total, expected)
		}
	}
}

// What a line of the statement opens is an entry of the list of deposits.
func TestALineOfTheStatementOpensASlipOfItsOwnBankOnly(t *testing.T) {
	t.Parallel()
	for bank, expected := range map[string]string{"SCB": "{SLIP}", "BBL": "{L1}", "": "{SLIP}"} {
		b, fill := house(t)
		b.asOwner(fill(`update slip set transaction_reference = 'R1', transfer = '{"payer":{"bankCode":"` + bank + `"}}'`))
		line := fill("{L1}")
		found, err := postgres.Statement{DB: b.DB}.Parties(t.Context(), member, []string{line})
		if opens := found[line].Opens; err != nil || opens != fill(expected) {
			t.Errorf("a slip of %q: the line %s opens %s, not %s %s: %v", bank, line, opens, expected, fill(expected), err)
		}
	}
}
