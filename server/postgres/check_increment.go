package postgres

// An increment looks at what was posted since the watermark (server/ledger/README.md, "The scheduled check"). Its
// queries name these sets:
//
//	fresh    ledger transactions of database transactions from the watermark up to the next one
//	touched  their members
//	account  all accounts of those, with how many postings of each were checked before
//	tail     the postings after those
//
// A look-up in a table of millions of rows is a lateral subquery with "offset 0": the planner does not know how few
// rows the sets have, and must not read the table through.
const newPostings = `
	with fresh as materialized (
		select * from ledger_transaction where xid >= current_setting('check.from')::xid8 and xid < current_setting('check.below')::xid8
	), touched as materialized (
		select distinct member_id from fresh where member_id <> 0
	), wallet as materialized (
		select w.*, coalesce(c.main_seq, 0) as main_checked, coalesce(c.hold_seq, 0) as hold_checked, coalesce(c.transit_seq, 0) as transit_checked,
			coalesce(c.coin_seq, 0) as coin_checked, coalesce(c.game_code, '{}') as checked_code, coalesce(c.game_seq, '{}') as checked_seq
		from touched t cross join lateral (select * from ledger_wallet w where w.member_id = t.member_id offset 0) w
			left join lateral (select * from invariant_checked c where c.member_id = t.member_id offset 0) c on true
	), account as materialized (
		select w.member_id, a.* from wallet w cross join lateral (
			values ('main', main, main_seq, main_checked), ('hold', hold, hold_seq, hold_checked), ('transit', transit, transit_seq, transit_checked),
				('coin', coin, coin_seq, coin_checked)
			union all select 'game:' || code, balance, seq, coalesce(checked_seq[array_position(checked_code, code)], 0)
				from unnest(game_code, game_balance, game_seq) g (code, balance, seq)
		) a (account, balance, seq, checked)
	), tail as materialized (
		select p.*, a.checked from account a cross join lateral (select * from ledger_posting p
			where p.member_id = a.member_id and p.account = a.account and p.seq > a.checked offset 0) p
	)`

// asWhole is an increment that is the whole query: one that reads no more than a row a member, or what is under way.
const asWhole = "whole"

// increments are what an increment looks at, by invariant. An invariant that is not here is looked at by whole checks
// only.
var increments = map[string]string{
	// A transaction whose postings were checked before it was counted in (it was committed, and an older one was still
	// running) is not summed again.
	"I1": newPostings + `, summed as (
			select transaction_id, currency, sum(amount) as sum from (
				select t.transaction_id, case t.account when 'coin' then 'COIN' else l.currency end as currency, t.amount from tail t
					left join lateral (select currency from ledger_transaction l where l.id = t.transaction_id offset 0) l on true
				union all select h.transaction_id, h.currency, h.amount from (
						select transaction_id as id from tail union select id from fresh where member_id = 0
					) i cross join lateral (select * from ledger_house_posting h where h.transaction_id = i.id offset 0) h
			) posting group by transaction_id, currency
		)
		select format('transaction %s has %s %s too much', transaction_id, sum, currency) from summed where sum <> 0
		union all select format('transaction %s has no postings', f.id) from fresh f left join (select distinct transaction_id from summed) s on s.transaction_id = f.id
			where s.transaction_id is null and case
				when f.member_id = 0 then true
				when exists (select from ledger_posting p where p.member_id = f.member_id and p.account = 'main' and p.seq = f.statement and p.transaction_id = f.id) then false
				else not exists (select from ledger_posting p where p.member_id = f.member_id and p.transaction_id = f.id) end
		union all select format('postings of %s, which is no transaction', i.id) from (
				select distinct transaction_id as id from tail union select transaction_id from ledger_house_posting
					where xid >= current_setting('check.from')::xid8 and xid < current_setting('check.below')::xid8
			) i left join lateral (select l.id from ledger_transaction l where l.id = i.id offset 0) l on true where l.id is null`,
	"I2": asWhole,
	"I3": newPostings + `
		select format('%s of %s: cached %s after %s postings, posted %s in %s', a.account, a.member_id, a.balance, a.seq, p.balance_after, p.seq) from account a
			left join lateral (select * from ledger_posting p where p.member_id = a.member_id and p.account = a.account order by p.seq desc limit 1) p on true
			where (a.balance, a.seq) is distinct from (coalesce(p.balance_after, 0), coalesce(p.seq, 0)) or a.seq < a.checked`,
	"I4": newPostings + `
		select format('wallet of %s', member_id) from (select distinct member_id from account where balance < 0) negative
		union all select format('%s of %s after posting %s', account, member_id, seq) from tail where balance_after < 0`,
	"I5": newPostings + grantedTooMuch + `
		union all select format('posting %s on %s of %s', seq, account, member_id) from (
			select t.member_id, t.account, t.seq, t.balance_after, t.checked + row_number() over byseq as number,
				coalesce(b.balance_after, 0) + sum(t.amount) over byseq as balance
			from tail t left join lateral (select p.balance_after from ledger_posting p
				where p.member_id = t.member_id and p.account = t.account and p.seq = t.checked offset 0) b on true
			window byseq as (partition by t.member_id, t.account order by t.seq)
		) chain where seq <> number or balance_after <> balance`,
	"I6": missingEffects + ` and k.created_at > current_setting('check.since')::timestamptz
		union all ` + missingAdjustments,
	"I7": newPostings + `
		select format('deposit %s of %s has no outside evidence', f.id, f.member_id) from fresh f
			where f.kind = 'DEPOSIT' and not exists (select from external_credit e where e.transaction_id = f.id)
		union all ` + suspenseAgainstQueue,
	"I8": asWhole,
	"I10": newPostings + `
		select format('transfer %s of %s is %s, and %s was posted in transit (%s)', p.reference, p.member_id, coalesce(t.status, 'unknown'), p.amount, p.kind)
			from (select * from tail where account = 'transit') p
			left join lateral (select * from transfer t where t.member_id = p.member_id and t.id = case when p.reference ~ '^[0-9a-f-]{36}$' then p.reference::uuid end offset 0) t on true
			where t.id is null or abs(p.amount) <> t.amount
				or p.amount < 0 and t.status <> case p.kind when 'REVERSAL' then 'REVERSED' else 'SETTLED' end`,
	"I11": newPostings + `
		select format('withdrawal %s of %s is %s, and %s was posted on hold (%s)', p.reference, p.member_id, coalesce(w.step, 'unknown'), p.amount, p.kind)
			from (select * from tail where account = 'hold') p
			left join lateral (select * from withdrawal w where w.member_id = p.member_id and w.id = case when p.reference ~ '^[0-9a-f-]{36}$' then p.reference::uuid end offset 0) w on true
			where w.id is null or abs(p.amount) <> w.amount or w.step in ('GATHERING', 'FAILED')
				or p.amount < 0 and (p.kind = 'REVERSAL') <> (w.step in ('REJECTED', 'CANCELLED', 'REFUSED')) or p.amount < 0 and (p.kind = 'WITHDRAW') <> (w.step = 'PAID')
		union all
		select format('hold of %s is %s, open withdrawals are %s', member_id, balance, open) from (
			select a.member_id, a.balance, (select coalesce(sum(w.amount), 0) from withdrawal w
				where w.member_id = a.member_id and w.step in ('REQUESTED', 'APPROVED', 'SENT')) as open from account a where a.account = 'hold'
		) held where balance <> open`,
	"I13": newPostings + `
		select format('line %s of %s is not as transaction %s', p.seq, p.member_id, p.transaction_id) from (select * from tail where account = 'main') p
			left join lateral (select * from ledger_transaction t where t.id = p.transaction_id offset 0) t on true
			where (p.member_id, p.seq, p.kind, p.reference, p.at) is distinct from (t.member_id, t.statement, t.kind, t.reference, t.at)
		union all
		select format('transaction %s of %s has no line %s', f.id, f.member_id, f.statement) from fresh f
			left join lateral (select p.transaction_id from ledger_posting p where p.member_id = f.member_id and p.account = 'main' and p.seq = f.statement offset 0) p on true
			where f.statement <> 0 and p.transaction_id is distinct from f.id`,
	"I14": newPostings + `
		select format('transaction %s in %s of %s', f.id, f.currency, f.member_id) from fresh f
			left join wallet w on w.member_id = f.member_id where f.member_id <> 0 and w.currency is distinct from f.currency`,
}

// nightly are what whole checks alone look at, and why.
var nightly = map[string]string{
	"I12": "a day's result is a sum over all its game results",
	"I15": "what a member received counts over days, weeks and for good, and what a day lost is a sum over it",
	"I16": "all that banks, gateways and members told of is held against all that was booked",
}
