package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/postgres"
)

// bench is a run.
type bench struct {
	settings
	environment *environment
	codes       []string            // QR codes that wait
	figures     map[string][]figure // by cell, a figure for each round
	buffers     map[int]int         // of a page of the statement
	idle        map[string]int64    // bytes of an idle socket, by cell
}

// figure is what a cell measured in a round.
type figure struct {
	rate             float64 // calls a second
	server, database float64 // CPU a call in microseconds
}

// Cells. L… are PostgreSQL's own limits.
const (
	lDeposit, deposit   = "L deposit", "deposit"
	lTransfer, transfer = "L transfer", "transfer"
	lTransferOnce       = "L transfer posted once"
	lRow, lJoined       = "L wallet row", "L wallet joined"
	lBalances           = "L balances"
	lAccounts           = "L wallet joined, accounts alone"
	walletUnchanged     = "wallet, unchanged"
	walletFirst         = "wallet, first look"
	pageOne, pageLate   = "statement, page 1", "statement, late page"
	transferFilled      = "transfer, filled ledger"
)

const (
	// balancesSQL is a part of what a wallet shows.
	balancesSQL = `select currency, main, hold, transit, coin, main_seq, game_code, game_balance, game_seq from ledger_wallet where member_id = $1`
	// joinedSQL is a row for each provider, with what the home screen shows of it and of the member's account there.
	joinedSQL = `select m.phone, m.name, w.currency, w.main, w.coin, b.bank_code, b.account_no, k.name_local, g.synced_at, p.code, p.name, p.logo, p.background, p.ft_wallet,
		p.web, p.android, p.ios, a.provider is not null, w.game_balance[array_position(w.game_code, a.provider)]
		from member m join ledger_wallet w on w.member_id = m.id join member_bank b on b.member_id = m.id
		left join bank k on k.code = b.bank_code join game_member g on g.member_id = m.id cross join game_provider p
		left join game_account a on a.member_id = m.id and a.provider = p.code where m.id = $1 order by p.position`
)

// accountsSQL is joinedSQL without the providers where the member has no account, which a wallet shows too.
var accountsSQL = strings.Replace(joinedSQL, "left join game_account", "join game_account", 1)

// rowSQL is what the server reads for a wallet, as one row.
var rowSQL = strings.Replace(postgres.OverviewSQL, "$1::bigint[]", "array[$1]::bigint[]", 1)

type cell struct {
	name string
	on   string // which server, or its database alone
	run  func(s *server, during time.Duration) (work, error)
}

func (b *bench) cells(ctx context.Context) []cell {
	limit := func(statement string) func(*server, time.Duration) (work, error) {
		return func(s *server, during time.Duration) (work, error) { return b.limit(ctx, s.admin, statement, during) }
	}
	page := func(number int) func(*server, time.Duration) (work, error) {
		return func(s *server, during time.Duration) (work, error) { return b.statementPage(ctx, s, number, during) }
	}
	return []cell{
		{lDeposit, empty, limit("select bench_deposit()")},
		{deposit, empty, func(s *server, during time.Duration) (work, error) { return b.deposits(ctx, s, during) }},
		{lTransfer, empty, limit("select bench_transfer($1)")},
		{lTransferOnce, empty, limit("select bench_transfer_once($1)")},
		{transfer, empty, func(s *server, during time.Duration) (work, error) { return b.transfers(ctx, s, during) }},
		{transferFilled, filled, func(s *server, during time.Duration) (work, error) { return b.transfers(ctx, s, during) }},
		{lRow, empty, limit(rowSQL)},
		{lBalances, empty, limit(balancesSQL)},
		{lJoined, empty, limit(joinedSQL)},
		{lAccounts, empty, limit(accountsSQL)},
		{walletUnchanged, empty, func(s *server, during time.Duration) (work, error) { return b.walletsAgain(ctx, s, during) }},
		{walletFirst, empty, func(s *server, during time.Duration) (work, error) { return b.wallets(ctx, s, during) }},
		{pageOne, filled, page(1)},
		{pageLate, filled, page(b.statementAt)},
	}
}

// measure runs the cells of a round one after the other, round after round. The first round warms up and does not
// count.
func (b *bench) measure(ctx context.Context) error {
	cells := slices.DeleteFunc(b.cells(ctx), func(c cell) bool { return !b.wants(c.name) })
	var chat *sockets
	if b.wants(chatRate) {
		opened, err := b.openSockets()
		if err != nil {
			return err
		}
		defer func() { _ = opened.close() }() // nothing of it is needed any more
		chat, b.idle = opened, opened.memory
	}
	for round := range b.rounds + 1 {
		during := b.each
		if round == 0 {
			during = max(time.Second, b.warm)
		}
		for _, c := range cells {
			got, err := b.once(ctx, c, during)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if round > 0 {
				b.figures[c.name] = append(b.figures[c.name], got)
				say("round %d  %-26s %9.0f/s %7.0f µs CPU", round, c.name, got.rate, got.server+got.database)
			}
		}
		if chat != nil {
			if err := chat.measure(ctx, round, during); err != nil {
				return err
			}
		}
	}
	var err error
	b.buffers, err = b.statementBuffers(ctx)
	return err
}

// wants tells whether a cell was asked for.
func (b *bench) wants(name string) bool {
	return slices.ContainsFunc(strings.Split(b.only, ","), func(asked string) bool { return strings.HasPrefix(name, asked) })
}

func (b *bench) once(ctx context.Context, c cell, during time.Duration) (figure, error) {
	s := b.environment.servers[c.on]
	if c.name == deposit || c.name == lDeposit {
		if err := b.makeCodes(ctx, s); err != nil {
			return figure{}, err
		}
	}
	if err := s.as(ctx, func(db *pgx.Conn) error { _, err := db.Exec(ctx, "checkpoint"); return err }); err != nil {
		return figure{}, err
	}
	time.Sleep(quiet)
	postmaster := b.environment.cluster.Postmaster()
	server, database := cpuOf(s.command.Process.Pid), cpuOfPostgres(postmaster)
	done, err := c.run(s, during)
	if err != nil {
		return figure{}, err
	}
	if done.calls == 0 {
		return figure{}, fmt.Errorf("no call was answered")
	}
	time.Sleep(quiet / 2) // backends that ended are counted once their parent has seen it
	each := func(used time.Duration) float64 { return float64(used.Microseconds()) / float64(done.calls) }
	return figure{
		rate: float64(done.calls) / done.took.Seconds(), server: each(cpuOf(s.command.Process.Pid) - server), database: each(cpuOfPostgres(postmaster) - database),
	}, nil
}

// statementBuffers counts the buffers that the statement's query reads for a page.
func (b *bench) statementBuffers(ctx context.Context) (map[int]int, error) {
	counted := map[int]int{}
	err := b.environment.servers[filled].as(ctx, func(db *pgx.Conn) error {
		for _, page := range []int{1, b.statementAt} {
			var plan []byte
			err := db.QueryRow(ctx, "explain (analyze, buffers, format json)"+
				replaced(postgres.PageSQL, map[string]int{"1": firstMember, "2": (page - 1) * pageSize, "3": pageSize})).Scan(&plan)
			if err != nil {
				return err
			}
			var read []struct {
				Plan struct {
					Hit  int `json:"Shared Hit Blocks"`
					Read int `json:"Shared Read Blocks"`
				}
			}
			if err := json.Unmarshal(plan, &read); err != nil {
				return err
			}
			counted[page] = read[0].Plan.Hit + read[0].Plan.Read
		}
		return nil
	})
	return counted, err
}

// replaced puts numbers in the place of $names, the longest name first.
func replaced(sql string, values map[string]int) string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool { return len(names[i]) > len(names[j]) })
	for _, name := range names {
		sql = strings.ReplaceAll(sql, "$"+name, strconv.Itoa(values[name]))
	}
	return sql
}
