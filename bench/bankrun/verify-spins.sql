-- Coins, spins and coupons, as verify.sql. The wheel and the rule are those of spin.go: a spin takes 1 coin; CASH is
-- 5.00, COIN two coins, CODE moves nothing, BONUS is in verify-bonuses.sql; a deposit brings a coin for each 100.00, at
-- most 2.

-- I6: a spin that was answered is there, with the sector and the coupon that were answered
-- of spins that were answered: bankrun.claimed where what = 'spin'
select format('spin %s of %s won coupon %s in %s, is %s in %s', i.about, i.member, t.ref, t.state, coalesce(s.request, 'nowhere'), s.slice)
from bankrun.claimed t join bankrun.intent i on i.id = t.intent left join spin_coupon c on c.id::text = t.ref left join spin s on s.id = c.spin_id
where t.what = 'spin' and (s.id is null or s.member_id <> i.member or s.request <> i.about or s.slice <> t.state);

-- I12: an id that a member spun with is one spin at most, which took its coin once; nobody spun who did not ask
-- of ids that members spun with: (select distinct member, about from bankrun.intent where op = 'spin') wishes
select format('spin %s of %s: %s spins that took %s coins in %s postings, asked for %s times', s.request, s.member_id, count(distinct s.id), -sum(p.amount), count(p.seq),
  (select count(*) from bankrun.intent i where i.op = 'spin' and i.member = s.member_id and i.about = s.request))
from spin s left join ledger_posting p on p.member_id = s.member_id and p.account = 'coin' and p.reference = s.id::text
group by s.member_id, s.request having count(distinct s.id) <> 1 or count(p.seq) <> 1 or sum(p.amount) <> -1
  or not exists (select from bankrun.intent i where i.op = 'spin' and i.member = s.member_id and i.about = s.request);

-- I6: a spin that was refused whenever it was asked for is none
-- of ids that were refused: (select i.about from bankrun.intent i join bankrun.outcome o on o.intent = i.id where i.op = 'spin' group by i.member, i.about having bool_and(o.code <> '' and o.status < 500)) refused
select format('spin %s of %s was refused and is there', s.request, s.member_id) from spin s join (
  select i.member, i.about from bankrun.intent i join bankrun.outcome o on o.intent = i.id
  where i.op = 'spin' group by i.member, i.about having bool_and(o.code <> '' and o.status between 200 and 499 and o.status <> 429)
    and bool_and(o.code <> 'IDEMPOTENCY_IN_PROGRESS')
) r on r.member = s.member_id and r.about = s.request;

-- I7: a coupon gave what its sector says once when it was claimed, and nothing before; one that was answered as claimed is
-- of coupons: spin_coupon
select format('coupon %s of %s, %s, %s: %s money in %s postings, %s coins in %s, answered %s', c.id, c.member_id, s.slice, c.status,
  coalesce(g.money, 0), coalesce(g.monies, 0), coalesce(g.coins, 0), coalesce(g.coinings, 0), coalesce(a.state, 'nothing'))
from spin_coupon c join spin s on s.id = c.spin_id
left join (select member_id, reference, sum(amount) filter (where account = 'main') as money, count(*) filter (where account = 'main') as monies,
  sum(amount) filter (where account = 'coin') as coins, count(*) filter (where account = 'coin') as coinings, count(*) as all
  from ledger_posting group by member_id, reference) g on g.member_id = c.member_id and g.reference = c.id::text
left join (select distinct ref, state from bankrun.claimed where what = 'coupon') a on a.ref = c.id::text
where a.state = 'CLAIMED' and c.status <> 'CLAIMED'
  or (coalesce(g.money, 0), coalesce(g.monies, 0), coalesce(g.coins, 0), coalesce(g.coinings, 0), coalesce(g.all, 0)) is distinct from case
    when c.status = 'CLAIMED' and s.slice = 'CASH' then (500::numeric, 1::bigint, 0::numeric, 0::bigint, 1::bigint)
    when c.status = 'CLAIMED' and s.slice = 'COIN' then (0::numeric, 0::bigint, 2::numeric, 1::bigint, 1::bigint)
    else (0::numeric, 0::bigint, 0::numeric, 0::bigint, 0::bigint) end
union all
select format('coupon %s was answered and is nowhere', t.ref) from bankrun.claimed t left join spin_coupon c on c.id::text = t.ref where t.what = 'coupon' and c.id is null;

-- I12: a deposit brought the coins of the rule, once
-- of deposits: ledger_posting where account = 'main' and kind = 'DEPOSIT'
select format('deposit %s of %s: %s brought %s coins in %s postings', m.transaction_id, m.member_id, m.amount, coalesce(sum(k.amount), 0), count(k.seq))
from ledger_posting m left join ledger_posting k on k.member_id = m.member_id and k.transaction_id = m.transaction_id and k.account = 'coin'
where m.account = 'main' and m.kind = 'DEPOSIT' group by m.transaction_id, m.member_id, m.amount
having coalesce(sum(k.amount), 0) <> case when m.amount < 0 then 0 else least(m.amount / 10000, 2) end or count(k.seq) > 1;

-- I12: a member's coins are those that deposits and coupons brought less those that spins took
-- of members with coins: ledger_wallet where coin > 0
select format('%s has %s coins of %s brought, %s won and %s spun', w.member_id, w.coin, brought, won, spun) from ledger_wallet w,
  lateral (select coalesce(sum(amount), 0) as brought from ledger_posting p where p.member_id = w.member_id and account = 'coin' and kind = 'DEPOSIT') b,
  lateral (select 2 * count(*) as won from spin_coupon c join spin s on s.id = c.spin_id where c.member_id = w.member_id and c.status = 'CLAIMED' and s.slice = 'COIN') c,
  lateral (select count(*) as spun from spin s where s.member_id = w.member_id) s
where w.coin <> brought + won - spun;
