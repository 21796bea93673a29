package postgres

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
)

const (
	// slipsForLine are slips that credited a transfer like a line's ($1 to $5) and have no line yet.
	slipsForLine = `s.status = 'SUCCESS' and s.amount = $1 and s.currency = $2
			and coalesce((s.transfer->>'transferredAt')::timestamptz between $3 and $4, s.created_at between $3 and $5) and ` + freeSlip
	// freeSlip tells whether a slip s credited its transfer, itself or by a claim on the operators' word, and has no
	// line yet, also none of its reference.
	freeSlip = `not exists (select from bank_line o where o.proof = s.id)
			and (exists (select from ledger_transaction t where t.key = s.id::text || '/credit')
				or exists (select from deposit_claim c where c.settled_by::text = s.id::text and c.evidence = 'WORD'))
			and not exists (select from bank_line o where o.reference <> '' and o.reference = s.transaction_reference and o.amount = s.amount
				and o.payer->>'bankCode' = (select k.code from bank k where s.bank_no = coalesce(nullif(k.number, ''), k.code)))`
)

func slipsForLineArguments(search deposit.SlipSearch) []any {
	line := search.Line
	return []any{line.Amount, line.Currency, line.TransferredAt.Add(-search.Within), line.TransferredAt.Add(search.Within), line.TransferredAt.Add(search.Age)}
}

// FindSlipsForLine gives slips of a line's member that credited a transfer like it.
func (d Deposits) FindSlipsForLine(ctx context.Context, search deposit.SlipSearch) ([]deposit.Credit, error) {
	return d.credits(ctx, `select s.id, s.member_id, s.transfer->'payer', s.transfer->'receiver' from slip s where `+slipsForLine+" and s.member_id = $6 order by s.id",
		append(slipsForLineArguments(search), search.Line.Member)...)
}

// SlipOwners gives up to limit members of a line's bank, if it names one, with a slip like those of FindSlipsForLine.
func (d Deposits) SlipOwners(ctx context.Context, search deposit.SlipSearch, limit int) ([]bankaccount.Owner, error) {
	return d.owners(ctx, "where ($6 = '' or b.bank_code = $6) and m.id in (select s.member_id from slip s where s.created_at between $3 and $5 and "+slipsForLine+" limit $7)",
		append(slipsForLineArguments(search), search.Line.Payer.Bank, limit)...)
}

// OwnerOfTaken gives the member whose slip has a line's reference and was taken for another line of theirs.
func (d Deposits) OwnerOfTaken(ctx context.Context, line deposit.BankLine) (owner bankaccount.Owner, found bool, err error) {
	owners, err := d.owners(ctx, `where m.id in (select s.member_id from slip_transfer t join slip s on s.id = t.slip_id
			join bank_line l on l.member_id = s.member_id and l.slip_reference = t.reference and l.amount = s.amount and l.id <> $4
		where t.reference = $1 and t.bank_no in (select coalesce(nullif(k.number, ''), k.code) from bank k where k.code = $5)
			and s.status = 'SUCCESS' and s.amount = $2 and s.currency = $3)`, line.Reference, line.Amount, line.Currency, line.ID, line.Payer.Bank)
	if err != nil || len(owners) == 0 {
		return bankaccount.Owner{}, false, err
	}
	return owners[0], true, nil
}

// HasManualSlip tells whether a slip that an operator read credited the member a transfer like a line's, and no other
// line has shown that one.
func (d Deposits) HasManualSlip(ctx context.Context, search deposit.SlipSearch) (is bool, err error) {
	line := search.Line
	_, is, err = d.findID(ctx, `select s.id from slip s where s.member_id = $1 and s.status = 'SUCCESS' and s.read_by <> '' and s.amount = $2 and s.currency = $3
			and s.created_at between $4 and $5
			and not exists (select from bank_line l where l.id <> $6 and (l.proof = s.id or l.amount = s.amount and s.transaction_reference in (l.reference, l.slip_reference)))
		limit 1`, line.Member, line.Amount, line.Currency, line.TransferredAt.Add(-search.Within), line.TransferredAt.Add(search.Age), line.ID)
	return is, err
}

// reportsOf gives the sources of payments in suspense that gateways reported.
func reportsOf(gateways []string) []string {
	sources := make([]string, 0, len(gateways))
	for _, gateway := range gateways {
		sources = append(sources, "payment:"+strings.ToLower(gateway))
	}
	return sources
}

// QRCredits gives payments by QR code, and reports of them in suspense, that may be a line's payment.
func (d Deposits) QRCredits(ctx context.Context, search deposit.QRSearch) ([]deposit.Credit, error) {
	line := search.Line
	return d.credits(ctx, `select found.* from (
			select id, member_id, jsonb_build_object('bankCode', payer_bank) || payer, null::jsonb from qr_payment
				where gateway_code = any($1) and status = 'PAID' and amount = $3 and currency = $4 and created_at between $7 and $8 and paid_at between $5 and $6
			union all select id, coalesce(member_id, 0), payer, null from suspense_payment s
				where source = any($2) and amount = $3 and currency = $4 and paid_at between $5 and $6 and resolution is distinct from 'CORRECTED' and matched_line is null
					and not exists (select from qr_payment q where q.member_id = s.member_id and q.id = `+referenceID+` and q.created_at > $8)
		) found (id, member_id, payer, receiver) where `+mayHavePaid("payer", "$9")+` and not exists (select from bank_line l where l.proof = found.id) order by id`,
		search.Gateways, reportsOf(search.Gateways), line.Amount, line.Currency, line.At().Add(-search.Within), line.At().Add(search.Within), line.At().Add(-search.Age),
		search.MadeUntil, line.Payer.WholeNumber())
}

// HoldCredit keeps a payment in suspense that is to cover a line from being decided; false when it is no credit of the
// line's amount any more.
func (d Deposits) HoldCredit(ctx context.Context, credit id.ID, line deposit.BankLine) (bool, error) {
	if err := requireTx(ctx); err != nil {
		return false, err
	}
	var held bool
	err := d.Querier(ctx).QueryRow(ctx, `select amount = $2 and currency = $3 and resolution is distinct from 'CORRECTED' and matched_line is null from suspense_payment
		where id = $1 or source = 'giftlink' and external_id = (select voucher_hash from gift_link where id = $1) for share`,
		credit, line.Amount, line.Currency).Scan(&held)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	return held, err
}

// giftSince is a condition that gift_link_last finds: sent, tried or redeemed since.
const giftSince = `greatest(created_at, next_try_at, redeemed_at) >= $4 and regexp_replace(target_phone, '\D', '', 'g') = regexp_replace($1, '\D', '', 'g') and currency = $3`

// GiftCredits gives gift links that may be a line's payment.
func (d Deposits) GiftCredits(ctx context.Context, line deposit.BankLine, within time.Duration) ([]deposit.Credit, error) {
	return d.credits(ctx, "select id, member_id, jsonb_build_object('phone', sender_phone), null::jsonb from gift_link where "+giftSince+`
			and status <> 'CLAIMED' and amount = $2 and redeemed_at between $4 and $5
			and not exists (select from bank_line l where l.proof = gift_link.id)
			and not exists (select from suspense_payment s where s.source = 'giftlink' and s.external_id = gift_link.voucher_hash and s.matched_line is not null) order by id`,
		line.AccountNo, line.Amount, line.Currency, line.At().Add(-within), line.At().Add(within))
}

// OwnCredits gives the payments that a line's member has by QR code or gift link, that it may be and that no line
// covers.
func (d Deposits) OwnCredits(ctx context.Context, line deposit.BankLine, gateways []string, within time.Duration) ([]deposit.Credit, error) {
	return d.credits(ctx, `select found.* from (
			select id, member_id, jsonb_build_object('bankCode', payer_bank) || payer, null::jsonb from qr_payment
				where member_id = $1 and gateway_code = any($2) and status = 'PAID' and amount = $4 and currency = $5 and paid_at between $6 and $7
			union all select id, credited_member, payer, null from suspense_payment
				where credited_member = $1 and source = any($3) and amount = $4 and currency = $5 and paid_at between $6 and $7
			union all select s.id, c.member_id, s.payer, null from deposit_claim c join suspense_payment s on s.id = c.settled_by
				where c.member_id = $1 and c.evidence = 'WORD' and s.source = any($3) and c.amount = $4 and c.currency = $5 and s.paid_at between $6 and $7
			union all select g.id, $1::bigint, jsonb_build_object('phone', g.sender_phone), null from gift_link g
				left join suspense_payment s on s.source = 'giftlink' and s.external_id = g.voucher_hash
				where (g.member_id = $1 and g.status = 'CREDITED' or s.credited_member = $1) and g.amount = $4 and g.currency = $5 and g.redeemed_at between $6 and $7
					and regexp_replace(g.target_phone, '\D', '', 'g') = regexp_replace($8, '\D', '', 'g')
		) found where not exists (select from bank_line l where l.proof = found.id) order by id`,
		line.Member, gateways, reportsOf(gateways), line.Amount, line.Currency, line.At().Add(-within), line.At().Add(within), line.AccountNo)
}

// OpenQR tells whether a line's member had a code of its amount then that its gateway may still report as paid.
func (d Deposits) OpenQR(ctx context.Context, search deposit.QRSearch) (is bool, err error) {
	line := search.Line
	err = d.Querier(ctx).QueryRow(ctx, `select exists (select from qr_payment where member_id = $1 and gateway_code = any($2) and amount = $3 and currency = $4
			and status in ('REQUESTED', 'ACTIVE') and created_at between $5 and $6)`,
		line.Member, search.Gateways, line.Amount, line.Currency, line.At().Add(-search.Age), line.At().Add(search.Within)).Scan(&is)
	return is, err
}

// MayMatchQR tells whether a QR code of one of the gateways, or a report of theirs in suspense, may be a line's
// payment.
func (d Deposits) MayMatchQR(ctx context.Context, search deposit.QRSearch, payer id.MemberID) (may bool, err error) {
	line := search.Line
	err = d.Querier(ctx).QueryRow(ctx, `select exists (select from qr_payment where gateway_code = any($1) and currency = $4 and created_at >= $5 and amount = $3)
			or exists (select from qr_payment where gateway_code = any($1) and currency = $4 and created_at >= $5 and member_id = $6 and status <> 'PAID')
			or exists (select from suspense_payment where source = any($2) and currency = $4 and paid_at >= $5 and amount = $3)`,
		search.Gateways, reportsOf(search.Gateways), line.Amount, line.Currency, line.At().Add(-search.Age), payer).Scan(&may)
	return may, err
}

// MayMatchGift tells whether a gift link redeemed into a line's account may be its payment; one whose answer or amount
// is not known may be any.
func (d Deposits) MayMatchGift(ctx context.Context, line deposit.BankLine, age time.Duration) (may bool, err error) {
	err = d.Querier(ctx).QueryRow(ctx, "select exists (select from gift_link where "+giftSince+" and (status = 'CLAIMED' or redeemed_at is not null and amount in (0, $2)))",
		line.AccountNo, line.Amount, line.Currency, line.At().Add(-age)).Scan(&may)
	return may, err
}

// credits reads what lines may be the word of.
func (d Deposits) credits(ctx context.Context, sql string, args ...any) ([]deposit.Credit, error) {
	rows, err := d.Querier(ctx).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (credit deposit.Credit, err error) {
		var payer, receiver *bankaccount.Payer
		err = row.Scan(&credit.ID, &credit.Member, &payer, &receiver)
		if payer != nil {
			credit.Payer = *payer
		}
		if receiver != nil {
			credit.Receiver = *receiver
		}
		return credit, err
	})
}

// CreditMember gives whose a credit that covers a line is.
func (d Deposits) CreditMember(ctx context.Context, credit id.ID) (member id.MemberID, err error) {
	err = d.Querier(ctx).QueryRow(ctx, `select coalesce((select member_id from slip where id = $1), (select member_id from qr_reference where id = $1),
		(select member_id from gift_link where id = $1), (select member_id from deposit_claim where id = $1),
		(select member_id from deposit_claim where settled_by::text = $1::text),
		(select coalesce(credited_member, member_id) from suspense_payment where id = $1), 0)`, credit).Scan(&member)
	return member, err
}

// SlipCredit gives the slip that a transaction of the ledger credited.
func (d Deposits) SlipCredit(ctx context.Context, transaction id.ID) (credit deposit.Credit, found bool, err error) {
	credits, err := d.credits(ctx, `select s.id, s.member_id, s.transfer->'payer', s.transfer->'receiver'
		from ledger_transaction t join slip s on s.id = case when t.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then t.reference::uuid end
		where t.id = $1`, transaction)
	if err != nil || len(credits) == 0 {
		return credit, false, err
	}
	return credits[0], true, nil
}
