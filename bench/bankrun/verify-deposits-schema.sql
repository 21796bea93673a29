-- What arrived, by the parties' own book; verify-deposits.sql reads it. A line that begins with Q- or G- is the bank's
-- own word of a QR payment or a gift link.
create table bankrun.owner (account_no text not null, member_id bigint not null);
create table bankrun.arrived (line_id text not null, bank_code text not null, account_no text not null, payer_no text not null, reference text not null,
  amount bigint not null, currency text not null, at timestamptz not null, feed_payer text not null); -- feed_payer: what the line tells of its payer, '' for all
create table bankrun.paid_qr (id text not null, gateway text not null, payer_no text not null, amount bigint not null, currency text not null);
create table bankrun.redeemed (voucher_hash text not null, account_no text not null, payer_no text not null, amount bigint not null);

-- Every line that we have, with whose money it is. by_report: a gateway's report or a gift link is the same money.
create view bankrun.line as
select l.id, l.line_id, l.bank_code, l.account_no, a.payer_no, a.feed_payer, a.reference, a.amount, l.amount as booked, l.currency, l.status, l.proof, l.covered_by, o.member_id as owner,
  a.line_id like '_-%' as reported,
  l.status = 'COVERED' and (exists (select from qr_payment q where q.id = l.proof) or exists (select from gift_link g where g.id = l.proof)
    or exists (select from suspense_payment s where s.id = l.proof and (s.source like 'payment:%' or s.source like 'giftlink%'))) as by_report
from bank_line l left join bankrun.arrived a using (bank_code, account_no, line_id) left join bankrun.owner o on o.account_no = a.payer_no;

-- Credits by what they are of. A claim that operators have vouched for has no money behind it until a line or a slip
-- shows it. Where a gateway's report shows it, the money is the gateway's and no line's.
create materialized view bankrun.deposited as
select p.member_id, p.amount, p.reference, p.transaction_id,
  case when l.id is not null then 'line' when s.id is not null then 'slip' when c.id is not null then 'claim' when q.id is not null then 'QR code'
    when g.id is not null then 'gift link' when x.source like 'feed:%' or x.source like 'bank:%' then 'line' when x.source like 'payment:%' then 'QR code'
    when x.source like 'giftlink%' then 'gift link' else 'nothing' end as of
from ledger_posting p left join bank_line l on l.id::text = p.reference left join slip s on s.id::text = p.reference left join deposit_claim c on c.id::text = p.reference
  left join qr_payment q on q.id::text = p.reference left join gift_link g on g.id::text = p.reference left join suspense_payment x on x.id::text = p.reference
where p.account = 'main' and p.kind = 'DEPOSIT' with no data;
create index on bankrun.deposited (reference);
create index on suspense_payment (reference);

-- Where a line is: one state each. backing is the credit behind one that is credited or covered.
create materialized view bankrun.position as
select l.*, case
    when l.status in ('CREDITED', 'COVERED') then case when b.backing is null then 'nowhere' else lower(l.status) end
    when l.status = 'SUSPENSE' then case when x.resolved_at is null and x.amount = l.booked then 'suspense' else 'nowhere' end
    when l.status = 'RETURNED' then case when x.resolution = 'RETURNED' then 'returned' else 'nowhere' end
    when l.status = 'WAITING' then 'waiting' else 'nowhere' end as state, b.backing
from bankrun.line l left join suspense_payment x on x.reference = l.id::text
left join lateral (select coalesce(
    (select d.reference from bankrun.deposited d where d.reference = l.id::text),
    (select t.reference from external_credit e join ledger_transaction t on t.id = e.transaction_id where e.source = 'suspense' and e.external_id = x.id::text),
    (select case when t.kind = 'DEPOSIT' then t.reference else (select c.id::text from deposit_claim c where c.settled_by::text = t.reference) end
      from ledger_transaction t where t.id = l.covered_by),
    (select d.reference from bankrun.deposited d where d.reference = l.proof::text),
    (select c.id::text from deposit_claim c where c.settled_by = l.proof),
    (select s.id::text from suspense_payment s where s.id = l.proof or s.reference = l.proof::text limit 1)) as backing) b on true with no data;
