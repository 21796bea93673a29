package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/postgres/embedded"
)

//go:embed verify.sql
var verifySQL string

//go:embed verify-spins.sql
var spinsSQL string

//go:embed verify-population.sql
var populationSQL string

//go:embed verify-schema.sql
var schemaSQL string

// result is one promise that was held against the end of the run, and against how many of what.
type result struct {
	invariant, promise, what string
	checked, broken          int64
}

// admin connects as the cluster's first role: the application's may not make a schema.
func (b *bank) admin(ctx context.Context) (*pgx.Conn, error) {
	return pgx.Connect(ctx, b.cluster.database.URL(embedded.Superuser, "krapao"))
}

// refreshSQL has the views of what is there now.
const refreshSQL = `set work_mem = '64MB'; refresh materialized view bankrun.step; refresh materialized view bankrun.refused; refresh materialized view bankrun.deposited;
	analyze bankrun.deposited; refresh materialized view bankrun.position; analyze bankrun.step, bankrun.refused, bankrun.position`

// verify holds everything that was acknowledged against what is in the end.
func (b *bank) verify(ctx context.Context) error {
	admin, err := b.admin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close(ctx) }()
	b.refreshAll(ctx)
	say("[%s] verify: krapao check", since(b.from))
	if err := b.verifyByCheck(ctx, admin); err != nil {
		return err
	}
	say("[%s] verify: what was acknowledged", since(b.from))
	if _, err := admin.Exec(ctx, refreshSQL); err != nil {
		return err
	}
	for _, query := range slices.Concat(queries(verifySQL), queries(depositsSQL), queries(spinsSQL), queries(bonusesSQL)) {
		if err := b.verifyQuery(ctx, admin, query); err != nil {
			return fmt.Errorf("%s: %s: %w", query.invariant, query.promise, err)
		}
	}
	if err := b.verifyHappened(ctx, admin); err != nil {
		return err
	}
	say("[%s] verify: the parties' books", since(b.from))
	if err := b.verifyProviders(ctx, admin); err != nil {
		return err
	}
	if err := b.verifyPayouts(ctx, admin); err != nil {
		return err
	}
	say("[%s] verify: statements", since(b.from))
	return b.verifyStatements(ctx)
}

// verifyByCheck runs what `krapao check` runs.
func (b *bank) verifyByCheck(ctx context.Context, admin *pgx.Conn) error {
	findings, err := b.db.Check(ctx)
	if err != nil {
		return err
	}
	population := map[string]query{}
	for _, query := range queries(populationSQL) {
		population[query.invariant] = query
	}
	for _, finding := range findings {
		var checked int64
		of := population[finding.Invariant]
		if of.sql != "" {
			if err := admin.QueryRow(ctx, of.sql).Scan(&checked); err != nil {
				return err
			}
		}
		b.held(finding.Invariant, "krapao check: "+finding.Promise, checked, of.promise, finding.Count, finding.Sample)
	}
	return nil
}

// verifyQuery runs one of verify.sql.
func (b *bank) verifyQuery(ctx context.Context, admin *pgx.Conn, query query) error {
	var checked int64
	if err := admin.QueryRow(ctx, "select count(*) from "+query.of).Scan(&checked); err != nil {
		return err
	}
	count, sample, err := countOf(ctx, admin, query.sql)
	if err == nil {
		b.held(query.invariant, query.promise, checked, query.what, count, sample)
	}
	return err
}

// held notes a promise, how many of what were looked at, and its breaches.
func (b *bank) held(invariant, promise string, checked int64, what string, broken int64, sample []string) {
	b.results = append(b.results, result{invariant, promise, what, checked, broken})
	if broken > 0 {
		b.broken(invariant, "%s: %d times, as %q", promise, broken, sample)
	}
}

// countOf counts the rows of a query that gives one text for each breach, and shows five.
func countOf(ctx context.Context, admin *pgx.Conn, sql string) (count int64, sample []string, err error) {
	err = admin.QueryRow(ctx, "select count(*), coalesce((array_agg(broken))[1:5], '{}') from ("+sql+") found (broken)").Scan(&count, &sample)
	return count, sample, err
}

// query is one of verify.sql. Its second line says of what and from where it takes what it looks at.
type query struct{ invariant, promise, what, of, sql string }

var heading = regexp.MustCompile(`(?m)^-- (I\d+): (.*)\n(?:-- of (.*): (.*)\n)?`)

// queries splits a file at its headings.
func queries(text string) (list []query) {
	headings := heading.FindAllStringSubmatchIndex(text, -1)
	for i, at := range headings {
		end := len(text)
		if i+1 < len(headings) {
			end = headings[i+1][0]
		}
		made := query{invariant: text[at[2]:at[3]], promise: text[at[4]:at[5]], sql: strings.TrimSuffix(strings.TrimSpace(text[at[1]:end]), ";")}
		if at[6] > 0 {
			made.what, made.of = text[at[6]:at[7]], text[at[8]:at[9]]
		}
		list = append(list, made)
	}
	return list
}

// loadJournal brings the journal into the database.
func (b *bank) loadJournal(ctx context.Context) error {
	admin, err := b.admin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close(ctx) }()
	if _, err := admin.Exec(ctx, schemaSQL+bonusesSchemaSQL); err != nil {
		return err
	}
	if err := b.loadArrivals(ctx, admin); err != nil {
		return err
	}
	file, err := os.Open(b.journal.path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	var intents, outcomes, claims [][]any
	flush := func(least int) error {
		for _, table := range []struct {
			name    string
			columns []string
			rows    *[][]any
		}{
			{"intent", []string{"id", "op", "member", "amount", "about", "key"}, &intents},
			{"outcome", []string{"intent", "status", "code"}, &outcomes},
			{"claimed", []string{"intent", "what", "ref", "state", "amount"}, &claims},
		} {
			if len(*table.rows) < least {
				continue
			}
			if _, err := admin.CopyFrom(ctx, pgx.Identifier{"bankrun", table.name}, table.columns, pgx.CopyFromRows(*table.rows)); err != nil {
				return err
			}
			*table.rows = (*table.rows)[:0]
		}
		return nil
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			intent
			outcome
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return err
		}
		if line.ID > 0 {
			member, _ := strconv.ParseInt(line.Member, 10, 64) // an operator's intent may be about nobody
			intents = append(intents, []any{line.ID, line.Op, member, int64(line.Amount), line.About, line.Key})
			continue
		}
		outcomes = append(outcomes, []any{line.Of, line.Status, line.Code})
		for _, one := range line.Claimed {
			claims = append(claims, []any{line.Of, one.What, one.Ref, one.State, int64(one.Amount)})
		}
		if err := flush(10_000); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if err := flush(1); err != nil {
		return err
	}
	_, err = admin.Exec(ctx, "create index on bankrun.intent (member, amount); create index on bankrun.outcome (intent); create index on bankrun.claimed (intent); analyze")
	return err
}

// untilBooked waits until every payment that a party took is in the book: a report that was lost is found by asking,
// which takes a while.
func (b *bank) untilBooked(ctx context.Context, from time.Time) error {
	admin, err := b.admin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close(ctx) }()
	for {
		payments, _, err := countOf(ctx, admin, "select * from bankrun.unbooked_payment")
		if err != nil {
			return err
		}
		lines, _, err := countOf(ctx, admin, "select * from bankrun.unbooked_line")
		if err != nil || payments+lines == 0 || time.Since(from) > everythingFinal || ctx.Err() != nil {
			return err
		}
		time.Sleep(500 * time.Millisecond)
	}
}
