package game

import (
	"context"
	"errors"

	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/secret"
)

// What a provider may say. Any other error leaves unknown whether it happened.
var (
	// ErrRefused: the provider did not do it.
	ErrRefused = errors.New("game: the provider refused")
	// ErrNoPlayer: the provider knows no such player. It comes with, and is, an ErrRefused.
	ErrNoPlayer = errors.New("game: the provider knows no such player")
)

// Player is what a provider opened for a member.
type Player struct {
	Username string
	Password secret.Text
}

// Balance is what a player holds at a provider.
type Balance struct {
	Amount money.Amount
	// InPlay is what is staked in bets that are not settled yet, beside Amount.
	InPlay   money.Amount
	Currency money.Currency
	// Sequence grows with every change of the balance and never falls.
	Sequence int64
}

// LaunchAsk is who shall enter a game, and how.
type LaunchAsk struct {
	Username string
	// Locale is th, la or en.
	Locale string
	// ReturnURL is where the game's way out leads.
	ReturnURL string
}

// Launched is a way into a game.
type Launched struct {
	Link string
	// Event is the hidden fields of the provider's sign-in form, where it has one.
	Event map[string]string
}

// Gateway calls providers, each by its code. It refuses a context that carries a transaction.
type Gateway interface {
	// CreatePlayer opens a player, once for a reference. Errors: ErrRefused.
	CreatePlayer(ctx context.Context, code, reference string, currency money.Currency) (Player, error)
	// Balance reads what a player holds. Errors: ErrNoPlayer, ErrRefused.
	Balance(ctx context.Context, code, username string) (Balance, error)
	// ResetPassword makes a new password, once for a reference. Errors: ErrNoPlayer, ErrRefused.
	ResetPassword(ctx context.Context, code, username string, reference id.ID) (secret.Text, error)
	// LaunchLink asks for a way in. Errors: ErrNoPlayer, ErrRefused.
	LaunchLink(ctx context.Context, code string, ask LaunchAsk) (Launched, error)
}
