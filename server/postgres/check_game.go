package postgres

// gameInvariants are about game accounts and coins (server/game/README.md, server/spin/README.md).
var gameInvariants = []invariant{
	{"I12", "what a member won on a day is the sum of that day's game results, also game by game, wins are brought forward until losses use them up, every game account is listed once with its credentials, and every coin came with a deposit or a coupon and went with a spin", `
		with won as (
			select member_id, (at at time zone 'Asia/Bangkok')::date as day, sum(amount) as result
			from ledger_posting where kind = 'GAME_RESULT' and account like 'game:%' group by member_id, day
		)
		select format('%s won %s on %s, counted %s', member_id, won.result, day, d.result)
			from game_day d full join won using (member_id, day) where won.result is distinct from d.result
		union all
		select format('%s won %s at %s on %s, counted %s', member_id, won.result, provider, day, d.result) from game_day_result d full join (
				select member_id, (at at time zone 'Asia/Bangkok')::date as day, substr(account, 6) as provider, sum(amount) as result
				from ledger_posting where kind = 'GAME_RESULT' and account like 'game:%' group by 1, 2, 3
			) won using (member_id, day, provider) where won.result is distinct from d.result
		union all
		select format('%s brought %s forward to %s, the days before left %s', member_id, brought_forward, day, left_over) from (
			select member_id, day, brought_forward, greatest(coalesce(lag(brought_forward) over days, 0) + coalesce(lag(result) over days, 0), 0) as left_over
			from game_day window days as (partition by member_id order by day)
		) forward where brought_forward <> left_over
		union all
		select format('account of %s at %s is listed %s times', member_id, code, listed) from (
			select a.member_id, a.provider as code, (select count(*) from game_member m, unnest(m.code) c
				where m.member_id = a.member_id and c = a.provider) as listed from game_account a
		) accounts where listed <> 1
		union all
		select format('%s is listed with %s codes, %s sequences, %s times', member_id, cardinality(code), cardinality(sequence), cardinality(refreshed_at))
			from game_member where cardinality(code) <> cardinality(sequence) or cardinality(code) <> cardinality(refreshed_at)
		` + coinsAndEvents},
}

// coinsAndEvents holds each posting of coins against what it is for, both ways: a spin took its coins once, a claimed
// coupon of coins gave them once, and a deposit gave coins only beside its money.
const coinsAndEvents = `union all
		select format('%s coins of %s by transaction %s, which is no spin, coupon or deposit of that', p.amount, p.member_id, p.transaction_id)
			from ledger_posting p where p.account = 'coin' and not case
				when p.kind = 'DEPOSIT' then p.amount > 0 and exists (select from ledger_posting m
					where m.member_id = p.member_id and m.account = 'main' and m.transaction_id = p.transaction_id and m.amount > 0)
				when p.kind = 'SPIN' and p.amount < 0 then exists (select from spin s where s.member_id = p.member_id and s.id::text = p.reference and s.coins = -p.amount)
				when p.kind = 'SPIN' then exists (select from spin_coupon c where c.member_id = p.member_id and c.id::text = p.reference and c.status = 'CLAIMED')
				else false end
		union all
		select format('spin %s of %s took coins %s times', s.id, s.member_id, count(p.seq)) from spin s
			left join ledger_posting p on p.member_id = s.member_id and p.account = 'coin' and p.reference = s.id::text group by s.member_id, s.id having count(p.seq) <> 1
		union all
		select format('coupon %s of %s gave coins %s times, and is %s', id, member_id, given, status) from (
			select c.id, c.member_id, c.status, sector->'prize'->>'type' as type,
				(select count(*) from ledger_posting p where p.member_id = c.member_id and p.account = 'coin' and p.reference = c.id::text) as given
			from spin_coupon c join spin s on s.member_id = c.member_id and s.id = c.spin_id join spin_wheel w on w.code = s.wheel and w.version = s.version,
				jsonb_array_elements(w.slices) sector where sector->>'code' = s.slice
		) coupon where given <> case when status = 'CLAIMED' and type = 'COIN' then 1 else 0 end
		union all
		select format('spin %s of %s has %s coupons', s.id, s.member_id, count(c.id)) from spin s
			left join spin_coupon c on c.member_id = s.member_id and c.spin_id = s.id group by s.member_id, s.id having count(c.id) <> 1`
