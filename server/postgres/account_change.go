package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"krapao/server/id"
)

// AccountChanges reads what changed of members' accounts: the ledger's new transactions, and what triggers note of the
// rest. No money transaction notifies or waits for it. Each reader needs one of its own.
type AccountChanges struct {
	DB *DB

	mu sync.Mutex
	// low is the oldest transaction that may still commit; what committed above it was announced already when it is in
	// announced.
	low       uint64
	announced map[accountChange]struct{}
}

type accountChange struct {
	xid    uint64
	member id.MemberID
	kind   string
}

// widest bounds how far back a transaction that lasts long has others read again; what such a one changes itself may
// not be told.
const widest = 50_000

// mostChanges bounds what is read at once. A server that was cut off from the database, or a transaction of millions of
// rows, leaves more than can be read within a statement's time, and it would be read again for ever.
const mostChanges = 4 * widest

// kindsOf are what a ledger transaction's kind changes beside the balance.
var kindsOf = map[string][]string{
	"DEPOSIT": {"qr"}, "WITHDRAW": {"withdrawal"}, "BONUS": {"bonus"}, "FINISH_BONUS": {"bonus"}, "SPIN": {"coupon"},
}

// Next gives the kinds of what committed since it was last asked, by member; the first time nothing. Errors: more than
// mostChanges are behind. Those are told to nobody, and the next look begins after them.
func (a *AccountChanges) Next(ctx context.Context) (map[id.MemberID][]string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	rows, err := a.DB.Querier(ctx).Query(ctx, `select pg_snapshot_xmin(b.now)::text, pg_snapshot_xmax(b.now)::text, coalesce(c.xid::text, ''), coalesce(c.member_id, 0), coalesce(c.kind, '')
		from (select pg_current_snapshot() as now) b left join (
			(select xid, member_id, 'ledger ' || kind as kind from ledger_transaction where xid >= $1::text::xid8 and member_id <> 0 and $1 <> '0' order by xid limit $2)
			union all (select xid, member_id, kind from account_change where xid >= $1::text::xid8 and $1 <> '0' order by xid limit $2)
		) c on true`, strconv.FormatUint(a.low, 10), mostChanges+1)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	changed := map[id.MemberID]map[string]bool{}
	announced := map[accountChange]struct{}{}
	var low, high uint64
	read := 0
	for ; rows.Next(); read++ {
		var xmin, xmax, xid string
		var one accountChange
		if err := rows.Scan(&xmin, &xmax, &xid, &one.member, &one.kind); err != nil {
			return nil, err
		}
		if low, high, err = between(xmin, xmax); err != nil {
			return nil, err
		}
		low = max(low, min(a.low, high)) // a database that was restored elsewhere counts from lower numbers
		if xid == "" {
			continue
		}
		if one.xid, err = strconv.ParseUint(xid, 10, 64); err != nil {
			return nil, err
		}
		if _, known := a.announced[one]; !known {
			note(changed, one)
		}
		if one.xid >= low {
			announced[one] = struct{}{}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if read > mostChanges {
		a.low, a.announced = high, nil
		return nil, fmt.Errorf("postgres: more than %d changes are behind: they are told to nobody", mostChanges)
	}
	a.low, a.announced = low, announced
	all := make(map[id.MemberID][]string, len(changed))
	for member, kinds := range changed {
		all[member] = slices.Sorted(maps.Keys(kinds))
	}
	return all, nil
}

// between gives from where the next look begins, and after what it may begin at the latest.
func between(xmin, xmax string) (low, high uint64, err error) {
	if low, err = strconv.ParseUint(xmin, 10, 64); err != nil {
		return 0, 0, err
	}
	if high, err = strconv.ParseUint(xmax, 10, 64); err != nil {
		return 0, 0, err
	}
	if high-low > widest {
		low = high - widest
	}
	return low, high, nil
}

func note(changed map[id.MemberID]map[string]bool, one accountChange) {
	kinds := changed[one.member]
	if kinds == nil {
		kinds = map[string]bool{}
		changed[one.member] = kinds
	}
	const ledger = "ledger "
	if len(one.kind) <= len(ledger) || one.kind[:len(ledger)] != ledger {
		kinds[one.kind] = true
		return
	}
	kinds["balance"] = true
	for _, kind := range kindsOf[one.kind[len(ledger):]] {
		kinds[kind] = true
	}
}

// ForgetAccountChanges drops the notes that every server has read.
func (db *DB) ForgetAccountChanges(ctx context.Context, age time.Duration) error {
	_, err := db.Querier(ctx).Exec(ctx, "delete from account_change where at < clock_timestamp() - make_interval(secs => $1)", age.Seconds())
	return err
}
