package postgres_test

import (
	"strings"
	"testing"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// house is a sound book of an account of the house, SCB 1: lines of 5.00 that are credited (L1), covered by a slip (L2,
// SLIP), in suspense (L3), waiting (L4), and L1 once more (L5); a gift link for the operator, a gateway's report, a
// claim that operators vouched for and its report (CLAIM, SHOWN), and what the bank says of the day.
func house(t *testing.T) (b book, fill func(string) string) {
	t.Helper()
	b = newBook(t).withWallet(member, 1000)
	var names []string
	for _, name := range []string{"L1", "L2", "L3", "L4", "L5", "SLIP", "WAITS", "GIFT", "REVIEW", "OTHER", "CLAIM", "SHOWN"} {
		names = append(names, "{"+name+"}", id.NewID().String())
	}
	names = append(names, "{MEMBER}", member.String(), "{NOW}", "now(), now()")
	fill = strings.NewReplacer(names...).Replace
	credit := func(key string, evidence ledger.External, clearing string) {
		made := deposit(member, 500)
		made.Key, made.Reference, made.External = fill("{"+key+"}")+"/credit", fill("{"+key+"}"), &evidence
		made.Postings[1].Account = ledger.Clearing(clearing, money.Baht)
		b.mustPost(made)
	}
	credit("L1", ledger.External{Source: "bank:scb", ID: "R1"}, "bank")
	credit("SLIP", ledger.External{Source: "bank:scb", ID: "R2"}, "bank")
	credit("OTHER", ledger.External{Source: "payment:qr", ID: "P1"}, "payment")
	credit("CLAIM", ledger.External{Source: "claim", ID: "C1"}, "manual")
	move := func(key, what string, from, to ledger.Account, evidence *ledger.External) {
		b.mustPost(ledger.Transaction{
			Key: fill("{"+key+"}") + what, Kind: ledger.Suspended, Currency: money.Baht, At: noon, Reference: fill("{" + key + "}"), External: evidence,
			Postings: []ledger.Posting{{Account: from, Amount: -500}, {Account: to, Amount: 500}},
		})
	}
	suspense, payment := ledger.Suspense(money.Baht), ledger.Clearing("payment", money.Baht)
	move("WAITS", "/suspense", ledger.Clearing("bank", money.Baht), suspense, &ledger.External{Source: "feed:scb", ID: "1/3"})
	move("REVIEW", "/suspense", ledger.Clearing("giftlink", money.Baht), suspense, &ledger.External{Source: "giftlink", ID: "V"})
	move("SHOWN", "/suspense", payment, suspense, &ledger.External{Source: "payment:qr", ID: "P9"})
	move("SHOWN", "/known", suspense, payment, nil)
	move("CLAIM", "/known", payment, ledger.Clearing("manual", money.Baht), nil)
	b.asOwner(fill(`
		insert into bank_line (account_no, id, line_id, reference, status, member_id, proof, duplicate_of, bank_code, amount, currency, payer, memo, transferred_at, received_at)
			select '1', v.id::uuid, v.line, v.reference, v.status, v.member::bigint, v.proof::uuid, v.duplicate::uuid, 'SCB', 500, 'BAHT', '{"bankCode":"SCB"}', '', {NOW} from (values
				('{L1}', '1', 'R1', 'CREDITED', '{MEMBER}', null, null), ('{L2}', '2', 'R2', 'COVERED', null, '{SLIP}', null), ('{L3}', '3', '', 'SUSPENSE', null, null, null),
				('{L4}', '4', '', 'WAITING', null, null, null), ('{L5}', '5', 'R1', 'DUPLICATE', null, null, '{L1}')) v (id, line, reference, status, member, proof, duplicate);
		insert into slip (member_id, id, reference, status, currency, amount, file_hash, image_name, image_type, bank_no, transaction_reference, created_at, decided_at)
			values ({MEMBER}, '{SLIP}', 'SLIP-22222222', 'SUCCESS', 'BAHT', 500, decode(repeat('00', 32), 'hex'), 'x', 'image/png', '014', 'R2', {NOW});
		insert into gift_link (id, member_id, voucher_hash, target_phone, status, amount, currency, created_at, next_try_at, decided_at, redeemed_at)
			values ('{GIFT}', {MEMBER}, 'V', '1', 'REVIEW', 500, 'BAHT', {NOW}, {NOW});
		insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at) values
			('{WAITS}', 'feed:scb', '1/3', 500, 'BAHT', 'NO_MATCH', '{L3}', '{}', {NOW}), ('{REVIEW}', 'giftlink', 'V', 500, 'BAHT', 'PAYER_DIFFERS', '{GIFT}', '{}', {NOW});
		insert into deposit_claim (id, member_id, amount, currency, status, evidence, settled_by, created_at, decided_at)
			values ('{CLAIM}', {MEMBER}, 500, 'BAHT', 'CREDITED', 'WORD', '{SHOWN}', {NOW});
		insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution)
			values ('{SHOWN}', 'payment:qr', 'P9', 500, 'BAHT', 'OTHER_PAYMENT', '', '{}', {NOW}, now(), 'RETURNED');
		insert into payment_event values ('QR', 'E1', 'PAID', '{OTHER}', 'P1', 500, 'BAHT', now());
		insert into bank_total select 'SCB', '1', 'BAHT', (now() at time zone 'Asia/Bangkok')::date, 4, 2000, now()`))
	return b, fill
}

// Each case puts money nowhere, or in two places, and names what the checker must find.
func TestTheCheckerFindsMoneyThatIsNowhere(t *testing.T) {
	t.Parallel()
	const (
		another = "insert into bank_line (id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status, "
		line    = `values (gen_random_uuid(), 'SCB', '1', 'X', %, 500, 'BAHT', '{"bankCode":"SCB"}', '', {NOW}, `
	)
	fresh := func(columns, reference, values string) string {
		return another + columns + ") " + strings.ReplaceAll(line, "%", "'"+reference+"'") + values + "); update bank_total set lines = lines + 1, amount = amount + 500"
	}
	for name, c := range map[string]struct{ breakIt, finds string }{
		"nothing":                                 {"select 1", ""},
		"a line that is covered by nothing":       {"update bank_line set proof = gen_random_uuid() where id = '{L2}'", "I16"},
		"a line that is covered by too little":    {"update slip set amount = 499", "I6 I16"},
		"a line that is covered by a failed slip": {"update slip set status = 'FAILED', reason = 'NOT_MATCH'", "I16"},
		"a line that is covered by an empty slip": {"update ledger_transaction set key = '{OTHER}/other' where key = '{SLIP}/credit'", "I16"},
		"a line that is covered by a report that was corrected": {`insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution)
			values ('{OTHER}', 'payment:qr', 'P1', 500, 'BAHT', 'AMOUNT_DIFFERS', '', '{}', {NOW}, now(), 'CORRECTED'); update bank_line set proof = '{OTHER}' where id = '{L2}'`, "I16"},
		"a line that is covered by the report of another line": {`insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution, matched_line)
			values ('{OTHER}', 'payment:qr', 'P1', 500, 'BAHT', 'OTHER_PAYMENT', '', '{}', {NOW}, now(), 'RETURNED', '{L1}'); update bank_line set proof = '{OTHER}' where id = '{L2}'`, "I16"},
		"a slip whose line covers another credit": {`insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution)
			values ('{OTHER}', 'payment:qr', 'P1', 500, 'BAHT', 'LATE', '', '{}', {NOW}, now(), 'RETURNED'); update bank_line set proof = '{OTHER}' where id = '{L2}'`, "I16"},
		"two lines of one slip, by its reference":     {fresh("member_id", "R2", "'CREDITED', {MEMBER}"), "I6 I16"},
		"two lines of one slip, one taken for it":     {"update bank_line set slip_reference = 'R2' where id = '{L1}'", "I16"},
		"a credited line that the member never got":   {"update bank_line set status = 'CREDITED', member_id = {MEMBER}, proof = null where id = '{L2}'", "I6 I16"},
		"a credited line that another member got":     {"update bank_line set member_id = 10000001 where id = '{L1}'", "I6 I16"},
		"a line in suspense that is in no queue":      {"update bank_line set status = 'SUSPENSE' where id = '{L4}'", "I7 I16"},
		"a line that was sent back and is in a queue": {"update bank_line set status = 'RETURNED' where id = '{L3}'", "I16"},
		"a queue's line of another amount":            {"update suspense_payment set amount = 499 where id = '{WAITS}'; update suspense_payment set amount = 501 where id = '{REVIEW}'", "I16"},
		"a line that waits and is in a queue":         {"update bank_line set status = 'WAITING' where id = '{L3}'", "I16"},
		"a line that waits and was booked":            {"insert into external_credit select 'feed:scb', '1/4', id from ledger_transaction where key like '%/suspense' limit 1", "I16"},
		"a duplicate of another amount":               {"update bank_line set amount = 501 where id = '{L5}'", "I16"},
		"a queue's payment of no line":                {"delete from bank_line where id = '{L3}'", "I16"},
		"evidence twice":                              {"insert into external_credit select 'bank:scb', 'R9', transaction_id from external_credit where external_id = 'R1'", "I16"},
		"a report that was forgotten":                 {"update payment_event set gateway_reference = 'P2'", "I16"},
		"a slip whose money is nowhere":               {"update slip set transaction_reference = 'R3', member_id = 10000001", "I6 I16"},
		"a gift that is in no queue":                  {"update suspense_payment set resolved_at = now(), resolution = 'RETURNED' where id = '{REVIEW}'", "I7 I16"},
		"a payment that operators matched to its member by its line": {`insert into deposit_channel (code, kind, bank_code, mode, name_th, name_en, account_name, account_no, currency, logo, takes_qr, min_deposit, quick_amounts, position, is_open)
				values ('QR', 'BANK', 'SCB', 'AUTO', 'x', 'x', 'x', '1', 'BAHT', '', true, 1, '{}', 1, true);
			insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution, credited_member)
				values (gen_random_uuid(), 'bank:scb', 'R1', 500, 'BAHT', 'NO_MATCH', '{L1}', '{}', {NOW}, now() + interval '1 hour', 'CREDITED', {MEMBER});
			insert into external_credit select 'suspense', s.id::text, e.transaction_id from external_credit e, suspense_payment s where e.external_id = 'R1' and s.external_id = 'R1';
			delete from external_credit where external_id = 'R1';
			insert into qr_payment (member_id, id, gateway_code, amount, currency, status, created_at, expires_at, gateway_reference, paid_at)
				values ({MEMBER}, '{OTHER}', 'QR', 500, 'BAHT', 'PAID', {NOW}, 'P1', now())`, "I7 I16"},
		"a claim that operators have vouched for and that was not booked": {`insert into deposit_claim (id, member_id, amount, currency, status, evidence, created_at, decided_at)
			values (gen_random_uuid(), {MEMBER}, 500, 'BAHT', 'CREDITED', 'WORD', {NOW})`, "I6 I16"},
		"a claim that its report shows with another amount":   {"update suspense_payment set amount = 499 where id = '{SHOWN}'", "I16"},
		"a claim whose report was sent back as a line's":      {"update suspense_payment set matched_line = '{L1}' where id = '{SHOWN}'", "I16"},
		"a claim that nothing shows, and its money is booked": {"update deposit_claim set settled_by = null", "I16"},
		"two claims that one report shows": {`insert into deposit_claim (id, member_id, amount, currency, status, evidence, settled_by, created_at, decided_at)
			values (gen_random_uuid(), {MEMBER}, 500, 'BAHT', 'CREDITED', 'WORD', '{SHOWN}', {NOW})`, "I6 I16"},
		"a line that operators matched beside the report of a claim": {`insert into deposit_channel (code, kind, bank_code, mode, name_th, name_en, account_name, account_no, currency, logo, takes_qr, min_deposit, quick_amounts, position, is_open)
				values ('QR', 'BANK', 'SCB', 'AUTO', 'x', 'x', 'x', '1', 'BAHT', '', true, 1, '{}', 1, true);
			insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution, credited_member)
				values (gen_random_uuid(), 'bank:scb', 'R1', 500, 'BAHT', 'NO_MATCH', '{L1}', '{}', {NOW}, now() + interval '1 hour', 'CREDITED', {MEMBER});
			insert into external_credit select 'suspense', s.id::text, e.transaction_id from external_credit e, suspense_payment s where e.external_id = 'R1' and s.external_id = 'R1';
			update external_credit set transaction_id = (select id from ledger_transaction where key = '{SHOWN}/known') where external_id = 'R1'`, "I16"},
		"a credit without its line":      {"delete from bank_line where id = '{L1}'", "I16"},
		"a line that we have not":        {"delete from bank_line where id = '{L4}'", "I16"},
		"a line that the bank has not":   {"update bank_total set lines = 3, amount = 1500", "I16"},
		"another amount than the bank's": {"update bank_total set amount = 2001", "I16"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, fill := house(t)
			b.asOwner(fill(c.breakIt))
			if found := b.broken(); found != c.finds {
				t.Fatalf("found %q, want %q", found, c.finds)
			}
		})
	}
}
