package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"krapao/server/operator"
	"krapao/server/postgres"
)

// operatorCommand is the back office's accounts, for whoever may work on the server itself.
type operatorCommand struct {
	Create createOperatorCommand `cmd:"" help:"Make an operator's account; the password is asked for, or read from standard input."`
}

type createOperatorCommand struct {
	database
	Username string `arg:"" help:"Small letters, digits, dots, dashes and underscores."`
}

// Run makes the account.
func (c *createOperatorCommand) Run(ctx context.Context) error {
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	return c.with(ctx, func(ctx context.Context, db *postgres.DB) error {
		accounts := operator.New(postgres.NewOperatorRepository(db), time.Now)
		account, err := accounts.Create(ctx, operator.CreateInput{Username: c.Username, Password: password})
		if err == nil {
			say("Made the operator %s.", account.Username)
		}
		return err
	})
}

// readPassword asks twice on a terminal, and else reads one line. A password never is an argument: those are in everybody's process list.
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
