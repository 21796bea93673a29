package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/id"
)

const (
	// referenceID is what reference a payment in suspense s came with, where that is an id; gateways may write it in
	// capitals.
	referenceID = `case when s.reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.reference::uuid end`

	// isShown tells whether a payment in suspense p is that of a line or claim which operators have credited to member
	// $1: that one tells of it.
	isShown = `(exists (select from deposit_claim c where c.member_id = $1 and c.evidence = 'WORD' and c.settled_by = p.id)
		or exists (select from bank_line l where l.id = p.matched_line and (l.member_id = $1
			or exists (select from deposit_claim c where c.member_id = $1 and c.id = l.proof))))`

	// standsFor is the one payment in suspense p that stands for an unpaid QR code q of member $1: what was credited
	// first, else what came last of those that nothing else tells of.
	standsFor = `suspense_payment p
		where p.member_id = $1 and lower(p.reference) = q.id::text and q.status <> 'PAID' and coalesce(p.credited_member, $1) = $1
		order by case when p.resolution = 'CREDITED' then p.resolved_at end, ` + isShown + `, p.received_at desc, p.id limit 1`

	// codeOf is the QR code of member $1 that stands for a payment in suspense s; nothing where the payment has an
	// entry of its own.
	codeOf = `select q.id from qr_payment q where q.member_id = $1 and q.id = ` + referenceID + ` and ` + visibleQR + ` and s.id = (select p.id from ` + standsFor + `)`
)

// ownPayment tells whether member $1 has a payment by QR code or gift link that a line l which waits confirms, as it
// seems.
const ownPayment = `(exists (select from qr_payment q where q.member_id = $1 and q.status = 'PAID' and q.amount = l.amount and q.currency = l.currency
			and q.paid_at between l.transferred_at - interval '15 minutes' and l.transferred_at + interval '15 minutes' and not exists (select from bank_line o where o.proof = q.id))
		or exists (select from gift_link g where g.member_id = $1 and g.redeemed_at between l.transferred_at - interval '15 minutes' and l.transferred_at + interval '15 minutes'
			and g.amount = l.amount and g.currency = l.currency and not exists (select from bank_line o where o.proof = g.id)))`

// slipOf is the slip p of member $1 that tells of the same payment as a line l. Two banks may use one reference.
const slipOf = `slip p where p.member_id = $1 and p.status = 'SUCCESS' and p.transaction_reference <> '' and p.amount = l.amount
	and (p.transaction_reference = l.slip_reference or p.transaction_reference = l.reference
		and (coalesce(l.payer->>'bankCode', '') = '' or coalesce(p.transfer->'payer'->>'bankCode', '') in ('', l.payer->>'bankCode')))`

// othersGift tells whether a payment in suspense s is a gift whose link another member than $1 sent.
const othersGift = `(s.source = 'giftlink' and not exists (select from gift_link g where g.voucher_hash = s.external_id and g.member_id = $1))`

// depositSQL has every deposit of member $1 at the moment $2, one row each: its moments are null where they did not
// come. A slip and the line of the same payment are one (a reference is a payment's at one bank), and so are a claim
// and what it was settled by, and a QR code and the line or claim that operators credited for its payment.
const depositSQL = `
	select q.id, 'QR' as kind, q.gateway_code as channel, case when s.credited then s.amount else q.amount end as amount, q.currency, q.created_at, '' as note, '' as reason,
		case when s.resolution is null then coalesce(s.reason, '') else '' end as review_reason,
		q.created_at as started, case when q.status = 'EXPIRED' or q.status in ('REQUESTED', 'ACTIVE') and q.expires_at <= $2 then least(q.expires_at, q.ended_at) end as expired,
		case when q.status = 'CANCELLED' then coalesce(q.ended_at, q.expires_at) end as cancelled, coalesce(q.paid_at, s.paid_at) as paid, s.received_at as review,
		case when q.status = 'PAID' then t.at when s.credited then s.resolved_at end as credited, case when s.resolution = 'RETURNED' then s.resolved_at end as failed
	from qr_payment q
		left join ledger_transaction t on t.key = q.id::text || '/credit'
		left join lateral (
			select p.amount, p.reason, p.paid_at, p.received_at, p.resolved_at, p.resolution, p.resolution = 'CREDITED' as credited, ` + isShown + ` as is_shown from ` + standsFor + `
		) s on true
	where q.member_id = $1 and ` + visibleQR + ` and s.is_shown is not true
	union all
	select l.id, case when exists (select from deposit_channel c where c.kind = 'WALLET' and c.bank_code = l.bank_code) then 'EWALLET' else 'BANK' end,
		l.bank_code, l.amount, l.currency, least(l.transferred_at, l.received_at), '', '', '',
		null, null, null, least(l.transferred_at, l.received_at), s.received_at, l.decided_at, null
	from bank_line l left join suspense_payment s on s.reference = l.id::text and s.credited_member = $1
	where l.member_id = $1 and l.status = 'CREDITED' and not exists (select from ` + slipOf + `)
	union all
	select l.id, case when exists (select from deposit_channel c where c.kind = 'WALLET' and c.bank_code = l.bank_code) then 'EWALLET' else 'BANK' end,
		l.bank_code, l.amount, l.currency, least(l.transferred_at, l.received_at), '', '', case when s.resolution is null then coalesce(s.reason, '') else '' end,
		null, null, null, least(l.transferred_at, l.received_at), s.received_at, null, case when l.status = 'RETURNED' then l.decided_at end
	from bank_line l left join suspense_payment s on s.reference = l.id::text and s.member_id = $1
	where l.payer_member = $1 and l.status in ('WAITING', 'SUSPENSE', 'RETURNED') and l.currency = (select m.currency from member m where m.id = $1)
		and not (l.status = 'WAITING' and ` + ownPayment + `)
	union all
	select g.id, 'GIFT_LINK', 'TRUE', g.amount, g.currency, g.created_at, '', '', case when s.resolution is null then coalesce(s.reason, '') else '' end, g.created_at, null, null, g.redeemed_at, s.received_at,
		case when g.status = 'CREDITED' then g.decided_at end, case when g.status = 'REFUSED' then g.decided_at end
	from gift_link g left join suspense_payment s on s.source = 'giftlink' and s.external_id = g.voucher_hash
	where g.member_id = $1
	union all
	select s.id, 'GIFT_LINK', 'TRUE', s.amount, s.currency, s.received_at, '', '', case when s.resolution is null then s.reason else '' end,
		null, null, null, least(s.paid_at, s.received_at), s.received_at, null, s.resolved_at
	from suspense_payment s where s.member_id = $1 and ` + othersGift + ` and s.resolution is distinct from 'CREDITED'
	union all
	select c.id, 'CLAIM', '', c.amount, c.currency, c.created_at, '', c.reason, '', c.created_at, null, null, null, c.created_at,
		case when c.status = 'CREDITED' then c.decided_at end, case when c.status = 'REJECTED' then c.decided_at end
	from deposit_claim c where c.member_id = $1 and coalesce(c.evidence, '') not in ('LINE', 'SLIP', 'SUSPENSE')
		and not exists (select from slip p where p.member_id = $1 and p.id = c.settled_by)
	union all
	select p.id, 'SLIP', coalesce(p.transfer->'payer'->>'bankCode', ''), p.amount, p.currency, p.created_at, p.reason, '', '', p.created_at, null, null,
		(p.transfer->>'transferredAt')::timestamptz, p.review_at,
		case when p.status = 'SUCCESS' then p.decided_at end, case when p.status = 'FAILED' then p.decided_at end
	from slip p where p.member_id = $1
	union all
	select s.id, case s.source when 'giftlink' then 'GIFT_LINK' else 'QR' end, case s.source when 'giftlink' then 'TRUE' else upper(split_part(s.source, ':', 2)) end,
		s.amount, s.currency, s.received_at, '', '', '', null, null, null, least(s.paid_at, s.received_at), s.received_at, s.resolved_at, null
	from suspense_payment s
	where s.credited_member = $1 and (s.source like 'payment:%' and not exists (` + codeOf + `) or ` + othersGift + `)`

// Deposits gives a page of what a member paid in or said they had, newest first, and how many there are in all.
func (d Deposits) Deposits(ctx context.Context, page deposit.Page) (deposits []deposit.Deposit, total int, err error) {
	if err := d.Querier(ctx).QueryRow(ctx, "select count(*) from ("+depositSQL+") d", page.Member, page.Now).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := d.Querier(ctx).Query(ctx, depositSQL+" order by created_at desc, id desc limit $3 offset $4", page.Member, page.Now, page.Limit, (page.Page-1)*page.Limit)
	if err != nil {
		return nil, 0, err
	}
	deposits, err = pgx.CollectRows(rows, scanDeposit)
	return deposits, total, err
}

// Deposit gives one of those that Deposits lists. Errors: NO_DATA.
func (d Deposits) Deposit(ctx context.Context, member id.MemberID, depositID id.ID, now time.Time) (deposit.Deposit, error) {
	rows, err := d.Querier(ctx).Query(ctx, "select * from ("+depositSQL+") d where d.id = $3", member, now, depositID)
	if err != nil {
		return deposit.Deposit{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanDeposit)
	if errors.Is(err, pgx.ErrNoRows) {
		return deposit.Deposit{}, fault.NoData
	}
	return found, err
}

// depositStages are the moments of a row, in their order of depositSQL, which is also theirs when they are at the same
// time.
var depositStages = []deposit.Stage{
	deposit.StageStarted, deposit.StageExpired, deposit.StageCancelled, deposit.StagePaid, deposit.StageReview, deposit.StageCredited, deposit.StageFailed,
}

func scanDeposit(row pgx.CollectableRow) (d deposit.Deposit, err error) {
	moments := make([]*time.Time, len(depositStages))
	into := []any{&d.ID, &d.Kind, &d.Channel, &d.Amount, &d.Currency, &d.CreatedAt, &d.Note, &d.Reason, &d.Review}
	for i := range moments {
		into = append(into, &moments[i])
	}
	if err := row.Scan(into...); err != nil {
		return d, err
	}
	for i, at := range moments {
		if at != nil {
			d.Stages = append(d.Stages, deposit.Step{Stage: depositStages[i], At: *at})
		}
	}
	slices.SortStableFunc(d.Stages, func(a, b deposit.Step) int {
		if final := cmp.Compare(isFinal(a.Stage), isFinal(b.Stage)); final != 0 {
			return final
		}
		return a.At.Compare(b.At)
	})
	return d, nil
}

// isFinal: what ends a deposit stands last, whatever the clocks of two parties say.
func isFinal(stage deposit.Stage) int {
	if stage == deposit.StageCredited || stage == deposit.StageFailed {
		return 1
	}
	return 0
}
