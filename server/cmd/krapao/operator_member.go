package main

import (
	"context"
	"time"

	"krapao/server/app"
	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/money"
)

type memberCommand struct {
	Find        findMembersCommand       `cmd:"" help:"Find members by what their phone, name or bank account begins with, or by number."`
	Show        showMemberCommand        `cmd:"" help:"Show one member: balances, bank account, what is open, sessions."`
	Block       blockMemberCommand       `cmd:"" help:"Keep a member out."`
	Unblock     unblockMemberCommand     `cmd:"" help:"Let a blocked member in again."`
	Close       closeMemberCommand       `cmd:"" help:"Close a member for good."`
	Phone       memberPhoneCommand       `cmd:"" help:"Change a member's phone number."`
	BankAccount memberBankAccountCommand `cmd:"" help:"Ask a second person for another bank account."`
	Adjust      adjustCommand            `cmd:"" help:"Ask a second person to correct a member's main wallet."`
	EndSessions endMemberSessionsCommand `cmd:"" help:"Log a member out everywhere."`
}

type findMembersCommand struct {
	openedServices
	Phone         string `help:"The first digits of the phone number."`
	Number        string `help:"The member number."`
	Name          string `help:"The beginning of the name."`
	BankAccountNo string `help:"The first digits of the bank account number."`
	Limit         int    `default:"100" help:"How many."`
}

// Run finds members.
func (c *findMembersCommand) Run(ctx context.Context) error {
	search := member.Search{Phone: c.Phone, Name: c.Name, AccountNo: c.BankAccountNo, Page: audit.Page{Limit: c.Limit}}
	if c.Number != "" {
		var err error
		if search.Number, err = id.ParseMember(c.Number); err != nil {
			return err
		}
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		found, _, err := services.MemberAdmin.Find(ctx, search)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("NUMBER", "NAME", "PHONE", "MAIN WALLET", "CURRENCY", "STATUS", "REGISTERED")
			for _, m := range found {
				row(m.ID, m.Name, m.Phone, m.Main, m.Currency, m.Status, m.CreatedAt.Format(time.DateTime))
			}
		})
	})
}

type chosenMember struct {
	openedServices
	Number string `arg:"" help:"The member number."`
}

func (c chosenMember) about(ctx context.Context, work func(ctx context.Context, members *member.Admin, number id.MemberID) error) error {
	number, err := id.ParseMember(c.Number)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return work(ctx, services.MemberAdmin, number)
	})
}

type showMemberCommand struct{ chosenMember }

// Run shows one member.
func (c *showMemberCommand) Run(ctx context.Context) error {
	return c.about(ctx, func(ctx context.Context, members *member.Admin, number id.MemberID) error {
		d, err := members.Look(ctx, number)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("name", d.Member.Name)
			row("phone", d.Member.Phone)
			row("status", d.Member.Status)
			if bank := d.Member.Bank; bank != nil {
				row("bank account", bank.BankCode+" "+bank.Number+" "+bank.Name)
			}
			if until := d.Member.WithdrawHoldUntil; until != nil {
				row("withdrawals wait until", until.Format(time.DateTime))
			}
			row("main wallet", d.Wallet.Main, d.Wallet.Currency)
			row("held for withdrawal", d.Wallet.Hold, d.Wallet.Currency)
			row("in transit", d.Wallet.InTransit, d.Wallet.Currency)
			for _, game := range d.Wallet.Games {
				row("game "+game.Code, game.Balance, d.Wallet.Currency)
			}
			row("open withdrawals", d.Open.Withdrawals)
			row("open deposits", d.Open.Deposits)
			for _, session := range d.Sessions {
				row("session", session.Device, session.Addr, "since "+session.CreatedAt.Format(time.DateTime))
			}
		})
	})
}

type reasonedMember struct {
	chosenMember
	Reason string `required:"" help:"Why; the audit log has it."`
}

func (c reasonedMember) put(ctx context.Context, status member.Status) error {
	return c.about(ctx, func(ctx context.Context, members *member.Admin, number id.MemberID) error {
		return members.PutStatus(ctx, member.PutStatusInput{Member: number, Status: status, Reason: c.Reason})
	})
}

type blockMemberCommand struct{ reasonedMember }

// Run blocks.
func (c *blockMemberCommand) Run(ctx context.Context) error { return c.put(ctx, member.Inactive) }

type unblockMemberCommand struct{ reasonedMember }

// Run unblocks.
func (c *unblockMemberCommand) Run(ctx context.Context) error { return c.put(ctx, member.Active) }

type closeMemberCommand struct{ reasonedMember }

// Run closes.
func (c *closeMemberCommand) Run(ctx context.Context) error { return c.put(ctx, member.Closed) }

type memberPhoneCommand struct {
	reasonedMember
	Phone string `arg:"" help:"The new phone number."`
}

// Run changes the phone number.
func (c *memberPhoneCommand) Run(ctx context.Context) error {
	return c.about(ctx, func(ctx context.Context, members *member.Admin, number id.MemberID) error {
		return members.PutPhone(ctx, member.PutPhoneInput{Member: number, Phone: c.Phone, Reason: c.Reason})
	})
}

type memberBankAccountCommand struct {
	reasonedMember
	BankCode    string `arg:"" help:"The bank's code: SCB."`
	AccountNo   string `arg:"" help:"The account number."`
	AccountName string `arg:"" help:"The holder's name."`
}

// Run asks.
func (c *memberBankAccountCommand) Run(ctx context.Context) error {
	return c.about(ctx, func(ctx context.Context, members *member.Admin, number id.MemberID) error {
		asked, err := members.AskBankAccount(ctx, member.AskBankAccountInput{
			Member: number, Reason: c.Reason, Account: member.BankAccount{BankCode: c.BankCode, Number: c.AccountNo, Name: c.AccountName},
		})
		if err != nil {
			return err
		}
		sayWaits(asked)
		return nil
	})
}

type adjustCommand struct {
	reasonedMember
	Direction string `arg:"" enum:"credit,debit" help:"credit adds to the wallet, debit takes from it."`
	Amount    string `arg:"" help:"How much: 50, or 50.25."`
}

// Run asks.
func (c *adjustCommand) Run(ctx context.Context) error {
	amount, err := money.Parse(c.Amount)
	if err != nil {
		return err
	}
	return c.about(ctx, func(ctx context.Context, members *member.Admin, number id.MemberID) error {
		asked, err := members.AskAdjustment(ctx, member.AskAdjustmentInput{Member: number, Amount: amount, Take: c.Direction == "debit", Reason: c.Reason})
		if err != nil {
			return err
		}
		sayWaits(asked)
		return nil
	})
}

func sayWaits(asked approval.Request) {
	say("%s waits for a second person: krapao operator approval approve %s", asked.Kind, asked.ID)
}

type endMemberSessionsCommand struct{ chosenMember }

// Run ends the sessions.
func (c *endMemberSessionsCommand) Run(ctx context.Context) error {
	return c.about(ctx, func(ctx context.Context, members *member.Admin, number id.MemberID) error {
		ended, err := members.EndSessions(ctx, number)
		if err == nil {
			say("Ended %d sessions.", ended)
		}
		return err
	})
}
