package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
)

const (
	// takenFrom are the lines l that were taken for a payment by QR code or gift, which is found.
	takenFrom = ` from bank_line l join lateral (
			select q.id, q.member_id, jsonb_build_object('bankCode', q.payer_bank) || q.payer, q.gateway_code, q.created_at, q.paid_at
				from qr_reference r join qr_payment q on q.member_id = r.member_id and q.id = r.id where r.id = l.proof and q.status = 'PAID'
			union all select s.id, coalesce(s.credited_member, (select max(c.member_id) from deposit_claim c where c.settled_by::text = s.id::text), s.member_id, 0),
				s.payer, substr(s.source, 9), null, s.paid_at from suspense_payment s where s.id = l.proof and s.source like 'payment:%'
			union all select g.id, coalesce(s.credited_member, g.member_id), jsonb_build_object('phone', g.sender_phone), '', null, g.redeemed_at from gift_link g
				left join suspense_payment s on s.source = 'giftlink' and s.external_id = g.voucher_hash where g.id = l.proof
		) found (credit, has, paid_by, gateway, made_at, paid_at) on true`
	takenWhere = ` where l.status = 'COVERED' and not (` + namedLine + `) and l.slip_reference is null and l.amount = $1 and l.currency = $2
			and least(l.transferred_at, l.received_at) between $3 and $4
			and (l.payer_member is null or l.payer_member = any($5) or $6 and (found.has = any($5) or cardinality($5) = 0))`
	// takenSlips are the slips s that may show that such a line is a transfer. A member has few: offset 0 has those
	// found first, and no index of all slips of an amount.
	takenSlips = ` join lateral (
			select s.id, s.member_id, s.transfer->'payer', s.transfer->'receiver', s.status = 'PENDING'
			from (select * from slip where member_id = any(case when l.payer_member is not null then array[l.payer_member]
					when $6 and (found.has = any($5) or cardinality($5) = 0) then $5 || array(select o.member_id from member_bank_owner o
						where o.bank_code = found.paid_by->>'bankCode' and o.account_no = found.paid_by->>'accountNo')
					else $5 end) offset 0) s
			where s.currency = l.currency and coalesce((s.transfer->>'transferredAt')::timestamptz between l.transferred_at - $7::interval and l.transferred_at + $7::interval,
					s.created_at between l.transferred_at - $7::interval and l.transferred_at + $8::interval)
				and (s.status = 'SUCCESS' and s.amount = l.amount and ` + freeSlip + ` or s.status = 'PENDING' and s.review <> 'CREDIT_DIFFERS'
					and (s.review = 'VERIFIER_DIFFERS' or coalesce((s.transfer->>'amount')::numeric * 100 = l.amount, true)))
		) slip (slip_id, slip_member, paid_from, paid_into, is_open) on true`
)

// TakenLines gives lines without a reference that cover a payment by QR code or gift.
func (d Deposits) TakenLines(ctx context.Context, search deposit.TakenSearch) ([]deposit.TakenLine, error) {
	return d.takenLines(ctx, "select "+lineColumns+", found.*, '00000000-0000-0000-0000-000000000000'::uuid, 0, null::jsonb, null::jsonb, false"+takenFrom+takenWhere+" order by l.id",
		search.Amount, search.Currency, search.From, search.To, search.Members, search.Anybody)
}

// TakenLinesOfSlips gives those that a slip may show to be a transfer instead, with each such slip.
func (d Deposits) TakenLinesOfSlips(ctx context.Context, search deposit.TakenSearch) ([]deposit.TakenLine, error) {
	return d.takenLines(ctx, "select "+lineColumns+", found.*, slip.*"+takenFrom+takenSlips+takenWhere+" and ($6 or exists (select from slip where member_id = any($5))) order by l.id, slip_id",
		search.Amount, search.Currency, search.From, search.To, search.Members, search.Anybody, bankaccount.TimeTolerance, bankaccount.MatchWindow)
}

func (d Deposits) takenLines(ctx context.Context, sql string, args ...any) ([]deposit.TakenLine, error) {
	rows, err := d.Querier(ctx).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (taken deposit.TakenLine, err error) {
		credit, slip := &taken.Credit, &taken.Slip
		var payer, slipPayer, receiver *bankaccount.Payer
		var made, paid *time.Time
		err = row.Scan(append(lineTargets(&taken.Line), &credit.ID, &credit.Member, &payer, &taken.Gateway, &made, &paid, &slip.ID, &slip.Member, &slipPayer, &receiver, &taken.IsOpen)...)
		credit.Payer, slip.Payer, slip.Receiver = orZero(payer), orZero(slipPayer), orZero(receiver)
		taken.MadeAt, taken.PaidAt = orZero(made), orZero(paid)
		return taken, err
	})
}

// orZero gives what a pointer points to; the zero value for nil.
func orZero[T any](value *T) (zero T) {
	if value == nil {
		return zero
	}
	return *value
}

// DecidedLines gives lines that one of the members was credited, or that were sent back.
func (d Deposits) DecidedLines(ctx context.Context, search deposit.DecidedSearch) ([]deposit.BankLine, error) {
	return d.lines(ctx, `where id in (
			select id from bank_line where member_id = any($1) and status = 'CREDITED'
			union all select id from bank_line where status = 'RETURNED' and amount = $2 and least(transferred_at, received_at) between $4 and $5
				and (payer_member is null or payer_member = any($1))
			union all select l.id from slip s join bank_line l on l.proof = s.id where s.member_id = any($1) and s.id <> $6 and s.status = 'SUCCESS' and s.amount = $2
			union all select l.id from slip s join bank_line l on l.reference <> '' and l.reference = s.transaction_reference
				where s.member_id = any($1) and s.id <> $6 and s.status = 'SUCCESS' and s.amount = $2
			union all select l.id from deposit_claim c join bank_line l on l.proof = c.id where c.member_id = any($1) and c.amount = $2)
		and amount = $2 and currency = $3 and least(transferred_at, received_at) between $4 and $5 order by id`,
		search.Members, search.Amount, search.Currency, search.From, search.To, search.But)
}
