package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Ledger keeps the book. Each method is one round trip; inside InTx it takes part in that transaction.
type Ledger struct{ DB *DB }

// OpenWallet makes the member's wallet, empty, in the currency it will always have. Opening it again changes nothing.
// Errors: ErrNoWallet when it exists in another currency.
func (l Ledger) OpenWallet(ctx context.Context, member id.MemberID, currency money.Currency, at time.Time) error {
	var opened money.Currency
	err := l.DB.Querier(ctx).QueryRow(ctx, "select ledger_open($1, $2, $3)", member, currency, at).Scan(&opened)
	if err == nil && opened != currency {
		return ledger.ErrNoWallet.Withf("the wallet of %v is in %s, not %s", member, opened, currency)
	}
	return err
}

const (
	postCall = "from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)"
	postSQL  = "select outcome, id, at, statement, main " + postCall
	// enqueuePostSQL refuses every outcome by which nothing of the transaction is in the book.
	enqueuePostSQL = "select refuse(case when outcome in ('posted', 'duplicate') then null else coalesce(outcome, 'nothing') end) " + postCall
)

// Post writes the transaction whole, or tells why not and writes nothing.
// Errors: ErrMoneyNotEnough, ErrNoWallet, ErrKeyTaken, ErrAlreadyCredited; an invalid transaction is a defect.
func (l Ledger) Post(ctx context.Context, transaction ledger.Transaction) (ledger.Result, error) {
	transaction, err := ready(transaction)
	if err != nil {
		return ledger.Result{}, err
	}
	var outcome string
	var result ledger.Result
	row := l.DB.Querier(ctx).QueryRow(ctx, postSQL, postArguments(transaction)...)
	if err := row.Scan(&outcome, &result.ID, &result.At, &result.Statement, &result.Main); err != nil {
		return ledger.Result{}, claimed(err)
	}
	result.Duplicate = outcome == "duplicate"
	if outcome == "posted" || result.Duplicate {
		return result, nil
	}
	return ledger.Result{}, notPosted(outcome, transaction)
}

// EnqueuePost is Post for a caller who needs no result: it is sent with the transaction's next statement or its commit,
// which give its errors, and one that is not written ends the transaction.
func (l Ledger) EnqueuePost(ctx context.Context, transaction ledger.Transaction) error {
	transaction, err := ready(transaction)
	if err != nil {
		return err
	}
	return l.DB.enqueue(ctx, queued{sql: enqueuePostSQL, args: postArguments(transaction), mapError: func(err error) error {
		if outcome, refused := refusal(err); refused {
			return notPosted(outcome, transaction)
		}
		return claimed(err)
	}})
}

// ready gives the transaction as it can be written. An error is a defect of the caller.
func ready(transaction ledger.Transaction) (ledger.Transaction, error) {
	if transaction.ID.IsZero() {
		transaction.ID = id.NewID()
	}
	return transaction, transaction.Validate()
}

// claimed names the error of a transaction whose outside evidence another one has claimed.
func claimed(err error) error {
	if IsUnique(err, "external_credit_pkey") {
		return ledger.ErrAlreadyCredited
	}
	return err
}

// notPosted names ledger_post's outcomes by which nothing was written.
func notPosted(outcome string, transaction ledger.Transaction) error {
	switch outcome {
	case "short":
		return ledger.ErrMoneyNotEnough
	case "no_wallet":
		return ledger.ErrNoWallet
	case "taken":
		return ledger.ErrKeyTaken.Withf("ledger: key %s has another content", transaction.Key)
	}
	return fault.InternalServerError.Withf("postgres: ledger_post answered %q", outcome)
}

// postArguments are ledger_post's, in its order.
func postArguments(t ledger.Transaction) []any {
	var main, hold, transit, coins, gameAmount money.Amount
	var game, source, external *string
	var houses, currencies []string
	var amounts []money.Amount
	for _, posting := range t.Postings {
		account := posting.Account
		switch code := account.GameCode(); {
		case account.Member == 0:
			houses, currencies, amounts = append(houses, account.Name), append(currencies, string(account.Currency)), append(amounts, posting.Amount)
		case code != "":
			game, gameAmount = &code, posting.Amount
		case account == ledger.Main(t.MemberID):
			main = posting.Amount
		case account == ledger.Hold(t.MemberID):
			hold = posting.Amount
		case account == ledger.InTransit(t.MemberID):
			transit = posting.Amount
		case account == ledger.Coins(t.MemberID):
			coins = posting.Amount
		}
	}
	if t.External != nil {
		source, external = &t.External.Source, &t.External.ID
	}
	return []any{
		t.ID, t.Key, t.Kind, t.MemberID, t.Currency, t.Reference, t.At, body(t),
		main, hold, transit, coins, game, gameAmount, houses, currencies, amounts, source, external,
	}
}

// body is what a repeat must have in common with the first: everything but the id, the time and the reference.
func body(t ledger.Transaction) int64 {
	parts := make([]string, 0, len(t.Postings))
	for _, posting := range t.Postings {
		parts = append(parts, fmt.Sprintf("%v %d", posting.Account, int64(posting.Amount)))
	}
	slices.Sort(parts)
	external := ""
	if t.External != nil {
		external = fmt.Sprintf("%q %q", t.External.Source, t.External.ID)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%s\n%s\n%s", t.Kind, t.MemberID, t.Currency, strings.Join(parts, "\n"), external))
	return int64(binary.BigEndian.Uint64(sum[:8])) //nolint:gosec // the bits, not the number
}

const walletSQL = `select currency, main, hold, transit, coin, main_seq, game_code, game_balance::bigint[], game_seq from ledger_wallet where member_id = $1`

// Wallet reads all balances of a member in one row.
// Errors: ErrNoWallet.
func (l Ledger) Wallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error) {
	return scanWallet(l.DB.Querier(ctx).QueryRow(ctx, walletSQL, member), member)
}

func scanWallet(row pgx.Row, member id.MemberID) (ledger.Wallet, error) {
	wallet := ledger.Wallet{MemberID: member}
	var codes []string
	var balances, versions []int64
	err := row.Scan(&wallet.Currency, &wallet.Main, &wallet.Hold, &wallet.InTransit, &wallet.Coins, &wallet.Statements, &codes, &balances, &versions)
	if errors.Is(err, pgx.ErrNoRows) {
		return ledger.Wallet{}, ledger.ErrNoWallet
	}
	for i, code := range codes {
		if versions[i] == 0 {
			continue // a repeat made the place and nothing was posted
		}
		wallet.Games = append(wallet.Games, ledger.GameBalance{Code: code, Balance: money.Amount(balances[i]), Version: versions[i]})
	}
	return wallet, err
}

// Lock keeps everybody else from posting to the member's wallet from the transaction's next statement until its end. It
// costs no round trip.
func (l Ledger) Lock(ctx context.Context, member id.MemberID) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	return l.DB.Enqueue(ctx, "select ledger_lock($1)", member)
}

// LockWallet is Wallet that also keeps everybody else from posting to the wallet until the transaction ends. Use it
// where a rule reads balances and then posts. Errors: ErrNoWallet.
func (l Ledger) LockWallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error) {
	if err := requireTx(ctx); err != nil {
		return ledger.Wallet{}, err
	}
	var batch pgx.Batch // one round trip; the second statement sees what everybody before us wrote
	batch.Queue("select ledger_lock($1)", member)
	batch.Queue(walletSQL, member)
	results := l.DB.Querier(ctx).SendBatch(ctx, &batch)
	if _, err := results.Exec(); err != nil {
		return ledger.Wallet{}, errors.Join(err, results.Close())
	}
	wallet, err := scanWallet(results.QueryRow(), member)
	return wallet, errors.Join(err, results.Close())
}

// PageSQL is the statement behind Ledger.Statement, which the bench measures. With a limit PostgreSQL walks back from
// the first line of the page and stops; of a range of numbers it expects a ninth of all lines, and made a plan for a
// million of a long statement.
const PageSQL = `
		select w.main_seq, p.seq, p.transaction_id, p.kind, p.reference, p.amount, p.balance_after, p.at
		from ledger_wallet w
		left join lateral (select * from ledger_posting p where p.member_id = w.member_id and p.account = 'main' and p.seq <= w.main_seq - $2
			order by p.seq desc limit $3) p on true
		where w.member_id = $1 order by p.seq desc`

// Statement gives a page (from 1) of the main wallet's postings, newest first. The work does not grow with the page's
// number: a page begins at a place of the key. A member without a wallet has an empty statement.
func (l Ledger) Statement(ctx context.Context, member id.MemberID, page, limit int64) (ledger.Page, error) {
	limit = min(max(limit, 1), ledger.MaxPage)
	page = min(max(page, 1), 1<<40)
	rows, err := l.DB.Querier(ctx).Query(ctx, PageSQL, member, (page-1)*limit, limit)
	if err != nil {
		return ledger.Page{}, err
	}
	return scanPage(rows)
}

// scanPage reads the rows of a page: how many lines there are in all, and a line, null where the page has none.
func scanPage(rows pgx.Rows) (result ledger.Page, err error) {
	defer rows.Close()
	for rows.Next() {
		var number *int64
		var transactionID *id.ID
		var kind, reference *string
		var amount, after *money.Amount
		var at *time.Time
		if err := rows.Scan(&result.Total, &number, &transactionID, &kind, &reference, &amount, &after, &at); err != nil {
			return result, err
		}
		if number == nil {
			continue // the wallet alone: nothing on this page
		}
		result.Entries = append(result.Entries, ledger.Entry{
			Number: *number, TransactionID: *transactionID, Kind: ledger.Kind(*kind), Reference: *reference, Amount: *amount, BalanceAfter: *after, At: *at,
		})
	}
	return result, rows.Err()
}
