package postgres

import "krapao/server/operation"

// effectInvariants are about what callers were told (server/idempotency). A paid QR code is I7's, a decided
// transfer I10's, a withdrawal's money I11's. Keys of transferAllFunds are not looked at, for one that found nothing
// has no rows, nor those of calls on game accounts: what they name leaves no row of its own.
var effectInvariants = []invariant{
	{"I6", "what was acknowledged is there: the effect of an idempotency key is its member's, and a deposit or an adjustment that is reported as done is in its member's wallet with its amount", `
		` + missingEffects + `
		union all
		select format('%s %s of %s is done, and its %s is not in the wallet', what, id, reported.member_id, coalesce(reported.amount::text, 'money')) from (` + reportedDeposits + `) reported
			left join (` + creditedDeposits + `) credited on credited.member_id = reported.member_id and credited.reference = reported.reference
				and credited.amount = coalesce(reported.amount, credited.amount)
			group by what, id, reported.member_id, reported.amount having count(credited.reference) = 0
		union all
		` + missingAdjustments},
}

// missingEffects is the remembered keys whose effect is not there.
const missingEffects = `
		select format('%s by %s has no effect %s', operation, member_id, effect) from idempotency_key k where case operation
			when '` + string(operation.TransferFunds) + `' then not exists (select from transfer e where e.member_id = k.member_id and e.request_id = k.effect)
			when '` + string(operation.WithdrawFunds) + `' then not exists (select from withdrawal e
				where e.member_id = k.member_id and e.id = k.effect and e.step not in ('GATHERING', 'FAILED'))
			when '` + string(operation.WithdrawAllFunds) + `' then not exists (select from withdrawal e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.CreateQrCode) + `' then not exists (select from qr_payment e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.CancelQrCode) + `' then not exists (select from qr_payment e
				where e.member_id = k.member_id and e.id = k.effect and (e.status not in ('REQUESTED', 'ACTIVE') or e.expires_at <= k.created_at))
			when '` + string(operation.ClaimDeposit) + `' then not exists (select from deposit_claim e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.UploadSlip) + `' then not exists (select from slip e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.SubmitGiftLink) + `' then not exists (select from gift_link e where e.id = k.effect and (e.member_id = k.member_id
				or exists (select from suspense_payment s where s.source = 'giftlink' and s.external_id = e.voucher_hash and s.member_id = k.member_id)))
			when '` + string(operation.ReceiveRefund) + `' then not exists (select from refund e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.AddRefundToWallet) + `' then not exists (select from refund e where e.member_id = k.member_id and e.id = k.effect and e.status = 'PAID')
			when '` + string(operation.ReceiveInviteBonus) + `' then not exists (select from invite_receipt e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.SpinWheel) + `' then not exists (select from spin_coupon e where e.member_id = k.member_id and e.spin_id = k.effect)
			when '` + string(operation.ClaimSpinCoupon) + `' then not exists (select from spin_coupon e
				where e.member_id = k.member_id and e.id = k.effect and e.status = 'CLAIMED')
			when '` + string(operation.ActivateBonus) + `' then not exists (select from bonus_receipt e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.ActivatePromotion) + `' then not exists (select from bonus_receipt e where e.member_id = k.member_id and e.id = k.effect)
			when '` + string(operation.ClearBonus) + `' then not exists (select from bonus_condition e
				where e.member_id = k.member_id and e.id = k.effect and e.ended_at is not null)
			else false end`

// missingAdjustments is the approved adjustments that are not in the member's wallet with their amount. They are few.
const missingAdjustments = `
		select format('adjustment %s of %s by %s is approved, and posted %s', r.id, r.subject, r.body->>'amount', p.amount) from approval_request r
			left join lateral (select * from ledger_transaction t where t.key = r.id::text || '/adjustment' offset 0) t on true
			left join lateral (select * from ledger_posting p where p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement offset 0) p on true
			where r.kind = 'ADJUSTMENT' and r.state = 'APPROVED'
				and (p.member_id::text, p.amount) is distinct from (r.subject, ((r.body->>'amount')::numeric * 100)::bigint)`

// reportedDeposits is every deposit that is reported as done, under each reference that its money may have in the book.
// A slip's may have been reported first by a line or by a claim, a claim's is reported by what settled it, and by the
// line of the slip that did. Of a claim that people matched with a payment the amount is the payment's.
const reportedDeposits = `
	with by_line as (
		select s.member_id, s.id, s.amount, l.id as line from slip s join bank_line l on l.reference = s.transaction_reference
			where s.status = 'SUCCESS' and s.transaction_reference <> ''
		union all select s.member_id, s.id, s.amount, l.id from slip s join bank_line l on l.slip_reference = s.transaction_reference
			where s.status = 'SUCCESS' and s.transaction_reference <> ''
	), claim as (
		select * from deposit_claim where status = 'CREDITED'
	)
	select 'slip' as what, id, member_id, amount, id::text as reference from slip where status = 'SUCCESS'
	union all select 'slip', id, member_id, amount, line::text from by_line
	union all select 'slip', s.id, s.member_id, s.amount, c.id::text from claim c join slip s on s.id = c.settled_by and s.status = 'SUCCESS'
	union all select 'slip', b.id, b.member_id, b.amount, c.id::text from claim c join by_line b on b.line = c.settled_by
	union all select 'line', id, member_id, amount, id::text from bank_line where status = 'CREDITED'
	union all select 'gift link', id, member_id, amount, id::text from gift_link where status = 'CREDITED'
	union all select 'suspense', id, credited_member, amount, id::text from suspense_payment where resolution = 'CREDITED'
	union all select 'claim', id, member_id, case evidence when 'SUSPENSE' then null else amount end,
		case evidence when 'WORD' then id else settled_by end::text from claim
	union all select 'claim', c.id, c.member_id, c.amount, b.line::text from claim c join by_line b on b.id = c.settled_by`

// creditedDeposits is every deposit in the book under each of its references: its own, of one that left suspense also
// the payment's, and the line's or gift link's that the payment was.
const creditedDeposits = `
	with deposit as (
		select t.id, t.member_id, t.reference, p.amount from ledger_transaction t
			join ledger_posting p on p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement
			where t.kind = 'DEPOSIT'
	), of_suspense as (
		select p.id, p.reference, d.member_id, d.amount from suspense_payment p join deposit d on d.reference = p.id::text where p.resolution = 'CREDITED'
		union all select p.id, p.reference, d.member_id, d.amount from suspense_payment p
			join external_credit e on e.source = 'suspense' and e.external_id = p.id::text join deposit d on d.id = e.transaction_id
	)
	select member_id, reference, amount from deposit
	union all select member_id, id::text, amount from of_suspense
	union all select member_id, reference, amount from of_suspense`
