-- The journal of the run beside the product's tables; verify.sql reads it.
create schema bankrun;
create table bankrun.intent (id bigint primary key, op text not null, member bigint not null, amount bigint not null, about text not null, key text not null);
create table bankrun.outcome (intent bigint not null, status int not null, code text not null);
create table bankrun.claimed (intent bigint not null, what text not null, ref text not null, state text not null, amount bigint not null);

-- A transfer by its first row, with what became of it in the end. A plain one is no part of a transferAll, and not what
-- the end of a condition took.
create materialized view bankrun.step as
select f.member_id, f.id, f.source, f.target, f.amount, coalesce(n.status, f.status) as status, f.id = f.request_id and f.condition_id is null as plain
from transfer f left join transfer n on n.member_id = f.member_id and n.after_id = f.id where f.after_id is null with no data;

-- Intents of which every sending was answered, and every answer was a refusal by a rule.
create materialized view bankrun.refused as
select i.id, i.op, i.member, i.amount, i.about, min(o.code) as code from bankrun.intent i join bankrun.outcome o on o.intent = i.id
group by i.id having bool_and(o.status between 400 and 499 and o.status <> 429 and o.code <> 'IDEMPOTENCY_CONFLICT') and min(o.code) = max(o.code) with no data;

-- Deposits that came by themselves, and those that operators released from suspense: a gateway's lie has those be of
-- another amount.
create view bankrun.credit as
select member_id, amount, reference from ledger_posting p where account = 'main' and kind = 'DEPOSIT' and not exists (select from suspense_payment s where s.id::text = p.reference);

create view bankrun.released as
select s.id, s.source, s.reference as about, s.amount as arrived, s.resolution, s.credited_member, p.member_id, p.amount
from suspense_payment s left join external_credit e on e.source = 'suspense' and e.external_id = s.id::text and s.resolution is distinct from 'CORRECTED'
left join ledger_posting p on (p.transaction_id = e.transaction_id or p.reference = s.id::text) and p.account = 'main' and p.kind = 'DEPOSIT';

-- A gateway's lie that it took back is credited as the truth, and its entry in suspense is CORRECTED.
create view bankrun.unbooked_payment as
select format('QR code %s of %s was paid: %s credits, %s times in suspense', t.ref, i.member, coalesce(c.n, 0), coalesce(s.n, 0))
from bankrun.claimed t join bankrun.intent i on i.id = t.intent
left join (select reference, count(*) as n from bankrun.credit group by reference) c on c.reference = t.ref
left join (select reference, count(*) as n from suspense_payment where resolution is distinct from 'CORRECTED' group by reference) s on s.reference = t.ref
where t.what = 'payment' and coalesce(c.n, 0) + coalesce(s.n, 0) <> 1;

create view bankrun.unbooked_line as
select format('line %s of %s %s is %s', t.ref, i.member, t.amount, coalesce(l.status, 'nowhere'))
from bankrun.claimed t join bankrun.intent i on i.id = t.intent left join bank_line l on l.line_id = t.ref
where t.what = 'line' and coalesce(l.status, 'WAITING') = 'WAITING';
