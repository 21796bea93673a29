package main

import (
	"context"
	"math/rand/v2"

	"krapao/server/httpapi/api/operator"
)

// mostAtOnce is how much of a queue an operator sees on a page.
const mostAtOnce = 100

// decideSuspense finds out whose the money is that matched nobody, or has it sent back; a second person has to agree.
// It looks at any page of the queue: what may not be decided stays in it, and would fill the first ones. closing:
// nothing is left for later. It gives how many were decided about.
func (b *bank) decideSuspense(ctx context.Context, chance *rand.Rand, closing bool) (decided int) {
	limit, page := mostAtOnce, 1+chance.IntN(b.pagesOfSuspense())
	got, err := b.operators[chance.IntN(2)].ListSuspenseWithResponse(b.by(ctx, 0), &operator.ListSuspenseParams{Limit: &limit, Page: &page})
	if err != nil || got.JSON200 == nil {
		return 0
	}
	b.suspensePages.Store(int64(got.JSON200.Total / mostAtOnce))
	calls := desk(closing)
	for _, payment := range got.JSON200.Suspense {
		n := chance.IntN(100)
		if n >= 10 && !closing {
			continue
		}
		owner, may := b.ownerOf(ctx, payment)
		if !may || !b.payers.ask(payment.ID) {
			continue
		}
		decided++
		own := rand.New(rand.NewPCG(chance.Uint64(), chance.Uint64()))
		switch {
		case n < 3:
			calls.Go(func() error { b.returnSuspense(ctx, own, payment, owner); return nil })
		case owner != "":
			calls.Go(func() error { b.matchSuspense(ctx, own, payment, owner); return nil })
		}
	}
	_ = calls.Wait()
	return decided
}

func (b *bank) returnSuspense(ctx context.Context, chance *rand.Rand, payment operator.SuspensePayment, owner string) {
	b.sendAs(b.by(ctx, 0), chance, intent{Op: "returnSuspense", Member: owner, Amount: payment.Amount, About: payment.ID}, func(ctx context.Context, server int, _ *string) (reply, error) {
		got, err := b.operators[server].ReturnSuspenseWithResponse(ctx, payment.ID, operator.ReturnSuspenseRequest{Note: "Sent back."})
		if err != nil {
			return reply{}, err
		}
		return asked(got.StatusCode(), got.JSON200, got.JSONDefault), nil
	})
}

func (b *bank) matchSuspense(ctx context.Context, chance *rand.Rand, payment operator.SuspensePayment, owner string) {
	b.sendAs(b.by(ctx, 0), chance, intent{Op: "matchSuspense", Member: owner, Amount: payment.Amount, About: payment.ID}, func(ctx context.Context, server int, _ *string) (reply, error) {
		got, err := b.operators[server].MatchSuspenseWithResponse(ctx, payment.ID, operator.MatchSuspenseRequest{MemberID: owner, Note: "It is theirs."})
		if err != nil {
			return reply{}, err
		}
		return asked(got.StatusCode(), got.JSON200, got.JSONDefault), nil
	})
}

// ownerOf finds out whose a payment is: the member of its QR code or gift link, or whose account it was paid from. may:
// it is not the line of a payment that its report has credited.
func (b *bank) ownerOf(ctx context.Context, payment operator.SuspensePayment) (member string, may bool) {
	if payment.Source != operator.BANKFEED {
		if payment.MemberID != nil {
			member = *payment.MemberID
		}
		return member, true
	}
	var line, from, to string
	err := b.db.Querier(ctx).QueryRow(ctx, `select line_id, coalesce(payer->>'accountNo', ''), account_no from bank_line
		where id = (select reference::uuid from suspense_payment where id = $1::uuid)`, payment.ID).Scan(&line, &from, &to)
	if err != nil {
		return "", false
	}
	which := b.payers.of(line, alike{from, to, payment.Amount})
	return b.payers.owner(which.from), b.payers.decide(payment.ID, which)
}

// asked is said for what waits for a second person now.
func asked(status int, made *operator.DepositDecisionAsked, failed *operator.Error) reply {
	answer := saidTo(status, failed)
	if made != nil {
		answer.claimed = []claimed{{What: "approval", Ref: made.ApprovalID, State: "WAITING"}}
	}
	return answer
}

// decideSlips looks at the slips that no bank has decided.
func (b *bank) decideSlips(ctx context.Context, chance *rand.Rand) {
	show, limit := operator.OperatorSlipViewREVIEW, 20
	got, err := b.operators[chance.IntN(2)].ListOperatorSlipsWithResponse(b.by(ctx, 0), &operator.ListOperatorSlipsParams{Show: &show, Limit: &limit})
	if err != nil || got.JSON200 == nil {
		return
	}
	for _, slip := range got.JSON200.Slips {
		switch n := chance.IntN(100); {
		case n < 30:
			b.sendAs(b.by(ctx, 0), chance, intent{Op: "rejectSlip", Member: slip.Member, About: slip.Reference}, func(ctx context.Context, server int, _ *string) (reply, error) {
				got, err := b.operators[server].RejectOperatorSlipWithResponse(ctx, slip.ID, operator.RejectOperatorSlipRequest{Reason: operator.INVALIDSLIP})
				if err != nil {
					return reply{}, err
				}
				return slipReply(got.StatusCode(), got.JSON200, got.JSONDefault), nil
			})
		case n < 80:
			body, seen := b.read(ctx, slip)
			if !seen {
				continue
			}
			b.sendAs(b.by(ctx, 0), chance, intent{Op: "approveSlip", Member: slip.Member, Amount: *body.Amount, About: slip.Reference}, func(ctx context.Context, server int, _ *string) (reply, error) {
				got, err := b.operators[server].ApproveOperatorSlipWithResponse(ctx, slip.ID, body)
				if err != nil {
					return reply{}, err
				}
				return slipReply(got.StatusCode(), got.JSON200, got.JSONDefault), nil
			})
		}
	}
}

// read is an operator's look at a slip's picture; what its code says is not typed in. A slip of a QR code's payment
// looks like any other: the operator waits for its line, by which the product knows what it is. Where money was sent
// back that may be the slip's, the operator finds out whether it was.
func (b *bank) read(ctx context.Context, slip operator.OperatorSlip) (body operator.ApproveOperatorSlipRequest, seen bool) {
	known, seen := b.pictures.Load(slip.Reference)
	if !seen {
		return body, false // its upload was not answered yet
	}
	of := known.(onSlip) //nolint:forcetypeassert // nothing else is stored
	if of.qr {
		err := b.db.Querier(ctx).QueryRow(ctx, "select exists (select from bank_line where reference = $1 and status = 'COVERED')", of.reference).Scan(&seen)
		if err != nil || !seen {
			return body, false
		}
	}
	if slip.Review != nil && *slip.Review == operator.LINERETURNED {
		var wasReturned bool
		err := b.db.Querier(ctx).QueryRow(ctx, `select exists (select from suspense_payment
			where resolution = 'RETURNED' and reference in (select id::text from bank_line where line_id = $1))`, b.payers.lineOf(of.reference)).Scan(&wasReturned)
		if err != nil || wasReturned {
			return body, false
		}
	}
	body = operator.ApproveOperatorSlipRequest{Amount: &of.amount, Note: "Seen."}
	if slip.Review != nil && *slip.Review == operator.READBYHAND {
		body.BankCode, body.TransactionReference = &of.bank, &of.reference
	}
	return body, true
}

func slipReply(status int, decided *operator.OperatorSlip, failed *operator.Error) reply {
	answer := saidTo(status, failed)
	if decided != nil {
		answer.claimed = []claimed{{What: "slip", Ref: decided.Reference, State: string(decided.Status)}}
	}
	return answer
}
