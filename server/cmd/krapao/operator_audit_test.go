package main

import (
	"encoding/hex"
	"os"
	"os/user"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/server/audit"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// leaves gives every command below a word, as the audit log names it.
func leaves(below string) (found []string) {
	for _, leaf := range grammar().Model.Leaves(false) {
		if words := strings.Fields(leaf.Path()); words[0] == below {
			found = append(found, strings.Join(slices.DeleteFunc(words[1:], func(word string) bool { return word[0] == '<' || word[0] == '(' }), " "))
		}
	}
	return found
}

// lines gives the audit log, newest first.
func (s env) lines() []audit.Entry {
	s.t.Helper()
	entries, _, err := (postgres.Audit{DB: s.Database.DB, Now: time.Now}).List(s.t.Context(), audit.Page{Limit: 1000})
	if err != nil {
		s.t.Fatal(err)
	}
	return entries
}

// leaves checks that a command left lines with who typed it, as which user of the machine, and the command.
func (s env) leaves(before int, by, command string) {
	s.t.Helper()
	account, err := user.Current()
	if err != nil {
		s.t.Fatal(err)
	}
	now := s.lines()
	if len(now) == before {
		s.t.Errorf("%s left no line", command)
	}
	for _, line := range now[:len(now)-before] {
		if line.Actor.Name != by || line.Actor.Via != audit.Command || line.Actor.RequestID != command || !strings.Contains(line.Actor.Address, account.Username) || !strings.Contains(line.Actor.Address, "@") {
			s.t.Errorf("%s left %+v", command, line)
		}
	}
}

func TestEveryOperatorCommandThatChangesSomethingLeavesALineInTheAuditLog(t *testing.T) {
	s := newEnv(t)
	url := s.Database.URL
	changes := s.changes()
	// These change nothing. Looks at members leave a line too.
	reads := []string{
		"setting get", "text get", "source list", "video list", "bank list", "channel list", "provider list", "provider bounds", "provider results", "wheel list", "wheel statistics", "wheel rules",
		"limit list", "withdrawal list", "withdrawal show", "slip list", "deposit-rule get", "suspense list", "claim list", "audit", "accounts", "policy get", "approval list",
		"chat inbox", "chat watch", "chat answers", "bonus list", "bonus figures", "bonus rules", "refund list", "refund figures", "invite list", "invite figures",
	}
	looks := map[string][]string{"member find": {"--phone=0812"}, "member show": {"12345678"}}
	for _, command := range leaves("operator") {
		change, is := changes[command]
		if line, looked := looks[command]; looked {
			change, is = func() ([]string, string) { return line, "" }, true
		}
		if !is {
			if !slices.Contains(reads, command) {
				t.Errorf("%s: say here whether it changes something", command)
			}
			continue
		}
		line, input := change()
		if input != "" {
			answer(t, input)
		}
		before := len(s.lines())
		if _, err := typedBy(t, "noi", url, append(strings.Fields(command), line...)...); err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		s.leaves(before, "noi", "operator "+command)
	}
}

// answer puts a text on the process's standard input.
func answer(t *testing.T, text string) {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = out.WriteString(text)
	_ = out.Close()
	before := os.Stdin
	os.Stdin = in
	t.Cleanup(func() { os.Stdin = before })
}

func TestCommandsOnTheServersKeyAndTheHousesBalancesLeaveALineInTheAuditLog(t *testing.T) {
	s := newEnv(t)
	lost := secret.NewText(strings.Repeat("a1", 32))
	ring, err := secret.NewKeyring(lost)
	if err != nil {
		t.Fatal(err)
	}
	s.write(`insert into spin_pending values (12345678, 'W', 1, '\x` + hex.EncodeToString(ring.Box("spin seeds").Seal(secret.NewText("seed"), "spin:12345678")) + `', 'c')`)
	key, changed := "--secret-key="+portaltest.TestKey.Reveal(), 0
	for _, row := range []struct {
		command string
		line    []string
		changes bool
	}{
		{"keys list", []string{"--database-url=" + s.Database.URL, key}, false},
		{"keys reseal", []string{"--database-url=" + s.Database.URL, key, "--old-secret-keys=" + strings.Repeat("b2", 32)}, true},
		{"keys forget", []string{ring.IDs()[0].String(), "--database-url=" + s.Database.URL, key}, true},
		{"refold", []string{"--database-url=" + s.Database.OwnerURL}, true},
	} {
		before := len(s.lines())
		err := run(t, append(append(strings.Fields(row.command), row.line...), "--by=noi"))
		if unopened := row.command == "keys reseal"; (err != nil) != unopened { // the value that the lost key sealed stays
			t.Errorf("%s: %v", row.command, err)
		}
		if row.changes {
			s.leaves(before, "noi", row.command)
			changed++
		} else if len(s.lines()) != before {
			t.Errorf("%s changes nothing, and left a line", row.command)
		}
	}
	if all := len(leaves("keys")) + len(leaves("refold")); all != changed+1 {
		t.Errorf("%d commands, and %d were looked at", all, changed+1)
	}
}

// run runs a line of any command.
func run(t *testing.T, line []string) error {
	t.Helper()
	parsed, err := parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Run()
}
