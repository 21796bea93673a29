package postgres_test

import (
	"context"
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/operation"
	"krapao/server/postgres"
)

// A gift link of 5.00 was acknowledged and credited, and a slip that tells of a line's transfer. Each case takes away
// what somebody was told; I6 must see it. MEMBER and GIFT stand for the member and the gift link.
func TestTheCheckerFindsAnAcknowledgedEffectThatIsNotThere(t *testing.T) {
	t.Parallel()
	const (
		key        = "insert into idempotency_key values (MEMBER, '%', 'k', '', gen_random_uuid(), now()); "
		withdrawal = "insert into withdrawal (member_id, id, reference, amount, currency, bank_code, account_no, account_name, step, created_at) values (MEMBER, gen_random_uuid(), 'W', 5, 'BAHT', '', '', '', '%', now()); "
		qr         = "insert into qr_payment (member_id, id, gateway_code, amount, currency, status, created_at, expires_at, payload) values (MEMBER, gen_random_uuid(), 'QR', 5, 'BAHT', 'ACTIVE', now(), now() + interval '%', 'x'); "
		claim      = "insert into deposit_claim (id, member_id, amount, currency, status, evidence, settled_by, created_at, decided_at) values (gen_random_uuid(), MEMBER, %, now(), now()); "
		approval   = "insert into approval_request (id, kind, subject, body, note, key, requester, requested_at, expires_at, state, approver, decided_at) values (gen_random_uuid(), 'ADJUSTMENT', 'MEMBER', '{\"amount\": \"%\"}', '', '', 'noi', now(), now(), 'APPROVED', 'kam', now()); "
	)
	with := func(text, part string) string { return strings.ReplaceAll(text, "%", part) }
	keyed := func(name operation.Name) string { return with(key, string(name)) }
	for name, c := range map[string]struct {
		breakIt string
		sound   bool
	}{
		"nothing":                                     {"select 1", true},
		"the effect is gone":                          {"delete from gift_link", false},
		"the effect is another member's":              {"update gift_link set member_id = 10000001", false},
		"another amount than was credited":            {"update gift_link set amount = amount + 1", false},
		"a transfer that was never begun":             {keyed(operation.TransferFunds), false},
		"a withdrawal that was never asked for":       {keyed(operation.WithdrawAllFunds), false},
		"a withdrawal that was never held":            {keyed(operation.WithdrawFunds) + with(withdrawal, "FAILED") + "update idempotency_key k set effect = w.id from withdrawal w where k.key = 'k'", false},
		"one that failed once the games were asked":   {keyed(operation.WithdrawAllFunds) + with(withdrawal, "FAILED") + "update idempotency_key k set effect = w.id from withdrawal w where k.key = 'k'", true},
		"a QR code that was never made":               {keyed(operation.CreateQrCode), false},
		"a cancelled QR code that can be paid":        {keyed(operation.CancelQrCode) + with(qr, "1 minute") + "update idempotency_key k set effect = q.id from qr_payment q where k.key = 'k'", false},
		"one that had run out":                        {keyed(operation.CancelQrCode) + with(qr, "-1 minute") + "update idempotency_key k set effect = q.id from qr_payment q where k.key = 'k'", true},
		"a claim that was never written":              {keyed(operation.ClaimDeposit), false},
		"a slip that was never kept":                  {keyed(operation.UploadSlip), false},
		"a transfer of everything that moved nothing": {keyed(operation.TransferAllFunds), true},
		"a claim credited on nothing":                 {with(claim, "500, 'BAHT', 'CREDITED', 'WORD', null"), false},
		"a claim credited by the gift's money":        {with(claim, "500, 'BAHT', 'CREDITED', 'LINE', 'GIFT'"), true},
		"a claim of more than settled it":             {with(claim, "501, 'BAHT', 'CREDITED', 'LINE', 'GIFT'"), false},
		"one that people matched all the same":        {with(claim, "501, 'BAHT', 'CREDITED', 'SUSPENSE', 'GIFT'"), true},
		"suspense that was credited to nobody":        {"insert into suspense_payment (id, source, external_id, amount, currency, reason, reference, payer, paid_at, received_at, resolved_at, resolution, credited_member) values (gen_random_uuid(), 'bank:scb', 'X', 500, 'BAHT', 'NO_MATCH', '', '{}', now(), now(), now(), 'CREDITED', MEMBER)", false},
		"a slip without its transfer's line":          {"update bank_line set reference = 'other' where reference = 'R'; insert into external_credit select 'bank:scb', 'other', transaction_id from external_credit where external_id = 'R'", false},
		"a slip of another member's money":            {"update slip set member_id = 10000001", false},
		"a line that credited another":                {"update bank_line set member_id = 10000001", false},
		"an adjustment that was never posted":         {with(approval, "5.00"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBook(t).withWallet(member, 1000)
			gift, line := id.NewID(), id.NewID()
			for reference, evidence := range map[id.ID]ledger.External{gift: {Source: "giftlink", ID: "X"}, line: {Source: "bank:scb", ID: "R"}} {
				credit := deposit(member, 500)
				credit.Reference, credit.External = reference.String(), &evidence
				if reference == line {
					credit.Postings[1].Account = ledger.Clearing("bank", money.Baht)
				}
				b.mustPost(credit)
			}
			filled := strings.NewReplacer("MEMBER", member.String(), "GIFT", gift.String(), "LINE_ID", line.String())
			b.asOwner(filled.Replace(`
				insert into gift_link (id, member_id, voucher_hash, target_phone, status, amount, currency, created_at, next_try_at, decided_at)
					values ('GIFT', MEMBER, 'X', '1', 'CREDITED', 500, 'BAHT', now(), now(), now());
				insert into bank_line (id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status, member_id)
					values ('LINE_ID', 'KTB', '1', '1', 'R', 500, 'BAHT', '{"bankCode":"SCB"}', '', now(), now(), 'CREDITED', MEMBER);
				insert into slip (member_id, id, reference, status, currency, amount, file_hash, image_name, image_type, bank_no, transaction_reference, created_at, decided_at)
					values (MEMBER, gen_random_uuid(), 'SLIP-22222222', 'SUCCESS', 'BAHT', 500, decode(repeat('00', 32), 'hex'), 'x', 'image/png', '014', 'R', now(), now())`))
			keys := postgres.Idempotency{DB: b.DB, Now: time.Now}
			if err := b.DB.InTx(b.ctx, func(ctx context.Context) error {
				_, err := keys.Claim(ctx, member, idempotency.Key{Operation: operation.SubmitGiftLink, Key: "gift", BodyHash: sha256.Sum256(nil)}, gift)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			b.asOwner(filled.Replace(c.breakIt))
			want := "I6"
			if c.sound {
				want = ""
			}
			if found := strings.TrimSuffix(b.broken(), " I16"); found != want { // I16 sees some of it too
				t.Fatalf("found %q, want %q", found, want)
			}
		})
	}
}
