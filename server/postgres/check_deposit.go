package postgres

// depositInvariants are about money that came in (server/deposit/README.md).
var depositInvariants = []invariant{
	{"I7", "one outside payment is in the book at most once, every deposit has its evidence, and suspense is what its queue says", `
		with line as (
			select l.id, l.status, l.amount, l.currency,
				coalesce(s.source, case when ` + namedLine + ` then 'bank:' || lower(l.payer->>'bankCode') else 'feed:' || lower(l.bank_code) end) as source,
				coalesce(s.external_id, case when ` + namedLine + ` then l.reference else l.account_no || '/' || l.line_id end) as external_id
			from bank_line l left join suspense_payment s on s.reference = l.id::text and (s.source like 'feed:%' or s.source like 'bank:%')
			where l.status in ('CREDITED', 'SUSPENSE', 'RETURNED')
		)
		select format('deposit %s of %s has no outside evidence', t.id, t.member_id) from ledger_transaction t
			where t.kind = 'DEPOSIT' and not exists (select from external_credit e where e.transaction_id = t.id)
		union all select format('%s %s credited transaction %s, which is none', e.source, e.external_id, e.transaction_id) from external_credit e
			where not exists (select from ledger_transaction t where t.id = e.transaction_id)
		union all select format('QR payment %s is paid %s and credited %s', q.id, q.amount, p.amount) from qr_payment q
			left join ledger_transaction t on t.key = q.id::text || '/credit' and t.kind = 'DEPOSIT'
			left join ledger_posting p on p.member_id = q.member_id and p.account = 'main' and p.seq = t.statement and p.transaction_id = t.id
			where q.status = 'PAID' and p.amount is distinct from q.amount
		union all select format('line %s is %s, and its payment is not in the book', l.id, l.status) from line l
			where not exists (select from external_credit e where e.source = l.source and e.external_id = l.external_id)
		union all select format('%s lines of payment %s %s count', count(*), source, external_id) from line group by source, external_id, amount, currency having count(*) > 1
		union all select format('gift link %s is credited, and its voucher is not in the book', g.id) from gift_link g
			where g.status = 'CREDITED' and not exists (select from external_credit e where e.source = 'giftlink' and e.external_id = g.voucher_hash)
		union all select format('%s slips of transfer %s of bank %s succeeded', count(*), transaction_reference, bank_no) from slip
			where status = 'SUCCESS' group by bank_no, transaction_reference having count(*) > 1
		union all ` + suspenseAgainstQueue},
}

// suspenseAgainstQueue is the currencies in which the suspense account is not what waits in its queue.
const suspenseAgainstQueue = `
		select format('suspense holds %s %s, its queue %s', coalesce(h.balance, 0), currency, coalesce(q.amount, 0))
			from (select currency, balance from ledger_house where account = 'suspense') h
			full join (select currency, sum(amount) as amount from suspense_payment where resolved_at is null group by currency) q using (currency)
			where coalesce(h.balance, 0) <> coalesce(q.amount, 0)`
