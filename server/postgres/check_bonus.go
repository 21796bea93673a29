package postgres

// bonusInvariants are about credits of the house that come with a condition (server/bonus/README.md).
var bonusInvariants = []invariant{
	{"I15", "a member is under one condition, each credit and cut of one is in the book with its amount, a bonus or promotion was received within its limit and quota for what it promised, and refunds, invite bonuses and prizes are credited once with what they are worth", `
		select format('%s is under %s conditions', member_id, count(*)) from bonus_condition where ended_at is null group by member_id having count(*) > 1
		union all select format('condition %s of %s: credited %s of %s', c.id, c.member_id, p.amount, c.amount) from bonus_condition c
			left join ledger_transaction t on t.key = c.id::text || '/credit'
			left join ledger_posting p on p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement
			where (p.member_id, p.kind, p.amount) is distinct from (c.member_id, 'BONUS', c.amount)
		union all select format('credit %s of %s is for no condition, no coupon and no invite bonus', p.reference, p.member_id) from ledger_posting p
			where p.account = 'main' and p.kind = 'BONUS' and p.reference <> ''
				and not exists (select from bonus_condition c where c.member_id = p.member_id and c.id::text = p.reference)
				and not exists (select from spin_coupon c where c.member_id = p.member_id and c.id::text = p.reference)
				and not exists (select from invite_receipt r where r.member_id = p.member_id and r.id::text = p.reference and r.is_automatic and r.amount = p.amount)
		union all select format('condition %s of %s ended as %s: %s was cut, the book has %s', c.id, c.member_id, c.outcome, c.cut, -coalesce(p.amount, 0)) from bonus_condition c
			left join (select member_id, reference, sum(amount) as amount from ledger_posting where account = 'main' and kind = 'FINISH_BONUS' group by member_id, reference) p
				on p.member_id = c.member_id and p.reference = c.id::text
			where c.ended_at is not null and c.cut <> -coalesce(p.amount, 0)
		union all select format('condition %s of %s is not met with %s won of a credit of %s at %s %%', id, member_id, won, amount, success_percent) from bonus_condition
			where outcome = 'MET' and (amount + won)::numeric * 100 < amount::numeric * success_percent
		union all select format('condition %s of %s opened without a receipt, or with other terms than were promised', c.id, c.member_id) from bonus_condition c
			left join bonus_receipt r on r.member_id = c.member_id and r.id = c.object and r.kind = c.kind
			left join bonus_campaign o on (o.kind, o.code, o.version) = (r.kind, r.code, r.version)
			where c.kind in ('BONUS', 'PROMOTION') and (r.amount, o.currency, o.success_percent, o.fail_percent) is distinct from (c.amount, c.currency, c.success_percent, c.fail_percent)
		union all select format('receipt %s of %s for %s opened no condition', r.id, r.member_id, r.code) from bonus_receipt r
			where not exists (select from bonus_condition c where c.member_id = r.member_id and c.kind = r.kind and c.object = r.id)
		union all select format('receipt %s of %s for %s: %s for a deposit of %s (the book has %s)', r.id, r.member_id, r.code, r.amount, r.deposit_amount, p.amount)
			from bonus_receipt r join bonus_campaign o using (kind, code, version)
			left join ledger_transaction t on t.id = r.deposit and t.member_id = r.member_id and t.kind = 'DEPOSIT'
			left join ledger_posting p on p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement
			where r.amount <> case o.percent when 0 then o.fixed else least(floor(r.deposit_amount::numeric * o.percent / 100), o.cap) end
				or (o.percent > 0 or o.min_deposit > 0) <> (r.deposit is not null) or r.deposit_amount < o.min_deposit or r.deposit_amount <> coalesce(p.amount, 0)
		union all select format('%s received %s %s times, %s are allowed', member_id, code, received, max_received) from (
			select r.member_id, r.code, o.max_received, count(*) over (partition by r.member_id, r.kind, r.code, o.span, case o.span
				when 'limit' then null else date_trunc(o.span, r.at at time zone 'Asia/Bangkok') end order by r.id) as received
			from bonus_receipt r join bonus_campaign o using (kind, code, version)
		) counted where received > max_received
		union all select format('%s %s was received %s times, counted %s, the quota is %s', kind, code, r.received, c.claimed, o.quota) from
			(select kind, code, count(*) as received from bonus_receipt group by kind, code) r full join bonus_claimed c using (kind, code)
			join (select kind, code, case when bool_or(quota = 0) then null else max(quota) end as quota from bonus_campaign group by kind, code) o using (kind, code)
			where r.received is distinct from c.claimed or r.received > o.quota
		` + refundsOfLosses + invitesOfLosses + prizesUnderConditions},
}
