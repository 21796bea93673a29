package httpapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/portaltest"
)

// copies is how many identical requests come at once, half of them to each server.
const copies = 50

// deed is how a call of a contract is made 50 times at once, and what becomes of the copies.
type deed struct {
	// ready makes what the call needs, anew for each run, and gives the request.
	ready func(t testing.TB, f *fair) ask
	// also are the codes that copies without a key may get beside the answer, keyed those of copies with one key.
	also, keyed []string
	// each says that without a key every success is an effect of its own: there is no natural key.
	each bool
	// varies says that answers of success need not be equal.
	varies bool
	// still says that the call has no effect on what is stored.
	still bool
	// apart are tables that each copy may write to.
	apart []string
}

// ask is one request. What it lacks is the contract's own example.
type ask struct {
	who        *portaltest.Client
	path, body string
	file       []byte
	from       portaltest.Header
	operator   bool
}

func by(m *fairgoer) ask { return ask{who: m.Client, from: m.from} }

func (a ask) to(path string) ask {
	a.path = path
	return a
}

func (a ask) saying(body string, parts ...any) ask {
	a.body = fmt.Sprintf(body, parts...)
	return a
}

// volatile are tables that copies, or jobs, write to although nothing comes of it.
var volatile = []string{
	"idempotency_key", "rate_limit", "daily_run", "ledger_house_posting", "ledger_house_balance", "ledger_fold_horizon", "invariant_check",
	"river_job", "river_leader", "river_migration", "river_notification", "river_queue", "river_client", "river_client_queue",
}

// rows are the rows of every table, by what is in them.
type rows map[string]map[int64]bool

// stored reads all rows of the database that mention a text. What jobs write down of their tries, and when a session
// was last used, does not count. Nor does the row of an upload whose file is not whole: a busy server may refuse an
// upload between the two, and nobody ever sees it.
func (f *fair) stored(t testing.TB, mentioned string) rows {
	t.Helper()
	if f.reading == "" {
		f.reading = f.one(t, `select string_agg(format('select %L, coalesce(array_agg(hashtextextended((to_jsonb(t) - ''{seen_at,sent_at,due_at,tried_at,tries,attempts,unanswered,problem}''::text[])::text, 0)), ''{}'') from %I t where to_jsonb(t)::text like $1 and to_jsonb(t) @> ''{"stored":false}'' is not true', relname, relname), ' union all ')
			from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1) and has_table_privilege(oid, 'select')`, volatile)
	}
	found, err := f.App.DB.Querier(t.Context()).Query(t.Context(), f.reading, "%"+mentioned+"%")
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	all := rows{}
	for found.Next() {
		var table string
		var hashes []int64
		if err := found.Scan(&table, &hashes); err != nil {
			t.Fatal(err)
		}
		all[table] = map[int64]bool{}
		for _, hash := range hashes {
			all[table][hash] = true
		}
	}
	if err := found.Err(); err != nil || len(all) < 40 {
		t.Fatalf("%d tables, %v", len(all), err)
	}
	return all
}

// since counts the rows that are new or other than before.
func (r rows) since(before rows) map[string]int {
	changed := map[string]int{}
	for table, hashes := range r {
		for hash := range hashes {
			if !before[table][hash] {
				changed[table]++
			}
		}
	}
	return changed
}

// settled waits until no slip is being checked and no gift link is half-way: a slow machine's server may be too busy to
// write what the e-wallet said, and does it later.
func (f *fair) settled(t testing.TB) {
	t.Helper()
	eventually(t, "gift links have an end", func() bool {
		if f.one(t, "select count(*)::text from gift_link where status = 'CLAIMED'") == "0" {
			return true
		}
		f.Clock.Advance(15 * time.Second) // the next try is due
		if err := f.App.Intake.ReconcileGifts(t.Context()); err != nil {
			t.Log(err)
		}
		return false
	})
	eventually(t, "slips are checked", func() bool {
		return f.one(t, "select count(*)::text from slip where status = 'PENDING' and review = ''") == "0"
	})
}

// send makes a request of a call at one of the two servers.
func (f *fair) send(call portaltest.Call, a ask, server int, headers ...portaltest.Header) portaltest.Answer {
	at := f.Server
	if server%2 == 1 {
		at = f.twin
	}
	base := at.URL()
	if a.operator {
		base = at.OperatorURL()
	}
	if a.from.Name != "" {
		headers = append(slices.Clone(headers), a.from)
	}
	client := a.who.At(base)
	return patiently(func() portaltest.Answer {
		if a.file != nil {
			return client.Upload(call.Method, a.path, "file", "slip.png", a.file, headers...)
		}
		return client.Do(call.Method, a.path, a.body, headers...)
	})
}

// run makes a call's request so many times at once and gives the answers and what they changed.
func (f *fair) run(t testing.TB, call portaltest.Call, d deed, n int, headers ...portaltest.Header) ([]portaltest.Answer, map[string]int) {
	t.Helper()
	a := d.ready(t, f)
	if a.path == "" {
		a.path = call.Path
	}
	if a.body == "" {
		a.body = call.Body
	}
	f.settled(t)
	before := f.stored(t, "")
	answers := make([]portaltest.Answer, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { answers[i] = f.send(call, a, i, headers...) })
	}
	group.Wait()
	f.settled(t)
	if headers != nil {
		answers = append(answers, f.send(call, a, 0, headers...))
	}
	changed := f.stored(t, "").since(before)
	for _, table := range d.apart {
		delete(changed, table)
	}
	return answers, changed
}

// isPending tells whether an answer says that the first of the copies is still at work.
func isPending(answer portaltest.Answer) bool {
	return answer.Status == http.StatusAccepted || strings.Contains(string(answer.Body), `"status":"PENDING"`)
}

// agree fails unless all successes are one answer and everything else is one of these codes; it gives how many
// successes there are.
func agree(t testing.TB, answers []portaltest.Answer, varies bool, codes []string) (successes int) {
	t.Helper()
	ends, pending, refused := map[string]int{}, map[string]int{}, map[string]int{}
	for _, answer := range answers {
		outcome := fmt.Sprint(answer.Status, " ", string(answer.Body))
		switch code := answer.Code(); {
		case code != "":
			refused[code]++
		case isPending(answer):
			pending[outcome]++
			successes++
		default:
			ends[outcome]++
			successes++
		}
	}
	for code, n := range refused {
		if !slices.Contains(codes, code) {
			t.Errorf("%d copies are told %s", n, code)
		}
	}
	if successes == 0 || !varies && (len(ends) > 1 || len(ends) == 0 && len(pending) > 1) {
		t.Errorf("%d successes: %v, pending %v; refused %v", successes, slices.Collect(maps.Keys(ends)), slices.Collect(maps.Keys(pending)), refused)
	}
	return successes
}

// copied makes a call once, 50 times at once with a key where it takes one, and 50 times without: the effect is that of
// the one, or, where a call without a key has no natural key, that of each success.
func (f *fair) copied(t *testing.T, call portaltest.Call, d deed) {
	one, effect := f.run(t, call, d, 1)
	agree(t, one, d.varies, nil)
	if (len(effect) == 0) != d.still {
		t.Errorf("one request changes %v: the row tests nothing", effect)
	}
	if call.Keyed {
		key := portaltest.Header{Name: "Idempotency-Key", Value: fmt.Sprintf("matrix-key-%08d", f.next())}
		answers, changed := f.run(t, call, d, copies, key)
		agree(t, answers, d.varies, append(d.keyed, "IDEMPOTENCY_IN_PROGRESS"))
		if !maps.Equal(changed, effect) {
			t.Errorf("with a key %d copies change %v, and one %v", copies, changed, effect)
		}
	}
	answers, changed := f.run(t, call, d, copies)
	successes := agree(t, answers, d.varies || d.each, d.also)
	expected := maps.Clone(effect)
	if d.each {
		expected = f.atEach(effect, successes)
	}
	if !maps.Equal(changed, expected) {
		t.Errorf("without a key %d copies change %v, not %v", copies, changed, expected)
	}
}

// atEach gives what so many effects change. A row that is the same for all of them (a balance, a quota) changes once.
func (f *fair) atEach(effect map[string]int, times int) map[string]int {
	all := map[string]int{}
	for table, n := range effect {
		all[table] = n * times
		if slices.Contains([]string{"ledger_wallet", "game_member", "member", "game_account", "chat_upload_quota"}, table) {
			all[table] = n
		}
	}
	return all
}

// deedsOf gives the calls of a contract that may have an effect, and fails when one of them has no row, or a row no
// call.
func deedsOf(t *testing.T, all []portaltest.Call, has func(portaltest.Call) bool, rows map[string]deed) (calls []portaltest.Call) {
	t.Helper()
	known := map[string]bool{}
	for _, call := range all {
		if !has(call) {
			continue
		}
		if _, listed := rows[call.Operation]; !listed {
			t.Errorf("%s may have an effect, and nobody tests 50 of it at once: give it a row", call.Operation)
			continue
		}
		known[call.Operation] = true
		calls = append(calls, call)
	}
	for operation := range rows {
		if !known[operation] {
			t.Errorf("%s has a row, and is no call with an effect", operation)
		}
	}
	return calls
}

func TestFiftyOfEveryCallWithAnEffectHaveOneEffect(t *testing.T) {
	t.Parallel()
	f := newFair(t)
	f.twin = f.town.twin(t)
	members, err := portaltest.Calls()
	if err != nil {
		t.Fatal(err)
	}
	operators, err := portaltest.OperatorCalls()
	if err != nil {
		t.Fatal(err)
	}
	changes := func(call portaltest.Call) bool { return call.Method != http.MethodGet || call.Old }
	money := func(call portaltest.Call) bool {
		return changes(call) && !call.Public && call.Declares("TOTP_REQUIRED") && call.Operation != "EnrolOperatorTotp"
	}
	for _, side := range []struct {
		calls []portaltest.Call
		rows  map[string]deed
	}{{deedsOf(t, members, changes, memberDeeds), memberDeeds}, {deedsOf(t, operators, money, operatorDeeds), operatorDeeds}} {
		for _, call := range side.calls {
			t.Run(call.Operation, func(t *testing.T) { //nolint:tparallel // each counts the rows of the whole database
				f.copied(t, call, side.rows[call.Operation])
			})
		}
	}
	f.sound(t)
}
