package postgres

// houseInvariants are about what the banks say the house received (server/deposit/README.md, "Where money is").
var houseInvariants = []invariant{
	{"I16", "what each account of the house received is credited, covered by one credit, waiting, in suspense or returned, and is what its bank says it received", `
		with line as (
			select l.*, regexp_replace(l.account_no, '\D', '', 'g') as account, s.id as suspense, s.resolution, s.resolved_at, s.credited_member, s.amount as suspended,
				case when ` + namedLine + ` then 'bank:' || lower(l.payer->>'bankCode') else 'feed:' || lower(l.bank_code) end as source,
				case when ` + namedLine + ` then l.reference else l.account_no || '/' || l.line_id end as external_id
			from bank_line l left join suspense_payment s on s.reference = l.id::text and (s.source like 'feed:%' or s.source like 'bank:%')
		), credit as (
			select id, amount, currency from slip s where status = 'SUCCESS' and (exists (select from ledger_transaction t where t.key = s.id::text || '/credit')
				or exists (select from deposit_claim c where c.settled_by = s.id and c.evidence = 'WORD'))
			union all select id, amount, currency from qr_payment where status = 'PAID'
			union all select id, amount, currency from gift_link g where redeemed_at is not null
				and not exists (select from suspense_payment s where s.source = 'giftlink' and s.external_id = g.voucher_hash and s.matched_line is not null)
			union all select id, amount, currency from deposit_claim where status = 'CREDITED'
			union all select id, amount, currency from suspense_payment where source like 'payment:%' and resolution is distinct from 'CORRECTED' and matched_line is null
		), reported as (
			select id, member_id, gateway_code, '' as account, amount, currency, paid_at as since, paid_at, created_at, jsonb_build_object('bankCode', payer_bank) || payer as payer from qr_payment where status = 'PAID'
			union all select id, credited_member, upper(split_part(source, ':', 2)), '', amount, currency, paid_at, paid_at, paid_at, payer from suspense_payment
				where source like 'payment:%' and resolution = 'CREDITED'
			union all select s.id, c.member_id, upper(split_part(s.source, ':', 2)), '', c.amount, c.currency, s.paid_at, s.paid_at, s.paid_at, s.payer
				from deposit_claim c join suspense_payment s on s.id = c.settled_by where c.evidence = 'WORD'
			union all select id, member_id, '', regexp_replace(target_phone, '\D', '', 'g'), amount, currency, created_at, redeemed_at, created_at, jsonb_build_object('phone', sender_phone) from gift_link where status = 'CREDITED'
		), deposit as (
			select t.id, t.member_id, p.amount from ledger_transaction t
				join ledger_posting p on p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement and p.transaction_id = t.id
			where t.kind = 'DEPOSIT'
		), slip_named as (
			select s.*, (select b.code from bank b where s.bank_no = coalesce(nullif(b.number, ''), b.code)) as bank_code from slip s where s.status = 'SUCCESS'
		), exchanged as (
			select l.id from slip_named o join line l on l.proof = o.id
				join slip_named s on s.transaction_reference = l.reference and s.bank_code = l.payer->>'bankCode' and s.member_id = o.member_id and s.amount = o.amount and s.id <> o.id
				join bank_line k on k.slip_reference = s.transaction_reference and k.amount = s.amount
			where l.status = 'COVERED'
			union all select l.id from reported o join line l on l.proof = o.id
				join slip_named s on s.transaction_reference = l.reference and s.bank_code = l.payer->>'bankCode' and s.member_id = o.member_id and s.amount = o.amount
				join bank_line k on k.slip_reference = s.transaction_reference and k.amount = s.amount and k.member_id = s.member_id
			where l.status = 'COVERED' and not exists (select from ledger_transaction t where t.key = s.id::text || '/credit')
		), slip_line as (
			select s.id as slip, l.id as line from slip_named s join line l on l.proof = s.id
			union select s.id, l.id from slip_named s join line l on l.slip_reference = s.transaction_reference and l.amount = s.amount
				and coalesce(l.payer->>'bankCode', '') in ('', s.bank_code)
			union select s.id, l.id from slip_named s join line l on l.reference <> '' and l.reference = s.transaction_reference and l.amount = s.amount
				and l.payer->>'bankCode' = s.bank_code and l.status in ('CREDITED', 'COVERED') and l.id not in (select id from exchanged)
		)
		select format('line %s of %s %s is covered by %s, which is no credit of %s', l.id, l.bank_code, l.account_no, coalesce(l.proof::text, 'nothing'), l.amount) from line l
			where l.status = 'COVERED' and not exists (select from credit c where c.id = l.proof and c.amount = l.amount and c.currency = l.currency)
		union all select format('%s lines are covered by %s', count(*), proof) from line where proof is not null group by proof having count(*) > 1
		union all select format('slip %s is the word of %s lines', slip, count(*)) from slip_line group by slip having count(*) > 1
		union all select format('slip %s credited %s, and so did its line %s', p.slip, l.member_id, p.line) from slip_line p
			join slip s on s.id = p.slip join line l on l.id = p.line and l.status = 'CREDITED' and l.member_id = s.member_id
			where exists (select from ledger_transaction t join ledger_house_posting h on h.transaction_id = t.id and h.account = 'clearing:bank'
				where t.key = p.slip::text || '/credit')
		union all select format('slip %s succeeded, and line %s of its transfer is covered by %s', s.id, l.id, l.proof) from slip_named s
			join line l on l.reference <> '' and l.reference = s.transaction_reference and l.amount = s.amount and l.payer->>'bankCode' = s.bank_code
			where l.status = 'COVERED' and l.proof <> s.id and l.id not in (select id from exchanged) and not exists (select from deposit_claim c where c.id = l.proof)
		union all select format('line %s of %s %s is credited to %s, who was not given %s for it', l.id, l.bank_code, l.account_no, l.member_id, l.amount) from line l
			where l.status = 'CREDITED' and (l.suspense is not null and (l.resolution, l.credited_member) is distinct from ('CREDITED', l.member_id)
				or not exists (select from external_credit e join deposit d on d.id = e.transaction_id
					where e.source = case when l.suspense is null then l.source else 'suspense' end
						and e.external_id = case when l.suspense is null then l.external_id else l.suspense::text end
						and d.member_id = l.member_id and d.amount = l.amount))
		union all select format('line %s of %s %s is %s, and the queue has %s of it as %s', l.id, l.bank_code, l.account_no, l.status,
				coalesce(l.suspended::text, 'nothing'), coalesce(l.resolution, 'waiting')) from line l
			where l.status in ('SUSPENSE', 'RETURNED') and (l.suspense is null or l.suspended <> l.amount or l.resolution is distinct from nullif(l.status, 'SUSPENSE'))
				or l.status in ('COVERED', 'WAITING', 'DUPLICATE') and l.suspense is not null and l.resolution is distinct from 'RETURNED'
		union all select format('line %s of %s %s waits, and was booked', l.id, l.bank_code, l.account_no) from line l
			where l.status = 'WAITING' and exists (select from external_credit e where e.source = 'feed:' || lower(l.bank_code) and e.external_id = l.account_no || '/' || l.line_id)
		union all select format('line %s of %s %s is a duplicate of none', l.id, l.bank_code, l.account_no) from line l
			where l.status = 'DUPLICATE' and not exists (select from line o where o.id = l.duplicate_of and o.status <> 'DUPLICATE'
				and (o.bank_code, o.account, o.amount, o.currency, o.reference) = (l.bank_code, l.account, l.amount, l.currency, l.reference))
		union all select format('payment %s in suspense is of no line', s.id) from suspense_payment s
			where (s.source like 'feed:%' or s.source like 'bank:%') and not exists (select from bank_line l where l.id::text = s.reference)
		union all select format('transaction %s has %s pieces of evidence', transaction_id, count(*)) from external_credit group by transaction_id having count(*) > 1
		union all select format('report %s of %s was taken, and its payment is in no book', e.event_id, e.gateway_code) from payment_event e
			where e.type = 'PAID' and not exists (select from external_credit x where x.source = 'payment:' || lower(e.gateway_code) and x.external_id = e.gateway_reference)
		union all select format('slip %s succeeded, and %s was given nothing for it', s.id, s.member_id) from slip_named s
			where not exists (select from ledger_transaction t join deposit d on d.id = t.id where t.key = s.id::text || '/credit' and d.member_id = s.member_id and d.amount = s.amount)
				and not exists (select from slip_line p join line l on l.id = p.line where p.slip = s.id and (l.member_id = s.member_id
					or exists (select from deposit_claim c where c.id = l.proof and c.member_id = s.member_id)))
				and not exists (select from deposit_claim c where c.settled_by = s.id and c.member_id = s.member_id and c.amount = s.amount)
		union all select format('gift link %s is the operator''s, and the queue has nothing of it', g.id) from gift_link g
			where g.status = 'REVIEW' and not exists (select from suspense_payment s
				where s.source = 'giftlink' and s.external_id = g.voucher_hash and s.resolved_at is null and s.amount = g.amount)
		union all select format('line %s was matched to %s, who has the same payment as %s', l.id, l.member_id, r.id) from line l
			join reported r on r.member_id = l.member_id and r.amount = l.amount and r.currency = l.currency and r.created_at < l.resolved_at
				and least(l.transferred_at, l.received_at) between r.since - interval '15 minutes' and r.paid_at + interval '15 minutes'
			where l.status = 'CREDITED' and l.resolution = 'CREDITED'
				and not exists (select from bank_line o where o.proof = r.id) and not exists (select from suspense_payment p where p.matched_line = l.id)
				and exists (select from deposit_channel c where c.bank_code = l.bank_code and case r.gateway_code when '' then c.kind = 'WALLET' and r.account = l.account
					else c.code = r.gateway_code and regexp_replace(c.account_no, '\D', '', 'g') = l.account end)
				and not (coalesce(l.payer->>'phone', '') <> '' and coalesce(r.payer->>'accountNo', '') <> ''
					or coalesce(l.payer->>'accountNo', '') <> '' and coalesce(r.payer->>'phone', '') <> '')
				and not exists (select from jsonb_each_text(l.payer) a join jsonb_each_text(r.payer) b using (key)
					where a.value <> '' and b.value <> '' and regexp_replace(a.value, '\W', '', 'g') <> regexp_replace(b.value, '\W', '', 'g'))
		union all select format('the banks were booked with %s %s, and what they reported is %s', booked, currency, reported) from (
			select currency, coalesce(sum(booked), 0) as booked, coalesce(sum(reported), 0) as reported from (
				select currency, -balance as booked, 0 as reported from ledger_house where account = 'clearing:bank'
				union all select currency, 0, amount from line where status in ('CREDITED', 'SUSPENSE')
				union all select currency, 0, amount from deposit_claim where evidence = 'WORD' and settled_by is not null
					and not exists (select from suspense_payment s where s.id = settled_by)
				union all select s.currency, 0, s.amount from slip_named s join ledger_transaction t on t.key = s.id::text || '/credit'
					join ledger_house_posting p on p.transaction_id = t.id and p.account = 'clearing:bank'
			) sides group by currency) sums where booked <> reported
		union all select format('%s claims were shown by %s', count(*), settled_by) from deposit_claim
			where evidence = 'WORD' and settled_by is not null group by settled_by having count(*) > 1
		union all select format('claim %s was shown by report %s, which is %s', c.id, s.id, coalesce(s.resolution, 'waiting')) from deposit_claim c
			join suspense_payment s on s.id = c.settled_by
			where c.evidence = 'WORD' and (s.source not like 'payment:%' or s.resolution is distinct from 'RETURNED' or s.matched_line is not null or s.amount <> c.amount)
		union all select format('operators have vouched for %s %s that nothing has shown, and were booked with %s', vouched, currency, booked) from (
			select currency, coalesce(sum(booked), 0) as booked, coalesce(sum(vouched), 0) as vouched from (
				select currency, -balance as booked, 0 as vouched from ledger_house where account = 'clearing:manual'
				union all select currency, 0, amount from deposit_claim where evidence = 'WORD' and settled_by is null
			) sides group by currency) sums where booked <> vouched
		union all select format('%s %s on %s: the bank received %s lines of %s %s, we have %s of %s', t.bank_code, t.account_no, t.day, t.lines, t.amount, t.currency,
				coalesce(d.lines, 0), coalesce(d.amount, 0)) from bank_total t
			left join (select bank_code, account, currency, coalesce(told_day, (transferred_at at time zone 'Asia/Bangkok')::date) as day, count(*) as lines, sum(amount) as amount
				from line where status <> 'DUPLICATE' group by 1, 2, 3, 4) d on (d.bank_code, d.account, d.currency, d.day) = (t.bank_code, t.account_no, t.currency, t.day)
			where (t.lines, t.amount) is distinct from (coalesce(d.lines, 0), coalesce(d.amount, 0))`},
}
