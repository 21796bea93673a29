package bonus_test

import (
	"context"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

const (
	somchai = id.MemberID(10_000_001)
	malee   = id.MemberID(10_000_002)
	pg      = "PG"
)

func TestMain(m *testing.M) { portaltest.Main(m) }

func baht(whole int64) money.Amount { return money.Units(whole) }

// core is the one condition over a real database, without anything around it.
type core struct {
	t        *testing.T
	database postgrestest.Database
	clock    *portaltest.Clock
	book     postgres.Ledger
	bonuses  *bonus.Service
}

func newCore(t *testing.T) *core {
	t.Helper()
	c := &core{t: t, database: postgrestest.New(t), clock: portaltest.NewClock(time.Now())}
	c.book = postgres.Ledger{DB: c.database.DB}
	c.bonuses = bonus.New(bonus.Config{Store: postgres.Bonus{DB: c.database.DB}, Ledger: c.book, Now: c.clock.Now})
	c.join(somchai, money.Baht)
	return c
}

// join makes a member with an empty wallet.
func (c *core) join(member id.MemberID, currency money.Currency) {
	c.t.Helper()
	if err := c.book.OpenWallet(c.t.Context(), member, currency, c.clock.Now()); err != nil {
		c.t.Fatal(err)
	}
	c.exec(`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, $2, 'S', 'none', $3, now(), now())`,
		member, "0"+member.String(), currency)
}

func (c *core) exec(sql string, args ...any) {
	c.t.Helper()
	if _, err := c.database.DB.Querier(c.t.Context()).Exec(c.t.Context(), sql, args...); err != nil {
		c.t.Fatal(err)
	}
}

// move posts between an account of somchai and the house.
func (c *core) move(kind ledger.Kind, account ledger.Account, amount money.Amount) {
	c.t.Helper()
	if _, err := c.book.Post(c.t.Context(), ledger.Transaction{
		Key: id.NewID().String(), Kind: kind, MemberID: account.Member, Currency: money.Baht, At: c.clock.Now(),
		Postings: []ledger.Posting{{Account: account, Amount: amount}, {Account: ledger.House("test", money.Baht), Amount: -amount}},
	}); err != nil {
		c.t.Fatal(err)
	}
}

func (c *core) deposit(amount money.Amount) {
	c.t.Helper()
	c.move(ledger.Deposit, ledger.Main(somchai), amount)
}

// play puts what was won at a game into the ledger, as a refresh does.
func (c *core) play(won money.Amount) {
	c.t.Helper()
	c.playAt(pg, won)
}

func (c *core) playAt(code string, won money.Amount) {
	c.t.Helper()
	err := c.database.DB.InTx(c.t.Context(), func(ctx context.Context) error {
		if _, err := c.book.LockWallet(ctx, somchai); err != nil {
			return err
		}
		if won != 0 {
			if _, err := c.book.Post(ctx, ledger.Transaction{
				Key: id.NewID().String(), Kind: ledger.GameResult, MemberID: somchai, Currency: money.Baht, At: c.clock.Now(),
				Postings: []ledger.Posting{{Account: ledger.Game(somchai, code), Amount: won}, {Account: ledger.House("game", money.Baht), Amount: -won}},
			}); err != nil {
				return err
			}
		}
		return postgres.Bonus{DB: c.database.DB}.Booked(ctx, somchai, []game.Result{{Provider: code, Amount: won}})
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// transferIn moves money of the main wallet into the game.
func (c *core) transferIn(amount money.Amount) {
	c.t.Helper()
	if _, err := c.book.Post(c.t.Context(), ledger.Transaction{
		Key: id.NewID().String(), Kind: ledger.Transfer, MemberID: somchai, Currency: money.Baht, At: c.clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Main(somchai), Amount: -amount}, {Account: ledger.Game(somchai, pg), Amount: amount}},
	}); err != nil {
		c.t.Fatal(err)
	}
}

// credit is a credit of 100 baht at 200 % and 10 %.
func credit(object id.ID) bonus.OpenInput {
	return bonus.OpenInput{
		Member: somchai, Currency: money.Baht, Kind: bonus.FromRefund, Object: object, Name: bonus.Text{"en": "Refund", "th": "คืนยอดเสีย"},
		Amount: baht(100), Terms: bonus.Terms{SuccessPercent: 200, FailPercent: 10},
	}
}

func (c *core) open(in bonus.OpenInput) bonus.Condition {
	c.t.Helper()
	opened, err := c.bonuses.Open(c.t.Context(), in)
	if err != nil {
		c.t.Fatal(err)
	}
	return opened
}

func (c *core) progress() bonus.Progress {
	c.t.Helper()
	progress, err := c.bonuses.Progress(c.t.Context(), somchai)
	if err != nil {
		c.t.Fatal(err)
	}
	return progress
}

func (c *core) wallet() ledger.Wallet {
	c.t.Helper()
	wallet, err := c.book.Wallet(c.t.Context(), somchai)
	if err != nil {
		c.t.Fatal(err)
	}
	return wallet
}
