package main

import (
	"context"
	"strings"
	"time"

	"krapao/server/app"
	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/money"
)

// suspenseCommand is the queue of payments that matched nobody. What moves money waits for a second person (`operator
// approval`).
type suspenseCommand struct {
	List   listSuspenseCommand   `cmd:"" default:"withargs" help:"List what waits, oldest first."`
	Match  matchSuspenseCommand  `cmd:"" help:"Ask to credit a payment to a member."`
	Return returnSuspenseCommand `cmd:"" help:"Ask to mark a payment as sent back by hand."`
}

type listSuspenseCommand struct {
	openedServices
	Limit int `default:"100" help:"How many."`
}

// Run lists payments.
func (c *listSuspenseCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		waiting, total, err := services.Intake.Waiting(ctx, audit.Page{Limit: c.Limit})
		if err != nil {
			return err
		}
		err = table(func(row func(...any)) {
			row("ID", "SOURCE", "CODE", "PAYMENT", "REASON", "AMOUNT", "CURRENCY", "PAYER", "PAID", "MEMBER")
			for _, s := range waiting {
				payer := s.Event.Payer
				row(s.ID, s.Source(), s.SourceCode(), s.External.ID, s.Reason, s.Event.Amount, s.Event.Currency,
					strings.TrimSpace(payer.Bank+" "+payer.Number+" "+payer.Phone+" "+payer.Holder), s.PaidAt.Format(time.DateTime), s.Member)
			}
		})
		say("%d of %d payments.", len(waiting), total)
		return err
	})
}

type matchSuspenseCommand struct {
	openedServices
	ID     string `arg:"" help:"The payment's id, from the list."`
	Member string `arg:"" help:"The member's number."`
	Amount string `help:"The amount, of a payment whose amount was not told."`
	Note   string `required:"" help:"Why; the second person and the audit log read it."`
}

// Run asks.
func (c *matchSuspenseCommand) Run(ctx context.Context) error {
	suspense, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	member, err := id.ParseMember(c.Member)
	if err != nil {
		return err
	}
	input := deposit.MatchInput{Suspense: suspense, Member: member, Note: c.Note}
	if c.Amount != "" {
		amount, err := money.Parse(c.Amount)
		if err != nil {
			return err
		}
		input.Amount = &amount
	}
	return c.ask(ctx, func(ctx context.Context, intake *deposit.Intake) (approval.Request, error) {
		return intake.MatchSuspense(ctx, input)
	})
}

// ask makes a request and tells its id.
func (o openedServices) ask(ctx context.Context, ask func(ctx context.Context, intake *deposit.Intake) (approval.Request, error)) error {
	return o.do(ctx, func(ctx context.Context, services *app.Services) error {
		asked, err := ask(ctx, services.Intake)
		if err != nil {
			return err
		}
		sayAsked(asked)
		return nil
	})
}

type returnSuspenseCommand struct {
	openedServices
	ID   string `arg:"" help:"The payment's id, from the list."`
	Note string `required:"" help:"How it was sent back; the second person and the audit log read it."`
}

// Run asks.
func (c *returnSuspenseCommand) Run(ctx context.Context) error {
	suspense, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	return c.ask(ctx, func(ctx context.Context, intake *deposit.Intake) (approval.Request, error) {
		return intake.ReturnSuspense(ctx, suspense, c.Note)
	})
}

// claimCommand is the queue of deposits that members claim.
type claimCommand struct {
	List    listClaimsCommand   `cmd:"" default:"withargs" help:"List what waits, oldest first."`
	Approve approveClaimCommand `cmd:"" help:"Ask to credit a claim."`
	Reject  rejectClaimCommand  `cmd:"" help:"Refuse a claim."`
}

type listClaimsCommand struct {
	openedServices
	Limit int `default:"100" help:"How many."`
}

// Run lists claims.
func (c *listClaimsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		claims, total, err := services.Intake.Claims(ctx, audit.Page{Limit: c.Limit})
		if err != nil {
			return err
		}
		err = table(func(row func(...any)) {
			row("ID", "MEMBER", "NAME", "PHONE", "AMOUNT", "CURRENCY", "CLAIMED")
			for _, claim := range claims {
				row(claim.ID, claim.Member, claim.Name, claim.Phone, claim.Amount, claim.Currency, claim.CreatedAt.Format(time.DateTime))
			}
		})
		say("%d of %d claims.", len(claims), total)
		return err
	})
}

type approveClaimCommand struct {
	openedServices
	ID       string `arg:"" help:"The claim's id, from the list."`
	Suspense string `help:"The payment in suspense that is the claimed one; without it the claim is credited on the operators' word."`
	Note     string `required:"" help:"Why; the second person and the audit log read it."`
}

// Run asks.
func (c *approveClaimCommand) Run(ctx context.Context) error {
	claim, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	var suspense *id.ID
	if c.Suspense != "" {
		parsed, err := id.Parse(c.Suspense)
		if err != nil {
			return err
		}
		suspense = &parsed
	}
	return c.ask(ctx, func(ctx context.Context, intake *deposit.Intake) (approval.Request, error) {
		return intake.ApproveClaim(ctx, claim, suspense, c.Note)
	})
}

type rejectClaimCommand struct {
	openedServices
	ID     string `arg:"" help:"The claim's id, from the list."`
	Reason string `arg:"" help:"Why; the member sees it."`
}

// Run refuses.
func (c *rejectClaimCommand) Run(ctx context.Context) error {
	claim, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return services.Intake.RejectClaim(ctx, claim, c.Reason)
	})
}
