package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/operator"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// operatorCommand is what operators can do without the back office, for whoever may work on the server itself. It calls
// the same services: running servers show a change within two seconds, and the audit log has it.
type operatorCommand struct {
	Create      createOperatorCommand   `cmd:"" help:"Make an operator's account; the password is asked for, or read from standard input."`
	Password    passwordCommand         `cmd:"" help:"Set an operator's password, asked for as in create, and log them out."`
	Activate    activateOperatorCommand `cmd:"" help:"Let an operator log in again."`
	Deactivate  deactivateCommand       `cmd:"" help:"Log an operator out for good."`
	Terminate   terminateCommand        `cmd:"" help:"Shut the site for members."`
	Reopen      reopenCommand           `cmd:"" help:"Open the site for members again."`
	Setting     settingCommand          `cmd:"" aliases:"switch" help:"Read and change the switches and settings of the site."`
	Text        textCommand             `cmd:"" help:"Read and write the texts that members see."`
	Source      sourceCommand           `cmd:"" help:"List and write the answers to 'how did you find us'."`
	Video       videoCommand            `cmd:"" help:"List and write the help videos."`
	Bank        bankCommand             `cmd:"" help:"List and write the banks that members may register."`
	Channel     channelCommand          `cmd:"" help:"List, open and close the deposit channels, and change their limits."`
	Provider    providerCommand         `cmd:"" help:"List, open and close the game providers."`
	Wheel       wheelCommand            `cmd:"" help:"List, open and close the prize wheels, and set how deposits bring coins."`
	Chat        chatCommand             `cmd:"" help:"The support chat: the inbox, the bot's answers, the office hours."`
	Bonus       bonusCommand            `cmd:"" help:"List, open, close and schedule bonuses and promotions, and see what came of them."`
	Refund      refundCommand           `cmd:"" help:"List and set what refunds of a day's net loss are worth, and what came of them."`
	Invite      inviteCommand           `cmd:"" help:"List and set what members earn by inviting, and what came of it."`
	Limit       limitCommand            `cmd:"" help:"List and change the withdrawal limits."`
	Withdrawal  withdrawalCommand       `cmd:"" help:"List, approve, reject and settle withdrawals."`
	Slip        slipCommand             `cmd:"" help:"Transfer slips that wait for the operator."`
	DepositRule depositRuleCommand      `cmd:"" help:"Read and change when and how slips are taken."`
	Suspense    suspenseCommand         `cmd:"" help:"List payments that matched nobody, and ask whose they are."`
	Claim       claimCommand            `cmd:"" help:"List deposits that members claim, and decide them."`
	ContactQR   contactQRCommand        `cmd:"" name:"contact-qr" help:"Upload and remove the QR image of the contact page."`
	Audit       auditCommand            `cmd:"" help:"List who changed what, newest first."`
	Accounts    accountsCommand         `cmd:"" help:"List the operators."`
	TOTP        totpCommand             `cmd:"" name:"totp" help:"Give an operator a second factor, or take a lost one away."`
	Policy      policyCommand           `cmd:"" help:"Read and change what operators ask of themselves."`
	Member      memberCommand           `cmd:"" help:"Find members, and change what they cannot change themselves."`
	Approval    approvalCommand         `cmd:"" help:"List, approve and reject what waits for a second person."`
}

type commandKey struct{}

// AfterApply notes which command was typed, for the audit log: the words, without what was written behind them.
func (*commands) AfterApply(ctx context.Context, parsed *kong.Context) error {
	words := slices.DeleteFunc(strings.Fields(parsed.Command()), func(word string) bool { return strings.HasPrefix(word, "<") })
	parsed.BindTo(context.WithValue(ctx, commandKey{}, strings.Join(words, " ")), (*context.Context)(nil))
	return nil
}

// typist is who types a command, in the audit log. The name is what they say they are; the address is the user that the
// machine knows, also behind sudo.
func typist(ctx context.Context, name string) audit.Actor {
	address := "unknown"
	if account, err := user.Current(); err == nil {
		address = account.Username
	}
	if sudo := os.Getenv("SUDO_USER"); sudo != "" && sudo != address {
		address = sudo + " as " + address
	}
	if host, err := os.Hostname(); err == nil {
		address += "@" + host
	}
	command, _ := ctx.Value(commandKey{}).(string)
	return audit.Actor{Name: name, Via: audit.Command, Address: address, RequestID: command}
}

// openedServices is the flags of a command that reads or changes what members see.
type openedServices struct {
	person
	keyFlags
	Edition app.Edition `env:"KRAPAO_EDITION" enum:"thai,laos" default:"thai" help:"Which product the server is: thai or laos."`
}

var errNobody = errors.New("say who does this: --by, or KRAPAO_OPERATOR")

// do works with the services in the name of who types the command.
func (o openedServices) do(ctx context.Context, work func(ctx context.Context, services *app.Services) error) error {
	return o.doWith(ctx, app.Config{Edition: o.Edition}, work)
}

// doWith is do with more of the server's settings.
func (o openedServices) doWith(ctx context.Context, config app.Config, work func(ctx context.Context, services *app.Services) error) error {
	name := o.name()
	if name == "" {
		return errNobody
	}
	return o.withKeys(ctx, o.keyFlags, func(ctx context.Context, db *postgres.DB, keys secret.Keyring) error {
		opened, err := app.NewServices(ctx, db, app.ServicesConfig{Config: config, Keys: keys, Now: time.Now})
		if err != nil {
			return err
		}
		return work(audit.WithActor(ctx, typist(ctx, name)), opened)
	})
}

// table prints lines of columns.
func table(work func(row func(columns ...any))) error {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	work(func(columns ...any) {
		texts := make([]string, 0, len(columns))
		for _, column := range columns {
			texts = append(texts, fmt.Sprint(column))
		}
		_, _ = fmt.Fprintln(out, strings.Join(texts, "\t"))
	})
	return out.Flush()
}

type account struct {
	openedServices
	Username string `arg:"" help:"Small letters, digits, dots, dashes and underscores."`
}

type createOperatorCommand struct{ account }

// Run makes the account.
func (c *createOperatorCommand) Run(ctx context.Context) error {
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		made, err := services.Operators.Create(ctx, operator.CreateInput{Username: c.Username, Password: secret.NewText(password)})
		if err != nil {
			return err
		}
		say("Made the operator %s.", made.Username)
		return issueCode(ctx, services, made.Username)
	})
}

type passwordCommand struct{ account }

// Run sets the password.
func (c *passwordCommand) Run(ctx context.Context) error {
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return services.Operators.SetPassword(ctx, c.Username, secret.NewText(password))
	})
}

type activateOperatorCommand struct{ account }

// Run lets the operator log in.
func (c *activateOperatorCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return services.Operators.SetActive(ctx, c.Username, true)
	})
}

type deactivateCommand struct{ account }

// Run ends the operator's sessions and lets no other begin.
func (c *deactivateCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		return services.Operators.SetActive(ctx, c.Username, false)
	})
}

// readPassword asks twice on a terminal, and else reads one line. A password never is an argument: those are in
// everybody's process list.
func readPassword(in *os.File) (string, error) {
	if !term.IsTerminal(int(in.Fd())) {
		return firstLine(in)
	}
	var answers [2]string
	for i, question := range []string{"Password: ", "Once more: "} {
		_, _ = os.Stderr.WriteString(question)
		answer, err := term.ReadPassword(int(in.Fd()))
		_, _ = os.Stderr.WriteString("\n")
		if err != nil {
			return "", err
		}
		answers[i] = string(answer)
	}
	if answers[0] != answers[1] {
		return "", errors.New("the two passwords differ")
	}
	return answers[0], nil
}

func firstLine(in io.Reader) (string, error) {
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
