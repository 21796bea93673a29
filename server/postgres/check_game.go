package postgres

// gameInvariants are about game accounts (server/game/README.md).
var gameInvariants = []invariant{
	{"I12", "what a member won on a day is the sum of that day's game results, and every game account is listed once with its credentials", `
		with won as (
			select member_id, (at at time zone 'Asia/Bangkok')::date as day, sum(amount) as result
			from ledger_posting where kind = 'GAME_RESULT' and account like 'game:%' group by member_id, day
		)
		select format('%s won %s on %s, counted %s', member_id, won.result, day, d.result)
			from game_day d full join won using (member_id, day) where won.result is distinct from d.result
		union all
		select format('account of %s at %s is listed %s times', member_id, code, listed) from (
			select a.member_id, a.provider as code, (select count(*) from game_member m, unnest(m.code) c
				where m.member_id = a.member_id and c = a.provider) as listed from game_account a
		) accounts where listed <> 1
		union all
		select format('%s is listed with %s codes, %s sequences, %s times', member_id, cardinality(code), cardinality(sequence), cardinality(refreshed_at))
			from game_member where cardinality(code) <> cardinality(sequence) or cardinality(code) <> cardinality(refreshed_at)`},
}
