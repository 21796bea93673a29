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
	AccountBalance
	// Fresh: the provider gave this amount in this refresh.
	Fresh bool
}

// RefreshInput is whose accounts.
type RefreshInput struct {
	Member id.MemberID
	Key    idempotency.Key
	// Force: the result of a moment ago will not do, because money is about to move by it.
	Force bool
	// Only names the one provider whose account matters, "" all.
	Only string
}

// Refresh asks every provider with an account of the member at once for the balance, and books what was won or lost
// since. A provider that does not answer in time fails nothing: its account keeps the last amount. Within three seconds
// it answers the last result, and callers at the same moment share one. Errors: NO_WALLET, IDEMPOTENCY_CONFLICT.
func (s *Service) Refresh(ctx context.Context, in RefreshInput) (Report, error) {
	earlier, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil {
		return Report{}, err
	}
	report, err := s.recent(ctx, in.Member, !earlier.IsZero())
	if err != nil {
		return Report{}, err
	}
	if in.Force {
		report = nil
	}
	if report == nil {
		if report, err = s.share(ctx, in); err != nil {
			return Report{}, err
		}
	}
	if earlier.IsZero() {
		err = s.remember(ctx, in.Member, in.Key)
	}
	return *report, err
}

// flight is a refresh that callers share.
type flight struct {
	report *Report
	// began is its place among all that was asked of this server: whoever asked after it may have played after it
	// looked.
	began int64
}

// share refreshes together with others who ask at the same moment. Who insists (Force) takes only what began after they
// asked: by what was there before they came, nothing may be decided. So they wait for one refresh under way at most,
// and then for their own.
func (s *Service) share(ctx context.Context, in RefreshInput) (*Report, error) {
	asked := s.asked.Add(1)
	for {
		shared, err, _ := s.flights.Do(fmt.Sprint(in.Member, in.Force, in.Only), func() (any, error) {
			// Whoever came first may leave; the others wait for the result.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshWithin)
			defer cancel()
			began := s.asked.Add(1)
			report, err := s.refresh(ctx, in)
			return flight{report, began}, err
		})
		if err != nil {
			return nil, err
		}
		if of := shared.(flight); !in.Force || of.began > asked { //nolint:forcetypeassert // the function above gave it
			return of.report, nil
		}
	}
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
	for _, account := range state.Accounts {
		fresh := account.RefreshedAt != nil && !account.RefreshedAt.Before(*state.SyncedAt)
		report.Accounts = append(report.Accounts, Refreshed{account, fresh})
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
	reported := s.ask(ctx, before, accounts)
	return s.book(ctx, in, before, reported)
}

// ask reads all balances at once; an account whose provider gave none is left out.
func (s *Service) ask(ctx context.Context, before State, accounts []Account) map[string]Balance {
	reported, mutex, asking := map[string]Balance{}, sync.Mutex{}, background.Group{Log: s.Log, Name: "asking a provider for a balance"}
	for _, account := range accounts {
		asking.Go(func() {
			known, _ := before.of(account.Provider)
			balance, err := s.askOne(ctx, account, known)
			if err != nil {
				s.Log.LogAttrs(ctx, slog.LevelWarn, "a provider tells no balance", slog.String("provider", account.Provider), slog.Any("error", err))
				return
			}
			mutex.Lock()
			defer mutex.Unlock()
			reported[account.Provider] = balance
		})
	}
	asking.Wait()
	return reported
}

// askOne reads one balance. Where the provider gives the sequence known last another amount, it has contradicted
// itself, or played before a transfer that nobody asked about; it is asked once more, and what it repeats, or tells of
// a later moment, is taken for true, so that one wrong answer does not stay for good.
func (s *Service) askOne(ctx context.Context, account Account, booked AccountBalance) (Balance, error) {
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

// book brings the ledger to what the providers reported, under the member's lock, and notes the refresh.
func (s *Service) book(ctx context.Context, in RefreshInput, before State, reported map[string]Balance) (report *Report, err error) {
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
		var results []Result
		if !in.Force { // one that a transfer asked for answers no member's own: they may have won since
			state.SyncedAt = &now
		}
		for i := range state.Accounts {
			account := &state.Accounts[i]
			balance, answered := reported[account.Code]
			asked, _ := before.of(account.Code)
			fresh := answered && !slices.Contains(pending, account.Code)
			if fresh {
				if wrong := contradiction(balance, wallet.Currency, asked, *account); wrong != nil {
					fresh = false
					s.Log.LogAttrs(ctx, slog.LevelWarn, "a balance is not booked", slog.String("provider", account.Code), slog.Any("error", wrong))
				}
			}
			held := false
			if fresh {
				if fresh, err = s.mayBook(ctx, wallet, *account, balance, now); err != nil {
					return err
				}
				held = !fresh
			}
			if fresh {
				if err := s.post(ctx, wallet, *account, balance.Amount, now); err != nil {
					return err
				}
				results = append(results, Result{Member: in.Member, Provider: account.Code, At: now, Amount: balance.Amount - account.Balance, InPlay: balance.InPlay > 0})
				account.Balance, account.Sequence, account.RefreshedAt, account.Held = balance.Amount, balance.Sequence, &now, false
				account.InPlay = balance.InPlay > 0
			}
			account.Held = account.Held || held
			report.Accounts = append(report.Accounts, Refreshed{*account, fresh})
		}
		if len(results) > 0 {
			if err := s.Conditions.Booked(ctx, in.Member, results); err != nil {
				return err
			}
		}
		return s.Store.PutState(ctx, in.Member, state)
	})
	return report, err
}

// contradiction tells why a balance must not be booked: it is not the wallet's, or it is older than what the ledger
// has. asked is the account before the provider was asked, now as it is under the lock.
func contradiction(reported Balance, currency money.Currency, asked, now AccountBalance) error {
	switch {
	case reported.Currency != currency:
		return fmt.Errorf("game: a balance in %.10q", reported.Currency)
	case reported.Amount < 0 || reported.Amount > money.Max || reported.InPlay < 0 || reported.InPlay > money.Max:
		return fmt.Errorf("game: a balance of %v, and %v in play", reported.Amount, reported.InPlay)
	case reported.Sequence < now.Sequence:
		return fmt.Errorf("game: sequence %d after %d", reported.Sequence, now.Sequence)
	case reported.Amount == now.Balance:
		return nil
	case now.Version != asked.Version:
		return fmt.Errorf("game: the ledger went from version %d to %d meanwhile", asked.Version, now.Version)
	}
	return nil
}

// post writes what playing changed, and the day's sum with it.
func (s *Service) post(ctx context.Context, wallet ledger.Wallet, account AccountBalance, reported money.Amount, at time.Time) error {
	result := reported - account.Balance
	if result == 0 {
		return nil
	}
	_, err := s.Book.Post(ctx, ledger.Transaction{
		Key: id.NewID().String() + "/game-result", Kind: ledger.GameResult, MemberID: wallet.MemberID, Currency: wallet.Currency, At: at, Reference: account.Code,
		Postings: []ledger.Posting{
			{Account: ledger.Game(wallet.MemberID, account.Code), Amount: result},
			{Account: ledger.House(houseGame, wallet.Currency), Amount: -result},
		},
	})
	if err != nil {
		return err
	}
	return s.Store.AddResult(ctx, Result{Member: wallet.MemberID, Provider: account.Code, At: at, Amount: result})
}
