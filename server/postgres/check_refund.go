package postgres

// refundsOfLosses holds each refund against the day it is of, and against the one condition that paying it opened
// (server/rebate/README.md).
const refundsOfLosses = `union all
		select format('refund of %s for %s: %s of a loss of %s beyond %s at %s %%, at most %s; the day has %s beyond %s',
				r.member_id, r.day, r.amount, r.loss, r.brought_forward, r.percent, r.cap, d.result, d.brought_forward)
			from refund r left join game_day d using (member_id, day)
			where r.amount <> least(floor((r.loss - r.brought_forward)::numeric * r.percent / 100), r.cap) or r.loss is distinct from -d.result
				or r.brought_forward <> coalesce(d.brought_forward, 0)
		union all select format('%s has %s refunds for %s', member_id, count(*), day) from refund group by member_id, day having count(*) > 1
		union all select format('refund %s of %s is %s, and opened %s conditions of its amount and terms', r.id, r.member_id, r.status, count(c.id)) from refund r
			left join bonus_condition c on c.kind = 'REFUND' and c.object = r.id
				and (c.member_id, c.currency, c.amount, c.success_percent, c.fail_percent) = (r.member_id, r.currency, r.amount, r.success_percent, r.fail_percent)
			group by r.member_id, r.day, r.id, r.status having count(c.id) <> case r.status when 'PAID' then 1 else 0 end
		union all select format('condition %s of %s is for no paid refund', c.id, c.member_id) from bonus_condition c
			where c.kind = 'REFUND' and not exists (select from refund r where r.id = c.object and r.member_id = c.member_id and r.status = 'PAID')
		`

// invitesOfLosses holds each earning against the invitee's day, what waits and each receipt against the earnings, and
// each receipt against its one credit (server/referral/README.md).
const invitesOfLosses = `union all
		select format('earning %s of %s by %s on %s: %s of a loss of %s beyond %s at %s %%, at most %s; the day has %s beyond %s',
				e.number, e.member_id, e.invitee_id, e.day, e.amount, e.loss, e.brought_forward, e.percent, e.cap, d.result, d.brought_forward)
			from invite_earning e left join game_day d on d.member_id = e.invitee_id and d.day = e.day
			where e.amount <> least(floor((e.loss - e.brought_forward)::numeric * e.percent / 100), e.cap) or e.loss is distinct from -d.result
				or e.brought_forward <> coalesce(d.brought_forward, 0)
		union all select format('%s earned %s times on %s', invitee_id, count(*), day) from invite_earning group by invitee_id, day having count(*) > 1
		union all select format('receipt %s of %s: %s for the earnings %s to %s, which are %s; those before are up to %s', id, member_id, amount, first, last, worth, before) from (
				select r.*, lag(last, 1, 0::bigint) over (partition by member_id order by last) as before,
					(select sum(e.amount) from invite_earning e where e.member_id = r.member_id and e.number between r.first and r.last) as worth
				from invite_receipt r
			) receipt where first <> before + 1 or amount is distinct from worth
		union all select format('for %s %s waits of %s earnings after %s; earned %s in %s up to %s, received %s up to %s',
				member_id, b.amount, b.earned, b.received, e.amount, e.earnings, e.last, r.amount, r.last)
			from invite_balance b
			full join (select member_id, sum(amount) as amount, count(*) as earnings, max(number) as last from invite_earning group by member_id) e using (member_id)
			full join (select member_id, sum(amount) as amount, max(last) as last from invite_receipt group by member_id) r using (member_id)
			where (b.amount, b.earned, b.earned, b.received) is distinct from
				(coalesce(e.amount, 0) - coalesce(r.amount, 0), coalesce(e.earnings, 0), coalesce(e.last, 0), coalesce(r.last, 0))
		union all select format('receipt %s of %s was credited %s times under a condition of its terms, and %s times without one', r.id, r.member_id, count(c.id), coalesce(p.credits, 0))
			from invite_receipt r
			left join bonus_condition c on c.kind = 'INVITE' and c.object = r.id
				and (c.member_id, c.currency, c.amount, c.success_percent, c.fail_percent) = (r.member_id, r.currency, r.amount, r.success_percent, r.fail_percent)
			left join (select member_id, reference, count(*) as credits from ledger_posting where account = 'main' and kind = 'BONUS' group by member_id, reference) p
				on p.member_id = r.member_id and p.reference = r.id::text
			group by r.id, r.member_id, r.is_automatic, p.credits
			having count(c.id) <> case when r.is_automatic then 0 else 1 end or coalesce(p.credits, 0) <> case when r.is_automatic then 1 else 0 end
		union all select format('condition %s of %s is for no invite bonus that comes with one', c.id, c.member_id) from bonus_condition c
			where c.kind = 'INVITE' and not exists (select from invite_receipt r where r.id = c.object and r.member_id = c.member_id and not r.is_automatic)
		`

// prizesUnderConditions holds each claimed coupon of money under a condition against the one that it opened
// (server/spin/README.md).
const prizesUnderConditions = `union all
		select format('coupon %s of %s is %s, and opened %s conditions of its amount and terms', p.id, p.member_id, p.status, count(c.id)) from (
				select o.id, o.member_id, o.status, w.currency, sector->'prize' as prize
				from spin_coupon o join spin s on s.member_id = o.member_id and s.id = o.spin_id join spin_wheel w on w.code = s.wheel and w.version = s.version,
					jsonb_array_elements(w.slices) sector where sector->>'code' = s.slice and sector->'prize'->>'type' = 'BONUS'
			) p
			left join bonus_condition c on c.kind = 'PRIZE' and c.object = p.id and (c.member_id, c.currency, c.amount, c.success_percent, c.fail_percent) =
				(p.member_id, p.currency, ((p.prize->>'amount')::numeric * 100)::bigint, coalesce((p.prize->>'successPercent')::int, 0), coalesce((p.prize->>'failPercent')::int, 0))
			group by p.id, p.member_id, p.status having count(c.id) <> case p.status when 'CLAIMED' then 1 else 0 end
		union all select format('condition %s of %s is for no claimed coupon', c.id, c.member_id) from bonus_condition c
			where c.kind = 'PRIZE' and not exists (select from spin_coupon o where o.id = c.object and o.member_id = c.member_id and o.status = 'CLAIMED')`
