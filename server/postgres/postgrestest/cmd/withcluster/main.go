// Command withcluster starts one PostgreSQL for all test processes of a command, runs the command and stops it:
//
//	go run ./server/postgres/postgrestest/cmd/withcluster go test ./...
//
// Without it each test process makes a cluster and migrates a template of its own, which is dearer than most packages'
// tests.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"krapao/server/postgres/postgrestest"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(command []string) int {
	if len(command) == 0 {
		fmt.Fprintln(os.Stderr, "usage: withcluster COMMAND [ARGUMENT...]")
		return 2
	}
	ctx := context.Background()
	url, stop, err := postgrestest.Launch(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "withcluster:", err)
		return 1
	}
	defer stop()
	child := exec.CommandContext(ctx, command[0], command[1:]...)
	child.Env = append(os.Environ(), postgrestest.Variable+"="+url)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = child.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return ended.ExitCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "withcluster:", err)
		return 1
	}
	return 0
}
