package postgres_test

import (
	"context"
	"io/fs"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"krapao/server/id"
	"krapao/server/postgres"
)

func TestAServerThatMayNotBecomeTheOwnerKnowsWhatItsSchemaLacks(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	if lacks, err := postgres.Pending(b.ctx, b.at.URL); err != nil || lacks != 0 {
		t.Errorf("migrated: lacks %d, %v", lacks, err)
	}
	files, err := fs.Glob(postgres.Migrations(), "*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	name := "krapao_empty_" + strings.ReplaceAll(id.NewID().String(), "-", "")
	if err := postgres.CreateDatabase(b.ctx, b.at.SuperURL, name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.asSuper("drop database " + name + " with (force)") })
	if err := postgres.Prepare(b.ctx, inDatabase(t, b.at.SuperURL, name)); err != nil {
		t.Fatal(err)
	}
	if lacks, err := postgres.Pending(context.Background(), inDatabase(t, b.at.URL, name)); err != nil || lacks != len(files) {
		t.Errorf("never migrated: lacks %d of %d, %v", lacks, len(files), err)
	}
}

// Each of an operator's commands prepares the embedded database: two at once are an ordinary day.
func TestManyPrepareOneDatabaseAtOnce(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	var group errgroup.Group
	for range 8 {
		group.Go(func() error {
			for range 20 {
				if err := postgres.Prepare(b.ctx, b.at.SuperURL); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

// inDatabase is the connection string for another database of the cluster.
func inDatabase(t *testing.T, connection, name string) string {
	t.Helper()
	parsed, err := url.Parse(connection)
	if err != nil {
		t.Fatal(err)
	}
	parsed.Path = "/" + name
	return parsed.String()
}
