package main

import (
	"context"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/server/httpapi/api/operator"
	"krapao/server/money"
)

// workersPerDesk is for how many calls at once the two operators work at one desk more: what members ask for waits for
// them, and each call takes longer the more there are.
const workersPerDesk = 32

// runOperators is the operators' work at a desk: one decides about withdrawals, claims, slips and money in suspense and
// asks for adjustments, the other decides what needs two.
func (b *bank) runOperators(ctx context.Context, chance *rand.Rand) {
	for ctx.Err() == nil {
		b.decideWithdrawals(ctx, chance)
		b.decideClaims(ctx, chance)
		b.decideSuspense(ctx, chance, false)
		b.decideSlips(ctx, chance)
		b.adjust(ctx, chance, b.members[chance.IntN(len(b.members))])
		b.approve(ctx, chance, false)
		pause(ctx, 20*time.Millisecond)
	}
}

// finishOperators decides what is left in suspense, and about every request. A line in suspense whose money a slip has
// credited is twice in the book until it is decided, so nothing is turned down any more, however often it was before.
func (b *bank) finishOperators(ctx context.Context) {
	chance := b.chance(chanceOfClosing)
	b.payers.askAgain()
	for turn, idle := 0, 0; turn < closingTurns && idle < closingIdle*b.pagesOfSuspense() && ctx.Err() == nil; turn, idle = turn+1, idle+1 {
		if b.decideSuspense(ctx, chance, true)+b.approve(ctx, chance, true) > 0 {
			idle = 0
		}
	}
}

// pagesOfSuspense is how many pages the queue had when an operator last looked.
func (b *bank) pagesOfSuspense() int { return 1 + int(b.suspensePages.Load()) }

// closingIdle is after how many turns without anything to decide, for each page of the queue, the day is over: a turn
// sees one page. closingTurns bounds them.
const closingIdle, closingTurns = 6, 1000

// desk makes the calls of one desk: a call at a time, but eight at closing, when there is no other desk.
func desk(closing bool) *errgroup.Group {
	var calls errgroup.Group
	calls.SetLimit(1)
	if closing {
		calls.SetLimit(8)
	}
	return &calls
}

// by is the context of one of the two operators.
func (b *bank) by(ctx context.Context, which int) context.Context {
	return as(ctx, identity{token: b.tokens[which], address: "10.255.0.1"})
}

func (b *bank) decideWithdrawals(ctx context.Context, chance *rand.Rand) {
	show, limit := operator.OperatorWithdrawalViewOPEN, 20
	got, err := b.operators[chance.IntN(2)].ListOperatorWithdrawalsWithResponse(b.by(ctx, 0), &operator.ListOperatorWithdrawalsParams{Show: &show, Limit: &limit})
	if err != nil || got.JSON200 == nil {
		return
	}
	for _, w := range got.JSON200.Withdrawals {
		switch n := chance.IntN(100); {
		case w.Step == "REQUESTED" && n < 45:
			b.decide(ctx, chance, "approve", w, func(ctx context.Context, server int) (int, *operator.OperatorWithdrawal, *operator.Error, error) {
				got, err := b.operators[server].ApproveOperatorWithdrawalWithResponse(ctx, w.Reference)
				if err != nil {
					return 0, nil, nil, err
				}
				return got.StatusCode(), got.JSON200, got.JSONDefault, nil
			})
		case w.Step == "REQUESTED" && n < 60, w.Step == "APPROVED" && n < 5:
			b.decide(ctx, chance, "reject", w, func(ctx context.Context, server int) (int, *operator.OperatorWithdrawal, *operator.Error, error) {
				got, err := b.operators[server].RejectOperatorWithdrawalWithResponse(ctx, w.Reference, operator.RejectOperatorWithdrawalRequest{Reason: "Not today."})
				if err != nil {
					return 0, nil, nil, err
				}
				return got.StatusCode(), got.JSON200, got.JSONDefault, nil
			})
		case w.Step == "APPROVED" && n < 15:
			b.decide(ctx, chance, "retry", w, func(ctx context.Context, server int) (int, *operator.OperatorWithdrawal, *operator.Error, error) {
				got, err := b.operators[server].RetryOperatorWithdrawalWithResponse(ctx, w.Reference)
				if err != nil {
					return 0, nil, nil, err
				}
				return got.StatusCode(), got.JSON200, got.JSONDefault, nil
			})
		case w.Step == "APPROVED" && n < 35:
			b.decide(ctx, chance, "paid", w, func(ctx context.Context, server int) (int, *operator.OperatorWithdrawal, *operator.Error, error) {
				got, err := b.operators[server].SettleOperatorWithdrawalWithResponse(ctx, w.Reference, operator.SettleOperatorWithdrawalRequest{BankReference: "HAND" + w.Reference})
				if err != nil {
					return 0, nil, nil, err
				}
				return got.StatusCode(), got.JSON200, got.JSONDefault, nil
			})
		}
	}
}

// decide is one decision about a withdrawal; the answer tells how far it got with it.
func (b *bank) decide(ctx context.Context, chance *rand.Rand, what string, w operator.OperatorWithdrawal,
	ask func(ctx context.Context, server int) (int, *operator.OperatorWithdrawal, *operator.Error, error),
) {
	b.sendAs(b.by(ctx, 0), chance, intent{Op: what, Member: w.Member, About: w.Reference}, func(ctx context.Context, server int, _ *string) (reply, error) {
		status, decided, failed, err := ask(ctx, server)
		if err != nil {
			return reply{}, err
		}
		answer := saidTo(status, failed)
		if decided != nil {
			answer.claimed = []claimed{{What: "withdrawal", Ref: w.Reference, State: string(decided.Step), Amount: decided.Amount}}
		}
		return answer, nil
	})
}

func (b *bank) decideClaims(ctx context.Context, chance *rand.Rand) {
	limit := 20
	got, err := b.operators[chance.IntN(2)].ListDepositClaimsWithResponse(b.by(ctx, 0), &operator.ListDepositClaimsParams{Limit: &limit})
	if err != nil || got.JSON200 == nil {
		return
	}
	for _, claim := range got.JSON200.Claims {
		n := chance.IntN(100)
		if time.Since(claim.CreatedAt) < time.Second || n > 40 {
			continue // its line may be on the way
		}
		if n < 15 {
			b.sendAs(b.by(ctx, 0), chance, intent{Op: "rejectClaim", Member: claim.MemberID, About: claim.ID}, func(ctx context.Context, server int, _ *string) (reply, error) {
				got, err := b.operators[server].RejectDepositClaimWithResponse(ctx, claim.ID, operator.RejectDepositClaimRequest{Reason: "Nothing came."})
				if err != nil {
					return reply{}, err
				}
				answer := saidTo(got.StatusCode(), got.JSONDefault)
				if answer.ok() {
					answer.claimed = []claimed{{What: "claim", Ref: claim.ID, State: "REJECTED", Amount: claim.Amount}}
				}
				return answer, nil
			})
			continue
		}
		b.sendAs(b.by(ctx, 0), chance, intent{Op: "approveClaim", Member: claim.MemberID, About: claim.ID}, func(ctx context.Context, server int, _ *string) (reply, error) {
			got, err := b.operators[server].ApproveDepositClaimWithResponse(ctx, claim.ID, operator.ApproveDepositClaimRequest{Note: "Seen."})
			if err != nil {
				return reply{}, err
			}
			return asked(got.StatusCode(), got.JSON200, got.JSONDefault), nil
		})
	}
}

// adjust asks a second person for a small correction, now and then.
func (b *bank) adjust(ctx context.Context, chance *rand.Rand, m *member) {
	if chance.IntN(10) > 0 {
		return
	}
	body := operator.AdjustmentRequest{Amount: money.Units(1), Direction: []operator.AdjustmentDirection{operator.CREDIT, operator.DEBIT}[chance.IntN(2)], Reason: "Counted again."}
	b.sendAs(b.by(ctx, 0), chance, intent{Op: "adjust", Member: m.id, Amount: body.Amount, About: string(body.Direction)}, func(ctx context.Context, server int, _ *string) (reply, error) {
		got, err := b.operators[server].RequestAdjustmentWithResponse(ctx, m.id, body)
		if err != nil {
			return reply{}, err
		}
		answer := saidTo(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.claimed = []claimed{{What: "approval", Ref: got.JSON200.ID, State: "WAITING"}}
		}
		return answer, nil
	})
}

// approve is the second operator at work; now and then the first one tries too. What is stale is turned down, or it
// would fill the page of the queue that they see. closing: nothing else is. It gives how many requests waited.
func (b *bank) approve(ctx context.Context, chance *rand.Rand, closing bool) (decided int) {
	state, limit := operator.ApprovalState("WAITING"), mostAtOnce
	got, err := b.operators[chance.IntN(2)].ListApprovalsWithResponse(b.by(ctx, 1), &operator.ListApprovalsParams{State: &state, Limit: &limit})
	if err != nil || got.JSON200 == nil {
		return 0
	}
	calls := desk(closing)
	for _, asked := range got.JSON200.Approvals {
		who, decide := 1, b.approveApproval
		if chance.IntN(20) == 0 {
			who = 0
		}
		if !closing && chance.IntN(10) == 0 {
			decide = b.rejectApproval
		}
		own := rand.New(rand.NewPCG(chance.Uint64(), chance.Uint64()))
		calls.Go(func() error { decide(ctx, own, who, asked.ID); return nil })
	}
	_ = calls.Wait()
	return len(got.JSON200.Approvals)
}

func (b *bank) approveApproval(ctx context.Context, chance *rand.Rand, who int, asked string) {
	answer := b.sendAs(b.by(ctx, who), chance, intent{Op: "approveApproval", About: asked}, func(ctx context.Context, server int, _ *string) (reply, error) {
		got, err := b.operators[server].ApproveApprovalWithResponse(ctx, asked)
		if err != nil {
			return reply{}, err
		}
		return approvalReply(got.StatusCode(), got.JSON200, got.JSONDefault), nil
	})
	if answer.code == "APPROVAL_STALE" {
		b.rejectApproval(ctx, chance, who, asked)
	}
}

func (b *bank) rejectApproval(ctx context.Context, chance *rand.Rand, who int, asked string) {
	b.sendAs(b.by(ctx, who), chance, intent{Op: "rejectApproval", About: asked}, func(ctx context.Context, server int, _ *string) (reply, error) {
		got, err := b.operators[server].RejectApprovalWithResponse(ctx, asked, operator.RejectApprovalRequest{Reason: "No."})
		if err != nil {
			return reply{}, err
		}
		return approvalReply(got.StatusCode(), got.JSON200, got.JSONDefault), nil
	})
}

func approvalReply(status int, decided *operator.Approval, failed *operator.Error) reply {
	answer := saidTo(status, failed)
	if decided != nil {
		answer.claimed = []claimed{{What: "approval", Ref: decided.ID, State: string(decided.State)}}
	}
	return answer
}

// saidTo is said for an operator's answer.
func saidTo(status int, failed *operator.Error) reply {
	answer := reply{status: status}
	if failed != nil {
		answer.code = failed.Message
	}
	return answer
}
