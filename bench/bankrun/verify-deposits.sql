-- Money in, account by account and member by member, against the parties' own book. Amounts name nothing here:
-- everybody pays the same few.

-- I16: every line of a feed that was answered is here, with its amount
-- of lines: bankrun.claimed where what = 'line'
select format('line %s of %s %s is %s', t.ref, i.member, t.amount, coalesce(l.booked::text, 'nowhere')) from bankrun.claimed t join bankrun.intent i on i.id = t.intent
left join bankrun.line l on l.line_id = t.ref where t.what = 'line' and l.booked is distinct from t.amount;

-- I16: each line is in one state: credited, covered by a credit of its own, waiting, in suspense or returned
-- of lines: bankrun.position
select format('line %s of %s %s on %s %s, reference "%s", %s (proof %s, covered by %s), is nowhere', p.line_id, p.owner, p.booked, p.bank_code, p.account_no, p.reference, p.status, p.proof, p.covered_by)
from bankrun.position p where p.state = 'nowhere'
union all
select format('credit %s is behind %s lines: %s', p.backing, count(*), string_agg(p.line_id || ' ' || p.status, ', ')) from bankrun.position p
where p.state in ('credited', 'covered') group by p.backing having count(*) > 1;

-- I16: for each account of the house: received = credited + covered + waiting + suspense + returned, in number and in money
-- of accounts: (select distinct bank_code, account_no from bankrun.arrived) a
select format('%s %s %s: received %s lines of %s, of them %s of %s are nowhere', p.bank_code, p.account_no, p.currency, count(*), sum(p.amount),
  count(*) filter (where p.state = 'nowhere' or p.again), sum(p.amount) filter (where p.state = 'nowhere' or p.again))
from (select *, backing is not null and row_number() over (partition by backing order by id) > 1 as again from bankrun.position) p
group by p.bank_code, p.account_no, p.currency having count(*) filter (where p.state = 'nowhere' or p.again) > 0;

-- I16: for each member: what was paid in directly = credited + in suspense, waiting or returned, in number and in money
-- of members: bankrun.owner o where exists (select from bankrun.line l where l.payer_no = o.account_no)
select format('%s paid %s of %s that is not in suspense, was vouched for %s of %s, and was credited %s of %s', coalesce(p.owner, c.member_id),
  coalesce(p.n, 0), coalesce(p.sum, 0), coalesce(v.n, 0), coalesce(v.sum, 0), coalesce(c.n, 0), coalesce(c.sum, 0))
from (select owner, count(*) as n, sum(amount) as sum from bankrun.line where status in ('CREDITED', 'COVERED') and not by_report group by owner) p
full join (select member_id, count(*) as n, sum(amount) as sum from bankrun.deposited where of in ('line', 'slip', 'claim') group by member_id) c on c.member_id = p.owner
left join (select member_id, count(*) as n, sum(amount) as sum from deposit_claim where status = 'CREDITED' and evidence = 'WORD'
  and (settled_by is null or exists (select from suspense_payment s where s.id = settled_by and s.source like 'payment:%')) group by member_id) v
  on v.member_id = coalesce(p.owner, c.member_id)
where coalesce(p.n, 0) + coalesce(v.n, 0) <> coalesce(c.n, 0) or coalesce(p.sum, 0) + coalesce(v.sum, 0) <> coalesce(c.sum, 0);

-- I16: of lines that nobody can tell apart, no more are covered by gateways' reports and gift links than those have reported: one covers who paid it
-- of lines that a report covers: bankrun.line where by_report
select format('%s %s of %s: %s lines covered by reports, %s reported (%s)', account_no, payer_no, amount, count(*) filter (where by_report), count(*) filter (where reported),
  string_agg(format('%s %s %s', line_id, status, coalesce((select 'by the payment of ' || q.payer_no from bankrun.paid_qr q where q.id = line.proof::text), '')), ', '))
from bankrun.line group by account_no, payer_no, amount having count(*) filter (where by_report) > count(*) filter (where reported) order by 1 desc;

-- I16: a line that nobody else can have paid names its member in suspense
-- of payments in suspense: suspense_payment where source like 'feed:%' or source like 'bank:%'
select format('suspense %s, %s, line %s, was paid from the account of %s and names %s', s.id, s.reason, l.line_id, l.owner, coalesce(s.member_id::text, 'nobody'))
from suspense_payment s join bankrun.line l on l.id::text = s.reference
where s.resolved_at is null and l.payer_no not like '77%' and l.feed_payer = '' and s.member_id is distinct from l.owner;

-- I16: for each gateway: paid = credited + in suspense; once each
-- of payments: bankrun.paid_qr
select format('%s: %s of %s paid and nowhere, or more than once: %s', gateway, count(*), sum(amount), (array_agg(format('%s %s credited, %s in suspense', id, credited, suspended)))[1:3]) from (
  select q.*, (select count(*) from bankrun.deposited d where d.reference = q.id) as credited, (select count(*) from suspense_payment s where s.reference = q.id and s.source like 'payment:%' and s.resolution is distinct from 'CORRECTED') as suspended
  from bankrun.paid_qr q) q
where credited + suspended <> 1 group by gateway
union all
select format('QR code %s of %s was credited %s, and %s was paid', d.reference, d.member_id, d.amount, coalesce(q.amount::text, 'nothing')) from bankrun.deposited d
left join bankrun.paid_qr q on q.id = d.reference where d.of = 'QR code' and exists (select from qr_payment p where p.id::text = d.reference) and q.amount is distinct from d.amount;

-- I16: what was redeemed at the e-wallet is credited, or in suspense; once each, and nothing else is
-- of gift links: bankrun.redeemed
select format('gift link %s of %s, redeemed, is %s: %s credited, %s in suspense', r.voucher_hash, r.amount, coalesce(g.status, 'nowhere'), credited, suspended) from bankrun.redeemed r
left join gift_link g on g.voucher_hash = r.voucher_hash
left join lateral (select count(*) as credited from bankrun.deposited d where d.reference = g.id::text and d.amount = r.amount) c on true
left join lateral (select count(*) as suspended from suspense_payment s where s.reference = g.id::text) s on true
where credited + suspended <> 1
union all
select format('gift link %s of %s was credited and not redeemed', g.voucher_hash, g.member_id) from gift_link g join bankrun.deposited d on d.reference = g.id::text
where not exists (select from bankrun.redeemed r where r.voucher_hash = g.voucher_hash);

-- I7: money that matched nobody is credited only by operators' decision, and to whose it is
-- of lines from accounts that nobody has registered: bankrun.line where payer_no like '77%'
select format('line %s of %s %s is %s', l.line_id, l.owner, l.amount, l.status) from bankrun.line l where l.payer_no like '77%'
and (exists (select from bankrun.deposited d where d.reference = l.id::text)
  or exists (select from suspense_payment s where s.reference = l.id::text and s.resolution = 'CREDITED' and s.credited_member <> l.owner));
