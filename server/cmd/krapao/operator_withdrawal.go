package main

import (
	"context"
	"fmt"
	"time"

	"krapao/server/app"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/withdrawal"
)

type withdrawalCommand struct {
	List    listWithdrawalsCommand   `cmd:"" default:"withargs" help:"List withdrawals."`
	Show    showWithdrawalCommand    `cmd:"" help:"Print a withdrawal, its timeline and its payout."`
	Approve approveWithdrawalCommand `cmd:"" help:"Let a withdrawal be paid; a large one is asked for and needs a second person."`
	Reject  rejectWithdrawalCommand  `cmd:"" help:"Return a withdrawal to the member, who reads the reason."`
	Paid    paidWithdrawalCommand    `cmd:"" help:"Record that an approved withdrawal was paid by hand."`
	Retry   retryWithdrawalCommand   `cmd:"" help:"Have a payout tried, or its gateway asked, now; clears its alarm."`
}

type listWithdrawalsCommand struct {
	openedServices
	Show     string `default:"OPEN" enum:"ALL,OPEN,WAITING,APPROVED,TROUBLE,PAID,RETURNED" help:"ALL, OPEN, WAITING, APPROVED, TROUBLE, PAID or RETURNED."`
	Member   string `help:"Only those of the member with this number."`
	Currency string `help:"Only those in BAHT or LAK."`
	Limit    int    `default:"20" help:"How many."`
}

// Run lists withdrawals.
func (c *listWithdrawalsCommand) Run(ctx context.Context) error {
	filter := withdrawal.Filter{View: withdrawal.View(c.Show), Currency: money.Currency(c.Currency), Limit: c.Limit}
	if c.Member != "" {
		member, err := id.ParseMember(c.Member)
		if err != nil {
			return err
		}
		filter.Member = member
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		found, total, err := services.Withdrawals.FindWithdrawals(ctx, filter)
		if err != nil {
			return err
		}
		err = table(func(row func(...any)) {
			row("REFERENCE", "WHEN", "MEMBER", "AMOUNT", "CURRENCY", "STEP", "TO", "PAYOUT")
			for _, w := range found {
				row(w.Reference, w.CreatedAt.Format(time.DateTime), w.Member, w.Amount, w.Currency, w.Step, w.To.Bank+" "+w.To.Number+" "+w.To.Holder, payoutLine(w))
			}
		})
		say("%d of %d withdrawals.", len(found), total)
		return err
	})
}

func payoutLine(w withdrawal.Withdrawal) string {
	switch p := w.Payout; {
	case p == nil:
		return "-"
	case p.Alarm != "":
		return p.Gateway + " ALARM " + p.Alarm
	case p.Problem != "":
		return p.Gateway + " " + p.Problem
	default:
		return p.Gateway + " " + p.GatewayReference
	}
}

type oneWithdrawal struct {
	openedServices
	Reference string `arg:"" help:"The withdrawal: W01926f0c7a557c1e9d0e."`
}

// change works on the withdrawal and prints it.
func (c oneWithdrawal) change(ctx context.Context, work func(ctx context.Context, withdrawals *withdrawal.Service) (withdrawal.Withdrawal, error)) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		w, err := work(ctx, services.Withdrawals)
		if err != nil {
			return err
		}
		return printWithdrawal(w)
	})
}

func printWithdrawal(w withdrawal.Withdrawal) error {
	return table(func(row func(...any)) {
		row("withdrawal", w.Reference)
		row("member", fmt.Sprintf("%v, %s", w.Member, w.Phone))
		row("amount", fmt.Sprintf("%v %s, cut %v", w.Amount, w.Currency, w.Cut))
		row("to", w.To.Bank+" "+w.To.Number+" "+w.To.Holder)
		for _, event := range w.Timeline {
			row(event.Step, event.At.Format(time.DateTime))
		}
		row("decided by", w.DecidedBy)
		row("reason", w.Reason)
		row("bank reference", w.BankReference)
		row("payout", payoutLine(w))
	})
}

type showWithdrawalCommand struct{ oneWithdrawal }

// Run prints the withdrawal.
func (c *showWithdrawalCommand) Run(ctx context.Context) error {
	return c.change(ctx, func(ctx context.Context, withdrawals *withdrawal.Service) (withdrawal.Withdrawal, error) {
		return withdrawals.FindWithdrawal(ctx, c.Reference)
	})
}

type approveWithdrawalCommand struct{ oneWithdrawal }

// Run approves the withdrawal, or asks a second person to.
func (c *approveWithdrawalCommand) Run(ctx context.Context) error {
	return c.change(ctx, func(ctx context.Context, withdrawals *withdrawal.Service) (withdrawal.Withdrawal, error) {
		w, asked, err := withdrawals.ApproveWithdrawal(ctx, c.Reference)
		if err == nil && !asked.IsZero() {
			say("A second person has to approve the request %v.", asked)
		}
		return w, err
	})
}

type rejectWithdrawalCommand struct {
	oneWithdrawal
	Reason string `arg:"" help:"Why; the member reads it."`
}

// Run returns the withdrawal.
func (c *rejectWithdrawalCommand) Run(ctx context.Context) error {
	return c.change(ctx, func(ctx context.Context, withdrawals *withdrawal.Service) (withdrawal.Withdrawal, error) {
		return withdrawals.RejectWithdrawal(ctx, c.Reference, c.Reason)
	})
}

type paidWithdrawalCommand struct {
	oneWithdrawal
	BankReference string `arg:"" help:"The bank's reference of the payment."`
}

// Run records the payment.
func (c *paidWithdrawalCommand) Run(ctx context.Context) error {
	return c.change(ctx, func(ctx context.Context, withdrawals *withdrawal.Service) (withdrawal.Withdrawal, error) {
		return withdrawals.SettleWithdrawal(ctx, c.Reference, c.BankReference)
	})
}

type retryWithdrawalCommand struct{ oneWithdrawal }

// Run has the payout tried now.
func (c *retryWithdrawalCommand) Run(ctx context.Context) error {
	return c.change(ctx, func(ctx context.Context, withdrawals *withdrawal.Service) (withdrawal.Withdrawal, error) {
		return withdrawals.RetryPayout(ctx, c.Reference)
	})
}
