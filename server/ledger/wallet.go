package ledger

import (
	"time"

	"krapao/server/id"
	"krapao/server/money"
)

// Wallet is what a member has, read in one moment.
type Wallet struct {
	// MemberID is whose it is.
	MemberID id.MemberID
	// Currency never changes.
	Currency money.Currency
	// Main, Hold and InTransit are balances in minor units.
	Main, Hold, InTransit money.Amount
	// Coins counts whole coins.
	Coins int64
	// Games has the game accounts that ever had a posting, in the order of their first one.
	Games []GameBalance
	// Statements is how many lines the statement has; the newest has this number.
	Statements int64
}

// GameBalance is one game account's balance as the ledger knows it.
type GameBalance struct {
	// Code is the provider's.
	Code string
	// Balance in minor units.
	Balance money.Amount
	// Version counts the account's postings: unchanged means nothing happened in between.
	Version int64
}

// Game gives the game account of a provider, with zero values when it never had a posting.
func (w Wallet) Game(code string) GameBalance {
	for _, game := range w.Games {
		if game.Code == code {
			return game
		}
	}
	return GameBalance{Code: code}
}

// Entry is one line of a statement: a posting of the main wallet.
type Entry struct {
	// Number counts the lines of this member's statement from 1, without gaps.
	Number int64
	// TransactionID is the ledger transaction's.
	TransactionID id.ID
	// Kind and Reference are the transaction's.
	Kind      Kind
	Reference string
	// Amount is what it added to the main wallet, negative when it took.
	Amount money.Amount
	// BalanceAfter is the main wallet's balance after it.
	BalanceAfter money.Amount
	// At is when it happened.
	At time.Time
}

// MaxPage is the most entries that a page of a statement may have (product: more than 100 is taken as 100).
const MaxPage = 100

// Page is one page of a statement, newest first.
type Page struct {
	// Total is how many lines the whole statement has.
	Total int64
	// Entries are this page's; empty beyond the last page.
	Entries []Entry
}
