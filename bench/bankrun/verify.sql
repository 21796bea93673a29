-- What was acknowledged against what is in the database, after everything has come to rest. Each query gives a text for
-- each thing that is wrong. The journal is in bankrun.intent (what somebody wanted), bankrun.outcome (what each sending
-- was answered) and bankrun.claimed (what an answer said is so). An amount is given to a member once for transfers and
-- once for withdrawals, so it finds what an intent did where no reference was claimed; deposits are in
-- verify-deposits.sql. Each query's second line says how much it looks at.

-- I6: a transfer that was answered is there, with its amount; one that was claimed SETTLED is
-- of transfers that were answered: bankrun.claimed where what = 'transfer'
select format('transfer %s of %s, claimed %s, is %s', t.ref, i.member, t.state, coalesce(s.status, 'nowhere'))
from bankrun.claimed t join bankrun.intent i on i.id = t.intent left join bankrun.step s on s.id::text = t.ref
where t.what = 'transfer' and (s.id is null or s.member_id <> i.member or s.amount <> t.amount or t.state = 'SETTLED' and s.status <> 'SETTLED');

-- I6: an intent has at most one effect, however often it was sent
-- of intents: bankrun.intent where op in ('transfer', 'withdraw', 'withdrawAll')
select format('%s transfers of %s %s %s', count(*), s.member_id, s.amount, i.about) from bankrun.intent i
join bankrun.step s on s.plain and s.member_id = i.member and s.amount = i.amount and s.source || '>' || s.target = i.about
where i.op = 'transfer' group by s.member_id, s.amount, i.about having count(*) > 1
union all
select format('%s withdrawals of %s %s', count(*), w.member_id, w.amount) from withdrawal w where w.step <> 'FAILED' group by w.member_id, w.amount having count(*) > 1;

-- I6: what was refused for good has no effect
-- of refused intents: bankrun.refused where op in ('transfer', 'withdraw', 'withdrawAll')
select format('%s %s of %s was refused (%s), and is %s', i.op, i.id, i.member, i.code, s.status) from bankrun.refused i
join bankrun.step s on s.plain and s.member_id = i.member and s.amount = i.amount and s.source || '>' || s.target = i.about
where i.op = 'transfer' and i.code <> 'TRANSFER_FAIL' and i.code not like 'NOT\_%'
union all
select format('%s %s of %s was refused (%s), and is %s', i.op, i.id, i.member, i.code, w.step) from bankrun.refused i
join withdrawal w on w.member_id = i.member and w.amount = i.amount and w.step not in ('FAILED', 'GATHERING')
where i.op in ('withdraw', 'withdrawAll');

-- I6: a withdrawal that was answered is there and stands where it was claimed, or further
-- of withdrawals that were answered: bankrun.claimed where what = 'withdrawal'
select format('withdrawal %s of %s, claimed %s by %s, is %s', t.ref, i.member, t.state, i.op, coalesce(w.step, 'nowhere'))
from bankrun.claimed t join bankrun.intent i on i.id = t.intent left join withdrawal w on w.reference = t.ref
where t.what = 'withdrawal' and (w.id is null or w.member_id <> i.member or w.amount <> t.amount or w.step in ('GATHERING', 'FAILED')
  or t.state = 'RETURNED' and w.step not in ('CANCELLED', 'REJECTED', 'REFUSED')
  or t.state in ('REJECTED', 'REFUSED') and w.step <> t.state
  or t.state = 'PAID' and w.step <> 'PAID'
  or t.state in ('APPROVED', 'SENT') and w.step not in ('APPROVED', 'SENT', 'PAID', 'REFUSED', 'REJECTED'));

-- I6: a QR code that was answered is there, and one that was cancelled was not paid
-- of QR codes that were answered: bankrun.claimed where what = 'qr'
select format('QR code %s of %s, claimed %s, is %s', t.ref, i.member, t.state, coalesce(q.status, 'nowhere'))
from bankrun.claimed t join bankrun.intent i on i.id = t.intent left join qr_payment q on q.id::text = t.ref
where t.what = 'qr' and (q.id is null or q.member_id <> i.member or t.state = 'ACTIVE' and q.amount <> t.amount
  or t.state = 'CANCELLED' and q.status not in ('CANCELLED', 'EXPIRED', 'FAILED'));

-- I6: accounts, claims, slips, gift links and requests that were answered are there, and as they were claimed
-- of things that were answered: bankrun.claimed where what in ('game', 'claim', 'slip', 'gift', 'approval')
select format('%s %s of %s, claimed %s, is %s', t.what, t.ref, i.member, t.state, coalesce(now.state, 'nowhere'))
from bankrun.claimed t join bankrun.intent i on i.id = t.intent
left join (
  select 'game' as what, provider as ref, member_id as member, '' as state from game_account
  union all select 'claim', id::text, member_id, status from deposit_claim
  union all select 'slip', reference, member_id, status from slip
  union all select 'gift', voucher_hash, member_id, status from gift_link
  union all select 'approval', id::text, null, state from approval_request
) now on now.what = t.what and now.ref = t.ref and (now.member = i.member or now.member is null)
where t.what in ('game', 'claim', 'slip', 'gift', 'approval') and (now.what is null
  or t.what in ('claim', 'approval') and t.state in ('REJECTED', 'APPROVED') and now.state <> t.state
  or t.what = 'slip' and t.state in ('SUCCESS', 'FAILED') and now.state <> t.state
  or t.what = 'gift' and t.state = 'SUCCESS' and now.state <> 'CREDITED');

-- I6: what a second person approved was done, once, and nothing else was
-- of requests: approval_request
select format('request %s is %s, and its adjustment was posted %s times', r.id, r.state, count(l.id)) from approval_request r
left join ledger_transaction l on l.key = r.id || '/adjustment'
where r.kind = 'ADJUSTMENT' group by r.id having count(l.id) <> (r.state = 'APPROVED')::int
union all
select format('request %s was approved, and claim %s is %s', r.id, c.id, c.status) from approval_request r
join deposit_claim c on c.id = (r.body->>'claim')::uuid where r.kind = 'DEPOSIT_CLAIM' and r.state = 'APPROVED' and c.status <> 'CREDITED'
union all
select format('request %s was approved, and withdrawal %s is %s', r.id, w.reference, w.step) from approval_request r
join withdrawal w on w.reference = r.subject where r.kind = 'WITHDRAWAL' and r.state = 'APPROVED' and w.step in ('REQUESTED', 'CANCELLED')
union all
select format('request %s was approved, and suspense %s is %s', r.id, s.id, coalesce(s.resolution, 'waiting')) from approval_request r join suspense_payment s on s.id = (r.body->>'suspense')::uuid
where r.state = 'APPROVED' and s.resolution is distinct from case r.kind when 'SUSPENSE_RETURN' then 'RETURNED'
  when 'SUSPENSE_MATCH' then case when r.body->>'credit' is null then 'CREDITED' else 'RETURNED' end else s.resolution end
union all
select format('request %s was approved, and slip %s is %s', r.id, s.reference, s.status) from approval_request r
join slip s on s.id = (r.body->>'slipId')::uuid where r.kind = 'SLIP' and r.state = 'APPROVED' and s.status <> 'SUCCESS';

-- I7: a paid QR code is credited once, or in suspense once
-- of payments: bankrun.claimed where what = 'payment'
select * from bankrun.unbooked_payment;

-- I7: what left suspense went to the member whom two operators named, once and with its amount
-- of payments in suspense: suspense_payment
select format('suspense %s of %s, %s, was credited %s times', r.id, r.arrived, coalesce(r.resolution, 'waiting'), count(r.amount)) from bankrun.released r
group by r.id, r.arrived, r.resolution, r.credited_member
having count(r.amount) <> (r.resolution is not distinct from 'CREDITED')::int or min(r.amount) <> r.arrived or min(r.member_id) <> r.credited_member;

-- I8: nothing is in transit
-- of wallets: ledger_wallet
select format('%s of %s', transit, member_id) from ledger_wallet where transit <> 0;

-- I10: TRANSFER_FAIL was answered only where the money is back
-- of transfers that were claimed to have failed: bankrun.outcome o join bankrun.intent i on i.id = o.intent and i.op = 'transfer' where o.code = 'TRANSFER_FAIL' or o.code like 'NOT\_%'
select format('transfer %s of %s was answered %s, and is %s', i.id, i.member, o.code, coalesce(s.status, 'nowhere')) from bankrun.intent i
join bankrun.outcome o on o.intent = i.id and (o.code = 'TRANSFER_FAIL' or o.code like 'NOT\_%')
left join bankrun.step s on s.plain and s.member_id = i.member and s.amount = i.amount and s.source || '>' || s.target = i.about
where i.op = 'transfer' and s.status is distinct from 'REVERSED'
union all
select format('leg %s of %s was claimed FAILED, and is %s', t.ref, i.member, s.status) from bankrun.claimed t
join bankrun.intent i on i.id = t.intent join bankrun.step s on s.id::text = t.ref where t.what = 'transfer' and t.state = 'FAILED' and s.status <> 'REVERSED';
