package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/server/operator"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

func TestMain(m *testing.M) { portaltest.Main(m) }

func TestCheckFailsWhenAnInvariantIsBroken(t *testing.T) {
	ctx := context.Background()
	test := postgrestest.New(t)
	check := &checkCommand{database: database{DatabaseURL: secret.NewText(test.URL)}}
	if err := check.Run(ctx); err != nil {
		t.Fatalf("an empty ledger: %v", err)
	}
	owner, err := pgx.Connect(ctx, test.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(ctx) }()
	if _, err := owner.Exec(ctx, "grant update, delete on ledger_posting to krapao_app"); err != nil {
		t.Fatal(err)
	}
	if err := check.Run(ctx); !errors.Is(err, errBroken) {
		t.Errorf("postings may be changed, and check says %v", err)
	}
}

func TestCheckSaysWhatHoldsWhatIsBrokenAndWhatNobodyLookedAt(t *testing.T) {
	var out strings.Builder
	err := printFindings(&out, []postgres.Finding{
		{Invariant: "I1", Promise: "sums", OK: true}, {Invariant: "I9", Promise: "providers", OK: true, NotChecked: "3 at PG"},
		{Invariant: "I15", Promise: "bonuses", NotChecked: "none yet"},
	})
	const want = "I1   OK           sums\nI9   OK           providers\n                    not checked: 3 at PG\nI15  not checked  bonuses\n                    not checked: none yet\n"
	if out.String() != want || err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	if err := printFindings(&out, []postgres.Finding{{Invariant: "I3", Promise: "cached", Count: 7, Sample: []string{"main of 1"}}}); !errors.Is(err, errBroken) ||
		out.String() != "I3  broken 7  cached\n                main of 1\n" {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestCheckFailsWhenAProviderCouldNotBeAsked(t *testing.T) {
	err := printFindings(io.Discard, []postgres.Finding{{Invariant: "I9", OK: true, NotChecked: "3 were asked about, not 2 at PG", NotAsked: []string{"PG"}}})
	if !errors.Is(err, errNotAsked) || errors.Is(err, errBroken) || !strings.Contains(err.Error(), "PG") {
		t.Errorf("PG was not asked: %v", err)
	}
	if err := printFindings(io.Discard, []postgres.Finding{{Invariant: "I9", NotChecked: "there is nothing to ask about"}}); err != nil {
		t.Errorf("nothing to ask: %v", err)
	}
}

func TestACommandWithoutADatabaseSaysSo(t *testing.T) {
	if err := (&checkCommand{}).Run(context.Background()); !errors.Is(err, errNoDatabase) {
		t.Error(err)
	}
	for name, folder := range map[string]string{"not there": t.TempDir() + "/none", "empty": t.TempDir()} {
		check := &checkCommand{database: database{Embedded: true, DataDir: folder}}
		if err := check.Run(context.Background()); !errors.Is(err, embedded.ErrNoCluster) {
			t.Errorf("a data folder that is %s: %v", name, err)
		}
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%s: the command left %v", name, left)
		}
	}
}

func TestAnOperatorIsMadeOnceWithAPasswordFromStandardInput(t *testing.T) {
	test := postgrestest.New(t)
	create := func(username, password string) error {
		in, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.WriteString(password + "\n"); err != nil {
			t.Fatal(err)
		}
		_ = out.Close()
		before := os.Stdin
		os.Stdin = in
		defer func() { os.Stdin = before }()
		return (&createOperatorCommand{account{openedServices: servicesOf(test.URL), Username: username}}).Run(context.Background())
	}
	if err := create("noi", "correct horse battery"); err != nil {
		t.Fatal(err)
	}
	if err := create("noi", "another long password"); !errors.Is(err, operator.ErrTaken) {
		t.Errorf("the same name: %v", err)
	}
	for name, bad := range map[string][2]string{
		"a short password": {"lek", "short"}, "a name in capitals": {"Lek", "correct horse battery"}, "an empty name": {"", "correct horse battery"},
	} {
		if err := create(bad[0], bad[1]); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	var hash string
	if err := test.DB.Querier(context.Background()).QueryRow(context.Background(), "select password_hash from operator").Scan(&hash); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$") {
		t.Errorf("stored as %.12s", hash)
	}
}
