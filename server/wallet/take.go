package wallet

import (
	"context"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// houseBonus is the house's account that money goes to when a bonus is lost.
const houseBonus = "bonus"

// TakeInput is whose games' money goes to the house, and for which bonus condition.
type TakeInput struct {
	Member    id.MemberID
	Currency  money.Currency
	Condition id.ID
}

// BeginTake begins to bring what the member's games hold to the house, in the caller's transaction: a transfer out of
// each game whose money goes on to the house in the transaction that brings it home, so nobody can use it in between.
// Call finish after the transaction: it asks the providers, and gives the legs as they are after 10 seconds at most.
// What is still in transit then comes to the house later, all the same. Errors: NO_WALLET.
func (s *Transfers) BeginTake(ctx context.Context, in TakeInput) (finish func(ctx context.Context) ([]Leg, error), err error) {
	accounts, err := s.Games.Accounts(ctx, in.Member)
	if err != nil {
		return nil, err
	}
	request, taken := id.NewID(), []Transfer(nil)
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		wallet, err := s.Book.LockWallet(ctx, in.Member)
		if err != nil {
			return err
		}
		for _, account := range accounts {
			amount := wallet.Game(account.Code).Balance
			if amount == 0 {
				continue
			}
			t := s.first(TransferInput{Member: in.Member, Currency: in.Currency, Amount: amount}, account, GameAccount{})
			t.Request, t.Condition = request, in.Condition
			if err := s.begin(ctx, t); err != nil {
				return err
			}
			taken = append(taken, t)
		}
		return nil
	})
	return func(ctx context.Context) ([]Leg, error) {
		waiting, done := s.withWaitTimeout(ctx)
		defer done()
		return s.await(waiting, in.Member, request, s.executeAll(waiting, taken))
	}, err
}

// taken is the posting that follows when money has come home for a condition's end.
func (t Transfer) taken(at time.Time) ledger.Transaction {
	entry := t.entry("/taken", ledger.FinishBonus, []ledger.Posting{
		{Account: ledger.Main(t.Member), Amount: -t.Amount}, {Account: ledger.House(houseBonus, t.Currency), Amount: t.Amount},
	}, at)
	entry.Reference = t.Condition.String()
	return entry
}
