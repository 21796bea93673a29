package postgres

// withdrawalInvariants are about withdrawals (server/withdrawal/README.md).
var withdrawalInvariants = []invariant{
	{"I11", "a withdrawal was held, and then either paid or returned, each once and with its amount; a member's hold account is the sum of what is open; what a withdrawal cut is in the book, and is back where the money is", `
		with moved as (
			select member_id, reference, sum(amount) filter (where amount > 0) as held, -sum(amount) filter (where amount < 0 and kind = 'WITHDRAW') as paid,
				-sum(amount) filter (where amount < 0 and kind = 'REVERSAL') as returned
			from ledger_posting where account = 'hold' group by member_id, reference
		), wanted as (
			select member_id, id::text as reference, step, amount as held, case step when 'PAID' then amount end as paid,
				case when step in ('REJECTED', 'CANCELLED', 'REFUSED') then amount end as returned
			from withdrawal where step not in ('GATHERING', 'FAILED')
		)
		select format('withdrawal %s of %s is %s: held %s, paid %s, returned %s', reference, member_id, coalesce(w.step, 'unknown'), m.held, m.paid, m.returned)
			from wanted w full join moved m using (member_id, reference)
			where (w.held, w.paid, w.returned) is distinct from (m.held, m.paid, m.returned)
		union all
		select format('hold of %s is %s, open withdrawals are %s', member_id, hold, open) from (
			select l.member_id, l.hold, (select coalesce(sum(w.amount), 0) from withdrawal w
				where w.member_id = l.member_id and w.step in ('REQUESTED', 'APPROVED', 'SENT')) as open from ledger_wallet l
		) held where hold <> open
		union all
		select format('withdrawal %s is %s, and its payout ended %s', id, step, coalesce(done_at::text, 'never')) from withdrawal w join payout p using (member_id, id)
			where (p.done_at is not null) <> (w.step not in ('APPROVED', 'SENT'))
		union all
		select format('withdrawal %s of %s is %s and cut %s, the book has %s', w.id, w.member_id, w.step, w.cut_amount, b.cut) from withdrawal w cross join lateral (
				select -coalesce(sum(p.amount), 0) as cut from ledger_transaction t join ledger_posting p on p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement
				where t.key in (w.id::text || '/cut', w.id::text || '/cut-return')
			) b where w.cut_amount <> b.cut`},
}
