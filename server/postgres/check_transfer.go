package postgres

// transferInvariants are about transfers to and from games (server/wallet/README.md).
var transferInvariants = []invariant{
	{"I8", "what a member has in transit is the sum of the transfers that are not decided yet", `
		select format('in transit of %s: %s, pending transfers %s', member_id, l.transit, coalesce(t.pending, 0))
			from (select member_id, transit from ledger_wallet where transit <> 0) l
			full join (select member_id, sum(amount) as pending from transfer where status = 'PENDING' group by member_id) t using (member_id)
			where l.transit is distinct from t.pending`},
	{"I10", "a transfer is in the book as it was decided: settled or returned, once and with its amount, or neither while it is pending", `
		with moved as (
			select member_id, reference, sum(amount) filter (where amount > 0) as begun,
				sum(-amount) filter (where amount < 0 and kind = 'TRANSFER') as settled, sum(-amount) filter (where amount < 0 and kind = 'REVERSAL') as returned
			from ledger_posting where account = 'transit' group by member_id, reference
		), wanted as (
			select member_id, id::text as reference, status, amount as begun, case status when 'SETTLED' then amount end as settled,
				case status when 'REVERSED' then amount end as returned
			from transfer
		)
		select format('transfer %s of %s is %s: begun %s, settled %s, returned %s', reference, member_id, coalesce(w.status, 'unknown'), m.begun, m.settled, m.returned)
			from wanted w full join moved m using (member_id, reference)
			where (w.begun, w.settled, w.returned) is distinct from (m.begun, m.settled, m.returned)
		union all
		select format('transfer %s of %s: %s on %s instead of %s', t.id, t.member_id, p.amount, p.account, t.game) from transfer t
			join ledger_transaction l on l.key = t.id::text || case t.status when 'REVERSED' then '/reverse' else '/settle' end
			join ledger_posting p on p.transaction_id = l.id and p.account <> 'transit'
			where (p.member_id, p.account, p.amount) is distinct from (t.member_id,
				case when (t.direction = 'IN') = (t.status = 'SETTLED') then 'game:' || t.game else 'main' end, t.amount)
		union all
		select format('transfer %s of %s follows one that is not settled', t.id, t.member_id) from transfer t
			left join transfer f on f.member_id = t.member_id and f.id = t.after_id and f.status = 'SETTLED'
			where t.after_id is not null and f.id is null`},
}
