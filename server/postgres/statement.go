package postgres

import (
	"context"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/referral"
	"krapao/server/statement"
)

// Statement knows who was on the other side of a member's transactions, and finds lines by their type. All lines
// together are Ledger's.
type Statement struct{ DB *DB }

var (
	_ statement.Parties = Statement{}
	_ statement.Finder  = Statement{}
)

// lineType is the type of a posting p of the main wallet, as statement.Service shows it; of money that came back the
// type of what it had left for.
const lineType = `case when p.kind in ('DEPOSIT', 'BONUS', 'FINISH_BONUS', 'WITHDRAW', 'TRANSFER') then p.kind
	when p.kind = 'REVERSAL' then case when exists (select from withdrawal w where w.member_id = p.member_id
		and w.id = case when p.reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p.reference::uuid end) then 'WITHDRAW' else 'TRANSFER' end
	when p.amount < 0 then 'WITHDRAW' else 'DEPOSIT' end`

// OfTypes gives a page of the lines of some types among the newest statement.Searched, newest first.
func (s Statement) OfTypes(ctx context.Context, query statement.Query) (ledger.Page, error) {
	limit := min(max(query.Limit, 1), ledger.MaxPage)
	page := min(max(query.Page, 1), 1<<40)
	rows, err := s.DB.Querier(ctx).Query(ctx, `with found as materialized (
			select p.seq, p.transaction_id, p.kind, p.reference, p.amount, p.balance_after, p.at
			from ledger_posting p
			where p.member_id = $1 and p.account = 'main' and p.seq > (select w.main_seq - $5 from ledger_wallet w where w.member_id = $1) and `+lineType+` = any($2))
		select c.total, f.* from (select count(*) as total from found) c
			left join (select * from found order by seq desc offset $3 limit $4) f on true
		order by f.seq desc`, query.Member, query.Types, (page-1)*limit, limit, statement.Searched)
	if err != nil {
		return ledger.Page{}, err
	}
	return scanPage(rows)
}

// Parties gives the bank for each reference of a QR payment (the one that paid, else the channel's), the provider for a
// transfer's, and the bank for a withdrawal's, of these two also how far they got; and the bank that paid for a slip's,
// a line's and a payment's that was in suspense; and what a coupon's prize, a condition's credit or an invite bonus
// without one came from.
func (s Statement) Parties(ctx context.Context, member id.MemberID, references []string) (map[string]statement.Party, error) {
	ids := make([]id.ID, 0, len(references))
	for _, reference := range references {
		if parsed, err := id.Parse(reference); err == nil {
			ids = append(ids, parsed)
		}
	}
	// Last, the name that the list of deposits (deposits.go) or of withdrawals has for it: a slip and the line of the
	// same payment are one there, and what was credited from suspense stands for the QR code, line or link that it came
	// for, where that one tells of it.
	rows, err := s.DB.Querier(ctx).Query(ctx, `with found (reference, code, status, is_withdrawal, opens, line) as (
		select q.id::text, coalesce(nullif(q.payer_bank, ''), c.bank_code, ''), '', false, q.id::text, null::uuid
			from qr_payment q left join deposit_channel c on c.code = q.gateway_code
			where q.member_id = $1 and q.id = any($2)
		union all select t.id::text, t.game, case t.status when 'PENDING' then 'PENDING' when 'REVERSED' then 'FAILED' else '' end, false, '', null
			from transfer t where t.member_id = $1 and t.id = any($2)
		union all select w.id::text, w.bank_code, case when w.step in ('REQUESTED', 'APPROVED', 'SENT') then 'PENDING' when w.step = 'PAID' then '' else 'FAILED' end, true, w.reference, null
			from withdrawal w where w.member_id = $1 and w.id = any($2)
		union all select l.id::text, coalesce(l.payer->>'bankCode', l.bank_code), '', false, l.id::text, l.id from bank_line l where l.member_id = $1 and l.id = any($2)
		union all select g.id::text, 'TRUE', '', false, g.id::text, null from gift_link g where g.member_id = $1 and g.id = any($2)
		union all select c.id::text, '', '', false, coalesce(p.id, c.id)::text, null
			from deposit_claim c left join slip p on p.member_id = $1 and p.id = c.settled_by where c.member_id = $1 and c.id = any($2)
		union all select s.id::text, coalesce(s.payer->>'bankCode', ''), '', false,
				case when s.source like 'payment:%' then coalesce((`+codeOf+`), s.id)::text when `+othersGift+` then s.id::text
					else s.reference end,
				(select l.id from bank_line l where l.member_id = $1 and l.id = `+referenceID+`)
			from suspense_payment s where s.credited_member = $1 and s.id = any($2)
		union all select c.id::text, '', '', false, '', null from spin_coupon c where c.member_id = $1 and c.id = any($2)
		union all select r.id::text, '', '', false, '', null from invite_receipt r where r.member_id = $1 and r.id = any($2)
		union all select c.id::text, '', '', false, '', null from bonus_condition c where c.member_id = $1 and c.id = any($2)
		union all select p.id::text, coalesce(p.transfer->'payer'->>'bankCode', ''), '', false, p.id::text, null from slip p where p.member_id = $1 and p.id = any($2))
		select reference, code, status, is_withdrawal, coalesce((select p.id::text from bank_line l, lateral (select p.id from `+slipOf+`) p
				where l.member_id = $1 and l.id = line limit 1), opens),
			coalesce((select kind from bonus_condition c where c.member_id = $1 and c.id = reference::uuid),
				(select 'PRIZE' from spin_coupon c where c.member_id = $1 and c.id = reference::uuid),
				(select 'INVITE' from invite_receipt r where r.member_id = $1 and r.id = reference::uuid), ''),
			coalesce((select name from bonus_condition c where c.member_id = $1 and c.id = reference::uuid), (select sector->'prize'->'name' from spin_coupon c join spin on spin.member_id = c.member_id and spin.id = c.spin_id
				join spin_wheel w on w.code = spin.wheel and w.version = spin.version, jsonb_array_elements(w.slices) sector
				where c.member_id = $1 and c.id = reference::uuid and sector->>'code' = spin.slice),
				(select $3::jsonb from invite_receipt r where r.member_id = $1 and r.id = reference::uuid)) from found`, member, ids, referral.Name())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	parties := map[string]statement.Party{}
	for rows.Next() {
		var reference string
		var party statement.Party
		if err := rows.Scan(&reference, &party.Code, &party.Status, &party.IsWithdrawal, &party.Opens, &party.Origin.Kind, &party.Origin.Name); err != nil {
			return nil, err
		}
		parties[reference] = party
	}
	return parties, rows.Err()
}
