package main

import (
	"context"
	"time"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/slip"
)

type slipCommand struct {
	List    listSlipsCommand   `cmd:"" default:"withargs" help:"List transfer slips: those that wait for the operator."`
	Approve approveSlipCommand `cmd:"" help:"Credit a slip; one that no bank confirmed is asked for and needs a second person."`
	Reject  rejectSlipCommand  `cmd:"" help:"Refuse a slip; the member reads the reason."`
}

type listSlipsCommand struct {
	openedServices
	Show  string `default:"REVIEW" enum:"REVIEW,PENDING,SUCCESS,FAILED,ALL" help:"REVIEW, PENDING, SUCCESS, FAILED or ALL."`
	Limit int    `default:"20" help:"How many."`
}

// Run lists slips.
func (c *listSlipsCommand) Run(ctx context.Context) error {
	filter := slip.Filter{Review: c.Show == "REVIEW", Page: audit.Page{Limit: c.Limit}}
	if !filter.Review && c.Show != "ALL" {
		filter.Status = slip.Status(c.Show)
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		slips, total, err := services.Slips.OperatorList(ctx, filter)
		if err != nil {
			return err
		}
		err = table(func(row func(...any)) {
			row("ID", "REFERENCE", "WHEN", "MEMBER", "STATUS", "WHY", "AMOUNT", "CURRENCY", "BANK", "TRANSACTION", "IMAGE", "BANK TOLD")
			for _, slip := range slips {
				reported := "-"
				if slip.Transfer != nil {
					reported = slip.Transfer.Amount.String() + " from " + slip.Transfer.Payer.Number + " " + slip.Transfer.Payer.Holder
				}
				row(slip.ID, slip.Reference, slip.CreatedAt.Format(time.DateTime), slip.Member, slip.Status, string(slip.Review)+string(slip.Reason), slip.Amount, slip.Currency,
					slip.BankNo, slip.TransactionReference, imageOf(slip), reported)
			}
		})
		say("%d of %d slips.", len(slips), total)
		return err
	})
}

// imageOf tells whether a slip's image can be looked at.
func imageOf(slip slip.Slip) string {
	if slip.ImageRemovedAt.IsZero() {
		return "kept"
	}
	return "removed " + slip.ImageRemovedAt.Format(time.DateOnly)
}

type approveSlipCommand struct {
	openedServices
	ID        string `arg:"" help:"The slip's id."`
	Bank      string `help:"The sending bank's code, read off the picture; for a slip that waits as READ_BY_HAND."`
	Reference string `help:"That bank's reference of the transfer, likewise, letter by letter."`
	Amount    string `help:"What you saw arrive; not needed where the bank told it."`
	Note      string `required:"" help:"On what it rests."`
}

// Run credits a slip, or asks for a second person.
func (c *approveSlipCommand) Run(ctx context.Context) error {
	slipID, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	var amount money.Amount
	if c.Amount != "" {
		if amount, err = money.Parse(c.Amount); err != nil {
			return err
		}
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		slip, asked, err := services.Slips.Approve(ctx, slip.ApproveInput{Slip: slipID, BankCode: c.Bank, Reference: c.Reference, Amount: amount, Note: c.Note})
		if err == nil && asked != nil {
			say("A second person has to approve %s.", asked.ID)
		} else if err == nil {
			say("%s: %s %s", slip.Reference, slip.Status, slip.Reason)
		}
		return err
	})
}

type rejectSlipCommand struct {
	openedServices
	ID     string `arg:"" help:"The slip's id."`
	Reason string `arg:"" help:"What the member reads: INVALID_SLIP, NOT_MATCH, DEST_ACC_INVALID, EXPIRED_SLIP, SLIP_REFNO_DUPLICATED, UNKNOW_ERROR, ..."`
}

// Run refuses a slip.
func (c *rejectSlipCommand) Run(ctx context.Context) error {
	slipID, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		_, err := services.Slips.Reject(ctx, slipID, slip.Reason(c.Reason))
		return err
	})
}
