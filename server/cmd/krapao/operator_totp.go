package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/skip2/go-qrcode"

	"krapao/server/app"
	"krapao/server/id"
	"krapao/server/operator"
)

type accountsCommand struct{ openedServices }

// Run lists the operators.
func (c *accountsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		all, err := services.Operators.Accounts(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("NAME", "ACTIVE", "SECOND FACTOR", "MADE")
			for _, account := range all {
				row(account.Username, onOff(account.Active), onOff(account.Factor.Seed != nil), account.CreatedAt.Format(time.DateTime))
			}
		})
	})
}

type totpCommand struct {
	Code  issueCodeCommand `cmd:"" help:"Print a code with which an operator enrols a first second factor in the back office."`
	Enrol enrolCommand     `cmd:"" help:"Show a new secret for an authenticator app, and put it into force by its first code."`
	Reset resetTOTPCommand `cmd:"" help:"Take a lost second factor away and log the operator out."`
}

type issueCodeCommand struct{ account }

// Run prints the code on standard output.
func (c *issueCodeCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error { return issueCode(ctx, services, c.Username) })
}

// issueCode prints a new enrolment code on standard output.
func issueCode(ctx context.Context, services *app.Services, username string) error {
	code, expires, err := services.Operators.IssueEnrolmentCode(ctx, username)
	if err != nil {
		return err
	}
	say("With this code %s enrols a second factor, until %s:", username, expires.Format(time.DateTime))
	_, err = fmt.Println(code.Reveal())
	return err
}

type enrolCommand struct{ account }

// Run shows the secret on standard error, and reads the first code from standard input.
func (c *enrolCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		made, err := services.Operators.EnrolHere(ctx, c.Username)
		if err != nil {
			return err
		}
		drawn, err := qrcode.New(made.URL.Reveal(), qrcode.Medium)
		if err != nil {
			return err
		}
		say("%s\n%s\n\nScan this, or type %s, and enter the code that the app shows:", drawn.ToSmallString(false), made.URL.Reveal(), made.Secret.Reveal())
		code, err := firstLine(os.Stdin)
		if err != nil {
			return err
		}
		if err := services.Operators.Confirm(ctx, c.Username, code, id.ID{}); err != nil {
			return err
		}
		say("%s logs in with a code from now on.", c.Username)
		return nil
	})
}

type resetTOTPCommand struct{ account }

// Run takes the second factor away.
func (c *resetTOTPCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return services.Operators.ResetFactor(ctx, c.Username)
	})
}

type policyCommand struct {
	Get getPolicyCommand `cmd:"" default:"withargs" help:"Print the rules."`
	Put putPolicyCommand `cmd:"" help:"Change the rules."`
}

type getPolicyCommand struct{ openedServices }

// Run prints the rules.
func (c *getPolicyCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		policy, err := services.Operators.Policy(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) { row("totp-for-money", onOff(policy.CodeForMoney)) })
	})
}

type putPolicyCommand struct {
	openedServices
	TOTPForMoney bool `name:"totp-for-money" negatable:"" required:"" help:"Calls about money need a session that was opened with a code."`
}

// Run changes the rules.
func (c *putPolicyCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return services.Operators.PutPolicy(ctx, operator.Policy{CodeForMoney: c.TOTPForMoney})
	})
}
