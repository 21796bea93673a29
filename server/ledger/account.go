// Package ledger has the double-entry book as values: accounts, postings, and the transactions that are written whole
// or not at all. README.md has the invariants. Storage is postgres.Ledger.
package ledger

import (
	"regexp"

	"krapao/server/id"
	"krapao/server/money"
)

// Coin is the unit of coin accounts. It counts whole coins and is no currency: coins cannot become money but by a
// prize.
const Coin money.Currency = "COIN"

// Account identifies one ledger account. Make it with the functions below. It is comparable.
type Account struct {
	// Member owns the account; 0 is the house's side.
	Member id.MemberID
	// Name is what the account is: main, hold, transit, coin, game:<provider code>, house:<purpose>, suspense,
	// clearing:<source>.
	Name string
	// Currency is set on the house's side only: a member's accounts have their wallet's currency, their coins Coin.
	Currency money.Currency
}

// The names of a member's accounts that are not a game's.
const (
	nameMain    = "main"
	nameHold    = "hold"
	nameTransit = "transit"
	nameCoin    = "coin"
	gamePrefix  = "game:"
)

// Main is the member's main wallet; its postings are the statement.
func Main(member id.MemberID) Account { return Account{Member: member, Name: nameMain} }

// Hold is what a withdrawal has set aside.
func Hold(member id.MemberID) Account { return Account{Member: member, Name: nameHold} }

// InTransit is what is on its way between the main wallet and a game provider.
func InTransit(member id.MemberID) Account { return Account{Member: member, Name: nameTransit} }

// Coins are the member's coins for the prize wheel, counted whole.
func Coins(member id.MemberID) Account { return Account{Member: member, Name: nameCoin} }

// Game is the member's money at a game provider, as far as we know it. The code is the provider's (A-Z, 0-9 and _).
func Game(member id.MemberID, code string) Account {
	return Account{Member: member, Name: gamePrefix + code}
}

// House is the operator's own account for a purpose (lower case): bonus, game, fee. It may be negative.
func House(purpose string, currency money.Currency) Account {
	return Account{Name: "house:" + purpose, Currency: currency}
}

// Suspense holds money that arrived and matched nobody, until the operator says whose it is.
func Suspense(currency money.Currency) Account {
	return Account{Name: "suspense", Currency: currency}
}

// Clearing mirrors money at an outside party (lower case source: payment, bank, giftlink): what it owes us is negative
// here.
func Clearing(source string, currency money.Currency) Account {
	return Account{Name: "clearing:" + source, Currency: currency}
}

// GameCode gives the provider code of a game account, "" for any other.
func (a Account) GameCode() string {
	if a.Member != 0 && len(a.Name) > len(gamePrefix) && a.Name[:len(gamePrefix)] == gamePrefix {
		return a.Name[len(gamePrefix):]
	}
	return ""
}

// String gives the account for logs.
func (a Account) String() string {
	if a.Member == 0 {
		return a.Name + "/" + string(a.Currency)
	}
	return a.Name + "/" + a.Member.String()
}

var (
	memberName = regexp.MustCompile(`^(main|hold|transit|coin|game:[A-Z0-9_]{1,20})$`)
	houseName  = regexp.MustCompile(`^(suspense|(house|clearing):[a-z0-9_-]{1,30})$`)
)

func (a Account) valid() bool {
	if a.Member == 0 {
		return houseName.MatchString(a.Name) && (a.Currency.Valid() || a.Currency == Coin)
	}
	return a.Member > 0 && memberName.MatchString(a.Name) && a.Currency == ""
}

// unit is the currency the account's postings count in, for a transaction in the given currency.
func (a Account) unit(currency money.Currency) money.Currency {
	switch {
	case a.Member == 0:
		return a.Currency
	case a.Name == nameCoin:
		return Coin
	default:
		return currency
	}
}
