package game

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"krapao/server/background"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// repeatRefresh is how long a refresh answers the last one's result; refreshWithin ends one whatever happens.
const (
	repeatRefresh = 3 * time.Second
	refreshWithin = 10 * time.Second
)

// houseGame is the house's side of every game.
const houseGame = "game"

// Report is the open accounts after a refresh.
type Report struct {
	SyncedAt time.Time
	Accounts []Refreshed
}

// Refreshed is an account after a refresh.
type Refreshed struct {
	Standing
	// Fresh: the provider told this amount in this refresh.
	Fresh bool
}

// RefreshInput is whose accounts.
type RefreshInput struct {
	Member id.MemberID
	Key    idempotency.Key
	// Anew: the result of a moment ago will not do, because money is about to move by it.
	Anew bool
	// Only names the one provider whose account matters, "" all.
	Only string
}

// Refresh asks every provider with an account of the member at once for the balance, and books what was won or lost since. A provider that
// does not answer in time fails nothing: its account keeps the last amount. Within three seconds it answers the last result, and callers at
// the same moment share one. Errors: NO_WALLET, IDEMPOTENCY_CONFLICT.
func (s *Service) Refresh(ctx context.Context, in RefreshInput) (Report, error) {
	earlier, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil {
		return Report{}, err
	}
	report, err := s.recent(ctx, in.Member, !earlier.IsZero())
	if err != nil {
		return Report{}, err
	}
	if in.Anew {
		report = nil
	}
	if report == nil {
		shared, err, _ := s.flights.Do(fmt.Sprint(in.Member, in.Anew, in.Only), func() (any, error) {
			// Whoever came first may leave; the others wait for the result.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshWithin)
			defer cancel()
			return s.refresh(ctx, in)
		})
		if err != nil {
			return Report{}, err
		}
		report = shared.(*Report) //nolint:forcetypeassert // refresh gave it
	}
	if earlier.IsZero() {
		err = s.remember(ctx, in.Member, in.Key)
	}
	return *report, err
}

// recent gives the last refresh when it is young or anyAge, else nil.
func (s *Service) recent(ctx context.Context, member id.MemberID, anyAge bool) (*Report, error) {
	if _, err := s.Book.Wallet(ctx, member); err != nil {
		return nil, err
	}
	state, err := s.Store.State(ctx, member)
	if err != nil || state.SyncedAt == nil {
		return nil, err
	}
	if age := s.Now().Sub(*state.SyncedAt); !anyAge && (age < 0 || age >= repeatRefresh) {
		return nil, nil //nolint:nilnil // no young one is no error
	}
	report := &Report{SyncedAt: *state.SyncedAt}
	for _, standing := range state.Accounts {
		fresh := standing.RefreshedAt != nil && !standing.RefreshedAt.Before(*state.SyncedAt)
		report.Accounts = append(report.Accounts, Refreshed{standing, fresh})
	}
	return report, nil
}

func (s *Service) refresh(ctx context.Context, in RefreshInput) (*Report, error) {
	before, err := s.Store.State(ctx, in.Member) // before any provider is asked: what is posted from here on makes its answer old
	if err != nil {
		return nil, err
	}
	accounts, err := s.Store.Accounts(ctx, in.Member)
	if err != nil {
		return nil, err
	}
	if in.Only != "" {
		accounts = slices.DeleteFunc(accounts, func(account Account) bool { return account.Provider != in.Only })
	}
	told := s.ask(ctx, before, accounts)
	return s.book(ctx, in, before, told)
}

// ask reads all balances at once; an account whose provider gave none is left out.
func (s *Service) ask(ctx context.Context, before State, accounts []Account) map[string]Balance {
	told, mutex, asking := map[string]Balance{}, sync.Mutex{}, background.Group{Log: s.Log, Name: "asking a provider for a balance"}
	for _, account := range accounts {
		asking.Go(func() {
			standing, _ := before.of(account.Provider)
			balance, err := s.askOne(ctx, account, standing)
			if err != nil {
				s.Log.LogAttrs(ctx, slog.LevelWarn, "a provider tells no balance", slog.String("provider", account.Provider), slog.Any("error", err))
				return
			}
			mutex.Lock()
			defer mutex.Unlock()
			told[account.Provider] = balance
		})
	}
	asking.Wait()
	return told
}

// askOne reads one balance. Where the provider gives the sequence known last another amount, it has contradicted itself, or played before a transfer
// that nobody asked about; it is asked once more, and what it repeats, or tells of a later moment, is taken for true, so that one wrong answer does not stay for good.
func (s *Service) askOne(ctx context.Context, account Account, booked Standing) (Balance, error) {
	balance, err := s.Gateway.Balance(ctx, account.Provider, account.Username)
	if err != nil || balance.Sequence != booked.Sequence || balance.Amount == booked.Balance {
		return balance, err
	}
	again, err := s.Gateway.Balance(ctx, account.Provider, account.Username)
	if err == nil && again != balance && again.Sequence <= balance.Sequence {
		err = fmt.Errorf("game: %v of sequence %d, then %v of %d", balance.Amount, balance.Sequence, again.Amount, again.Sequence)
	}
	return again, err
}

// book brings the ledger to what the providers told, under the member's lock, and notes the refresh.
func (s *Service) book(ctx context.Context, in RefreshInput, before State, told map[string]Balance) (report *Report, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		wallet, err := s.Book.LockWallet(ctx, in.Member)
		if err != nil {
			return err
		}
		pending, err := s.Transfers.PendingGames(ctx, in.Member)
		if err != nil {
			return err
		}
		state, err := s.Store.State(ctx, in.Member)
		if err != nil {
			return err
		}
		now := s.Now().Truncate(time.Microsecond) // as it is stored
		report = &Report{SyncedAt: now}
		if !in.Anew { // one that a transfer asked for answers no member's own: they may have won since
			state.SyncedAt = &now
		}
		for i := range state.Accounts {
			standing := &state.Accounts[i]
			balance, answered := told[standing.Code]
			asked, _ := before.of(standing.Code)
			fresh := answered && !slices.Contains(pending, standing.Code)
			if fresh {
				if wrong := contradiction(balance, wallet.Currency, asked, *standing); wrong != nil {
					fresh = false
					s.Log.LogAttrs(ctx, slog.LevelWarn, "a balance is not booked", slog.String("provider", standing.Code), slog.Any("error", wrong))
				}
			}
			held := false
			if fresh {
				if fresh, err = s.mayBook(ctx, wallet, *standing, balance, now); err != nil {
					return err
				}
				held = !fresh
			}
			if fresh {
				if err := s.post(ctx, wallet, *standing, balance.Amount, now); err != nil {
					return err
				}
				standing.Balance, standing.Sequence, standing.RefreshedAt, standing.Held = balance.Amount, balance.Sequence, &now, false
			}
			standing.Held = standing.Held || held
			report.Accounts = append(report.Accounts, Refreshed{*standing, fresh})
		}
		return s.Store.PutState(ctx, in.Member, state)
	})
	return report, err
}

// contradiction tells why a balance must not be booked: it is not the wallet's, or it is older than what the ledger has. asked is the account
// before the provider was asked, now as it is under the lock.
func contradiction(told Balance, currency money.Currency, asked, now Standing) error {
	switch {
	case told.Currency != currency:
		return fmt.Errorf("game: a balance in %.10q", told.Currency)
	case told.Amount < 0 || told.Amount > money.Max:
		return fmt.Errorf("game: a balance of %v", told.Amount)
	case told.Sequence < now.Sequence:
		return fmt.Errorf("game: sequence %d after %d", told.Sequence, now.Sequence)
	case told.Amount == now.Balance:
		return nil
	case now.Version != asked.Version:
		return fmt.Errorf("game: the ledger went from version %d to %d meanwhile", asked.Version, now.Version)
	}
	return nil
}

// post writes what playing changed, and the day's sum with it.
func (s *Service) post(ctx context.Context, wallet ledger.Wallet, standing Standing, told money.Amount, at time.Time) error {
	result := told - standing.Balance
	if result == 0 {
		return nil
	}
	_, err := s.Book.Post(ctx, ledger.Transaction{
		Key: id.NewID().String() + "/game-result", Kind: ledger.GameResult, MemberID: wallet.MemberID, Currency: wallet.Currency, At: at, Reference: standing.Code,
		Postings: []ledger.Posting{
			{Account: ledger.Game(wallet.MemberID, standing.Code), Amount: result},
			{Account: ledger.House(houseGame, wallet.Currency), Amount: -result},
		},
	})
	if err != nil {
		return err
	}
	return s.Store.AddResult(ctx, wallet.MemberID, at, result)
}
