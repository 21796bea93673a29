package postgres

// statementInvariants are about what members read (server/statement). That the numbers have no gap, that each balance
// follows from the one before and that the last of both is the wallet's is said by I3 and I5.
var statementInvariants = []invariant{
	{"I13", "the statement is the main wallet's postings: each transaction that moved it has its line and the other way round, with its kind, reference and time", `
		select case when t.id is null then format('line %s of %s is no transaction''s', p.seq, p.member_id)
				when p.transaction_id is null then format('transaction %s of %s has no line %s', t.id, t.member_id, t.statement)
				else format('line %s of %s is not as transaction %s', p.seq, p.member_id, t.id) end
			from (select * from ledger_transaction where statement <> 0) t
			full join (select * from ledger_posting where account = 'main') p on p.transaction_id = t.id
			where (p.member_id, p.seq, p.kind, p.reference, p.at) is distinct from (t.member_id, t.statement, t.kind, t.reference, t.at)`},
}
