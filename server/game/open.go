package game

import (
	"context"
	"errors"
	"time"

	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// repeatWithin is how long a repeat of an opening or of a password's change answers the first one again.
const repeatWithin = time.Minute

// ProviderView is a provider with the member's account there.
type ProviderView struct {
	// Provider is shared: nobody changes it.
	Provider *Provider
	// Active: the member has an account.
	Active bool
	Amount money.Amount
	// RefreshedAt is when the provider last gave the amount, nil: never.
	RefreshedAt *time.Time
}

// AccountInput is a member's request about an account at a provider.
type AccountInput struct {
	Member   id.MemberID
	Currency money.Currency
	// Code is the provider's.
	Code string
	Key  idempotency.Key
}

// Activate opens an account. Asking again within a minute, or with the same key, answers the same account; however many
// ask at once, the provider opens one player. Errors: NO_GAME, SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL,
// GAME_ACTIVATION_FAIL, NO_WALLET, IDEMPOTENCY_CONFLICT.
func (s *Service) Activate(ctx context.Context, in AccountInput) (ProviderView, error) {
	provider, err := s.offered(ctx, in.Code, in.Currency)
	if err != nil {
		return ProviderView{}, err
	}
	switch again, err := s.openedBefore(ctx, in); {
	case err != nil:
		return ProviderView{}, err
	case again:
		return s.view(ctx, in.Member, provider)
	}
	if _, err := s.Book.Wallet(ctx, in.Member); err != nil {
		return ProviderView{}, err
	}
	player, err := s.Gateway.CreatePlayer(ctx, in.Code, reference(in.Member), in.Currency)
	switch {
	case errors.Is(err, ErrRefused):
		return ProviderView{}, ErrActivationRefused.With(err)
	case err != nil:
		return ProviderView{}, ErrActivation.With(err).After(time.Second)
	}
	if err := s.store(ctx, in, player); err != nil {
		return ProviderView{}, err
	}
	return s.view(ctx, in.Member, provider)
}

// openedBefore tells whether the account is there and a repeat is meant, whose key then stands for it. Errors:
// SLOT_ALREADY_ACTIVE where it is there and none is meant, IDEMPOTENCY_CONFLICT.
func (s *Service) openedBefore(ctx context.Context, in AccountInput) (bool, error) {
	earlier, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil {
		return false, err
	}
	account, err := s.Store.Account(ctx, in.Member, in.Code)
	switch {
	case errors.Is(err, ErrNoAccount):
		return false, nil
	case err != nil:
		return false, err
	case !earlier.IsZero():
		return true, nil
	case !s.isRecent(account.OpenedAt):
		return false, ErrAlreadyActive
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		_, err := s.Keys.Claim(ctx, in.Member, in.Key, id.NewID())
		return err
	})
	return true, err
}

func (s *Service) isRecent(at time.Time) bool { return s.Now().Sub(at) < repeatWithin }

// store keeps the account that a provider opened, unless somebody was quicker with the same.
func (s *Service) store(ctx context.Context, in AccountInput, player Player) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Book.LockWallet(ctx, in.Member); err != nil {
			return err
		}
		if _, err := s.Keys.Claim(ctx, in.Member, in.Key, id.NewID()); err != nil {
			return err
		}
		_, err := s.Store.Account(ctx, in.Member, in.Code)
		if !errors.Is(err, ErrNoAccount) {
			return err
		}
		err = s.Store.OpenAccount(ctx, Account{
			Member: in.Member, Provider: in.Code, Username: player.Username, Sealed: s.Box.Seal(player.Password, owner(in.Member, in.Code)), OpenedAt: s.Now(),
			Reset: Reset{Done: true},
		})
		if errors.Is(err, ErrTaken) {
			return ErrActivationRefused.With(err)
		}
		return err
	})
}

func (s *Service) view(ctx context.Context, member id.MemberID, provider Provider) (ProviderView, error) {
	state, err := s.Store.State(ctx, member)
	if err != nil {
		return ProviderView{}, err
	}
	account, _ := state.of(provider.Code)
	return ProviderView{Provider: &provider, Active: true, Amount: account.Balance, RefreshedAt: account.RefreshedAt}, nil
}

// ProviderViews joins a member's accounts to the providers of a currency, of all that there are. A closed provider is
// there for who has an account.
func ProviderViews(all []Provider, currency money.Currency, accounts []AccountBalance) []ProviderView {
	state, views := State{Accounts: accounts}, make([]ProviderView, 0, len(all))
	for i := range all {
		provider := &all[i]
		account, active := state.of(provider.Code)
		if active || provider.Open && provider.Takes(currency) {
			views = append(views, ProviderView{Provider: provider, Active: active, Amount: account.Balance, RefreshedAt: account.RefreshedAt})
		}
	}
	return views
}

// Username gives what a provider knows the member by, for transfers, and whether the provider is open. A username never
// changes, so it is remembered. Errors: NO_GAME, SLOT_NO_ACCOUNT.
func (s *Service) Username(ctx context.Context, member id.MemberID, code string) (username string, open bool, err error) {
	provider, err := s.provider(ctx, code)
	if err != nil {
		return "", false, err
	}
	key := accountName{member, code}
	if username, known := s.usernames.Get(key); known {
		return username, provider.Open, nil
	}
	found, err := s.Store.Account(ctx, member, code)
	if err != nil {
		return "", false, err
	}
	s.usernames.Add(key, found.Username)
	return found.Username, provider.Open, nil
}

// Accounts gives the member's accounts at all providers, closed ones too.
func (s *Service) Accounts(ctx context.Context, member id.MemberID) ([]Account, error) {
	return s.Store.Accounts(ctx, member)
}
