-- Bonuses, promotions, refunds, invite bonuses and prizes under a condition, as verify.sql. What each is worth, and its
-- terms, are those of verify-bonuses-schema.sql, not the product's.

-- I6: a bonus or promotion that was answered is there, as often as was answered
-- of bonuses that were answered: bankrun.claimed where what in ('bonus', 'promotion')
select format('%s %s of %s was answered %s times, and received %s times (first %s)', i.op, i.about, i.member, t.amount, coalesce(r.n, 0), t.ref) from bankrun.claimed t
join bankrun.intent i on i.id = t.intent
left join (select member_id, about, count(*) as n, array_agg(object::text) as objects from bankrun.received where about <> '' group by member_id, about) r on r.member_id = i.member and r.about = i.about
where t.what = 'bonus' and (r.n is null or r.n < t.amount or t.ref <> all(r.objects)) or t.what = 'promotion' and r.n is distinct from 1;

-- I6: a refund or invite bonus that was answered is there, with its amount
-- of refunds and invite bonuses that were answered: bankrun.claimed where what in ('refund', 'invite')
select format('%s of %s, claimed %s with %s, is %s', t.what, i.member, t.state, t.amount, coalesce(r.status, 'nowhere')) from bankrun.claimed t join bankrun.intent i on i.id = t.intent
left join (select member_id, 'refund' as what, status, amount from refund union all select member_id, 'invite', '', amount from invite_receipt) r
  on r.member_id = i.member and r.what = t.what and r.amount = t.amount
where t.what in ('refund', 'invite') and (r.status is null or t.state = 'PAID' and r.status <> 'PAID' or r.status = 'OPEN');

-- I6: nothing was received that nobody asked for, and no more often than was asked
-- of credits: bankrun.received
select format('%s %s of %s was received %s times, and asked for %s times', r.kind, r.about, r.member_id, count(*), (select count(*) from bankrun.intent i
  where i.member = r.member_id and i.op = any(case r.kind when 'BONUS' then '{bonus,bonusByGet}' when 'PROMOTION' then '{promotion}' when 'REFUND' then '{payRefund}' when 'INVITE' then '{invite}' else '{coupon}' end::text[])
  and (r.about = '' or i.about = r.about) and not exists (select from bankrun.refused f where f.id = i.id)))
from bankrun.received r group by r.kind, r.about, r.member_id
having count(*) > (select count(*) from bankrun.intent i
  where i.member = r.member_id and i.op = any(case r.kind when 'BONUS' then '{bonus,bonusByGet}' when 'PROMOTION' then '{promotion}' when 'REFUND' then '{payRefund}' when 'INVITE' then '{invite}' else '{coupon}' end::text[])
  and (r.about = '' or i.about = r.about) and not exists (select from bankrun.refused f where f.id = i.id));

-- I15: each was received within its limit, and within its quota over all members; a deposit was used once
-- of credits: bankrun.received
select format('%s %s of %s: %s times of %s', r.kind, r.about, r.member_id, count(*), p.most) from bankrun.received r join bankrun.promise p using (kind, code)
group by r.kind, r.about, r.member_id, p.most having count(*) > p.most
union all
select format('%s %s: %s times of %s', r.kind, r.about, count(*), p.quota) from bankrun.received r join bankrun.promise p using (kind, code) group by r.kind, r.about, p.quota having count(*) > p.quota
union all
select format('deposit %s of %s was used %s times', deposit, member_id, count(*)) from bonus_receipt where deposit is not null group by member_id, deposit having count(*) > 1;

-- I15: each credit opened the one condition that was promised, and no other condition is there
-- of conditions: bonus_condition
select format('%s %s of %s was worth %s at %s and %s %%, its condition is %s of %s at %s and %s %%', coalesce(r.kind, c.kind), r.about, coalesce(r.member_id, c.member_id), r.worth,
  p.success_percent, p.fail_percent, coalesce(c.id::text, 'nowhere'), c.amount, c.success_percent, c.fail_percent)
from bankrun.received r join bankrun.promise p using (kind, code) full join bonus_condition c on c.kind = r.kind and c.object = r.object
where (r.member_id, r.worth, p.success_percent, p.fail_percent) is distinct from (c.member_id, c.amount, c.success_percent, c.fail_percent);

-- I15: the main wallet was credited once for each, with what was promised
-- of credits: bankrun.received
select format('%s %s of %s: %s in %s postings, worth %s', r.kind, r.about, r.member_id, sum(p.amount), count(p.seq), r.worth) from bankrun.received r
left join bonus_condition c on c.kind = r.kind and c.object = r.object
left join ledger_posting p on p.member_id = r.member_id and p.account = 'main' and p.kind = 'BONUS' and p.reference = c.id::text
group by r.kind, r.about, r.member_id, r.object, r.worth having count(p.seq) <> 1 or sum(p.amount) <> r.worth;

-- I15: a member was never under two conditions at once
-- of conditions: bonus_condition
select format('condition %s of %s was opened at %s, and the one before ended at %s', id, member_id, opened_at, coalesce(before::text, 'no time'))
from (select *, lag(ended_at) over w as before, row_number() over w as n from bonus_condition window w as (partition by member_id order by opened_at)) c
where n > 1 and (before is null or before > opened_at);

-- I15: what was won under a condition is what games were found to have given since, but for each game's first result, which may have been played before
-- of results under conditions: ledger_posting p join bonus_condition c on c.member_id = p.member_id and p.at > c.opened_at and p.at <= coalesce(c.ended_at, 'infinity') where p.kind = 'GAME_RESULT' and p.account like 'game:%'
select format('condition %s of %s has %s won, games gave %s since, of which %s were first', c.id, c.member_id, c.won, coalesce(g.sum, 0), g.firsts) from bonus_condition c
left join lateral (select sum(amount) as sum, array_agg(amount) filter (where n = 1) as firsts from (
  select p.amount, row_number() over (partition by p.account order by p.seq) as n from ledger_posting p
  where p.member_id = c.member_id and p.kind = 'GAME_RESULT' and p.account like 'game:%' and p.at > c.opened_at and p.at <= coalesce(c.ended_at, 'infinity')) result) g on true
where not exists (select from generate_series(0, (1 << coalesce(cardinality(g.firsts), 0)) - 1) left_out (bits)
  where c.won = coalesce(g.sum, 0) - coalesce((select sum(amount) from unnest(g.firsts) with ordinality f (amount, n) where bits >> (n::int - 1) & 1 = 1), 0));

-- I15: a condition that ended as met was met by what was promised, and one whose promise cannot be lost did not end as lost with money left
-- of conditions that ended: bonus_condition where outcome is not null
select format('condition %s of %s, %s, ended as %s with %s won of %s at %s %%', c.id, c.member_id, c.kind, c.outcome, c.won, r.worth, p.success_percent)
from bonus_condition c join bankrun.received r on r.kind = c.kind and r.object = c.object join bankrun.promise p on p.kind = r.kind and p.code = r.code
where c.outcome = 'MET' and (r.worth + c.won) * 100 < r.worth * p.success_percent or c.outcome = 'LOST' and p.fail_percent = 0 and c.cut > 0;

-- I15: a cut is what the book has: all of the main wallet behind a withdrawal that did not come back, or what came home from games; and nothing else is cut
-- of conditions that ended: bonus_condition where outcome is not null
select format('condition %s of %s, %s, cut %s: the book has %s, games gave %s, and %s was left', c.id, c.member_id, coalesce(c.outcome, 'active'), c.cut, coalesce(b.cut, 0), coalesce(t.taken, 0), b.rest)
from bonus_condition c
left join (select member_id, reference, -sum(amount) as cut, min(balance_after) filter (where amount < 0) as rest from ledger_posting where account = 'main' and kind = 'FINISH_BONUS' group by member_id, reference) b
  on b.member_id = c.member_id and b.reference = c.id::text
left join (select member_id, condition_id, sum(amount) as taken from transfer where condition_id is not null and status = 'SETTLED' group by member_id, condition_id) t
  on t.member_id = c.member_id and t.condition_id = c.id
where c.outcome is not null and c.cut <> coalesce(b.cut, 0) or c.outcome = 'MET' and (c.cut > 0 and b.rest <> 0 or t.taken is not null)
  or c.outcome = 'LOST' and c.cut <> coalesce(t.taken, 0)
union all
select format('%s of %s was cut for no condition', p.amount, p.member_id) from ledger_posting p where p.account = 'main' and p.kind = 'FINISH_BONUS'
  and not exists (select from bonus_condition c where c.member_id = p.member_id and c.id::text = p.reference);

-- I6: as many conditions ended as were answered to have been ended by their members
-- of answers: bankrun.claimed where what = 'ended'
select format('%s was answered %s times that a condition ended, and %s did', i.member, count(distinct i.id), (select count(*) from bonus_condition c where c.member_id = i.member and c.outcome is not null))
from bankrun.claimed t join bankrun.intent i on i.id = t.intent where t.what = 'ended' and i.op = 'clear' group by i.member
having count(distinct i.id) > (select count(*) from bonus_condition c where c.member_id = i.member and c.outcome is not null);

-- I15: what bonuses, refunds, invites and prizes have cost the house is what was promised, less what was cut
-- of credits: bankrun.received
select format('%s %s: the house gave %s, promised were %s', account, currency, given, promised) from (
  select coalesce(h.account, w.account) as account, coalesce(h.currency, w.currency) as currency, coalesce(h.given, 0) as given, coalesce(w.promised, 0) as promised
  from (select account, currency, -sum(amount) as given from ledger_house_posting where account in ('house:bonus', 'house:refund', 'house:invite', 'house:spin') and currency <> 'COIN' group by account, currency) h
  full join (
    select account, currency, sum(amount) as promised from (
      select case r.kind when 'REFUND' then 'house:refund' when 'INVITE' then 'house:invite' when 'PRIZE' then 'house:spin' else 'house:bonus' end as account, m.currency, r.worth as amount
        from bankrun.received r join ledger_wallet m on m.member_id = r.member_id
      union all select 'house:spin', m.currency, 500 from spin_coupon c join spin s on s.id = c.spin_id join ledger_wallet m on m.member_id = c.member_id where s.slice = 'CASH' and c.status = 'CLAIMED'
      union all select 'house:bonus', m.currency, p.amount from ledger_posting p join ledger_wallet m on m.member_id = p.member_id where p.account = 'main' and p.kind = 'FINISH_BONUS'
    ) one group by account, currency) w on w.account = h.account and w.currency = h.currency) both_sides
where given <> promised;

-- I15: everybody who lost on the day before has the refund that was promised, and their inviter waits for or received theirs
-- of losses: bankrun.intent where op = 'lost'
select format('%s lost %s: the refund is %s, the earning of %s %s', i.member, i.amount, r.amount, i.about, e.amount) from bankrun.intent i
left join refund r on r.member_id = i.member left join invite_earning e on e.invitee_id = i.member
where i.op = 'lost' and (r.amount is distinct from least(i.amount * 7 / 100, 9000)
  or (e.member_id::text, e.amount) is distinct from case when i.about = '' then row(null::text, null::bigint) else row(i.about, least(i.amount * 5 / 100, 6000)) end);
