-- Credits that come with a condition, as bonus_setup.go promises them: one row for each that was received.
-- verify-bonuses.sql reads it.
create table bankrun.promise (kind text not null, code text not null, success_percent int not null, fail_percent int not null, most int, quota int);
insert into bankrun.promise values ('BONUS', 'FIX', 100, 0, 3, 40), ('BONUS', 'DEP', 120, 99, 1000, null), ('PROMOTION', 'PROMO', 110, 99, 1, null),
  ('REFUND', '', 105, 99, 1, null), ('INVITE', '', 105, 99, 1, null), ('PRIZE', '', 150, 99, null, null);

create view bankrun.received as
select r.member_id, r.kind, split_part(r.code, '_', 1) as code, r.code as about, r.id as object,
  case split_part(r.code, '_', 1) when 'FIX' then 5000 when 'PROMO' then 3000 else (select least(p.amount / 10, 1200) from ledger_posting p
    where p.member_id = r.member_id and p.transaction_id = r.deposit and p.account = 'main' and p.kind = 'DEPOSIT' and p.amount >= 10000) end as worth
from bonus_receipt r
union all select r.member_id, 'REFUND', '', '', r.id, (select sum(least(i.amount * 7 / 100, 9000)) from bankrun.intent i where i.op = 'lost' and i.member = r.member_id)
from refund r where r.status = 'PAID'
union all select r.member_id, 'INVITE', '', '', r.id, (select sum(least(i.amount * 5 / 100, 6000)) from bankrun.intent i where i.op = 'lost' and i.about = r.member_id::text)
from invite_receipt r
union all select c.member_id, 'PRIZE', '', '', c.id, 700 from spin_coupon c join spin s on s.id = c.spin_id where s.slice = 'BONUS' and c.status = 'CLAIMED';

-- What ended and how: each way has to have happened in a run.
create view bankrun.happened as
select lower(kind) || ' received' as what from bankrun.received
union all select 'refund reserved' from bankrun.claimed where what = 'refund' and state = 'RESERVED'
union all select case when exists (select from ledger_posting p where p.member_id = c.member_id and p.account = 'main' and p.kind = 'FINISH_BONUS' and p.reference = c.id::text)
  then 'condition met and cut by a withdrawal' else 'condition met and ended by its member' end from bonus_condition c where outcome = 'MET'
union all select 'condition lost, with what games held' from bonus_condition where outcome = 'LOST' and cut > 0;
