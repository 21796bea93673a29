package postgres_test

import (
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/postgres"
	"krapao/server/wallet"
)

// Each case breaks a transfer as the database's owner could.
func TestTheCheckerFindsTransfersThatDoNotFitTheBook(t *testing.T) {
	t.Parallel()
	nightlyOnly := map[string]string{ // of these an increment finds less: nothing new was posted
		"one that follows a reversed one": "", "settled at another provider": "", "a failure without its reversal": "I8", "settled without the book": "I8",
	}
	for name, c := range map[string]struct{ breakIt, finds string }{
		"nothing":                         {"select 1", ""},
		"a pending transfer that is gone": {"delete from transfer where status = 'PENDING'", "I8 I10"},
		"a settled one that is gone":      {"delete from transfer where status = 'SETTLED'", "I10"},
		"another amount":                  {"update transfer set amount = amount + 1 where status = 'PENDING'", "I8 I10"},
		"settled without the book":        {"update transfer set status = 'SETTLED', decided_at = now() where status = 'PENDING'", "I8 I10"},
		"a failure without its reversal":  {"update transfer set status = 'REVERSED', decided_at = now() where status = 'PENDING'", "I8 I10"},
		"a success that was reversed":     {"update transfer set status = 'SETTLED' where status = 'REVERSED'", "I10"},
		"pending although it was settled": {"update transfer set status = 'PENDING', decided_at = null where status = 'SETTLED'", "I8 I10"},
		"settled at another provider":     {"update transfer set game = 'JILI', target = 'JILI' where status = 'SETTLED'", "I10"},
		"one that follows a reversed one": {"update transfer set after_id = (select id from transfer where status = 'REVERSED') where status = 'SETTLED'", "I10"},
		"an amount in transit of no transfer": {
			"update ledger_wallet set transit = transit + 5, main = main - 5", "I3 I8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBook(t).withWallet(member, 1000)
			store := postgres.Transfers{DB: b.DB}
			for i, status := range []wallet.TransferStatus{wallet.Pending, wallet.Settled, wallet.Reversed} {
				of := wallet.Transfer{
					ID: id.NewID(), Member: member, Source: wallet.Main, Target: "PGS", Game: "PGS", Username: "kr1", Direction: wallet.In,
					Amount: 100, Currency: "BAHT", Status: wallet.Pending, CreatedAt: time.Now(), NextTry: time.Now(),
				}
				of.Request = of.ID
				entry := move(member, ledger.Main(member), ledger.InTransit(member), 100)
				entry.Kind, entry.Key, entry.Reference = ledger.Transfer, of.ID.String()+"/begin", of.ID.String()
				b.mustPost(entry)
				if err := store.AddTransfers(b.ctx, of); err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					continue
				}
				entry = move(member, ledger.InTransit(member), ledger.Game(member, "PGS"), 100)
				entry.Kind, entry.Key, entry.Reference = ledger.Transfer, of.ID.String()+"/settle", of.ID.String()
				if status == wallet.Reversed {
					entry = move(member, ledger.InTransit(member), ledger.Main(member), 100)
					entry.Kind, entry.Key, entry.Reference = ledger.Reversal, of.ID.String()+"/reverse", of.ID.String()
				}
				b.mustPost(entry)
				if err := store.Decide(b.ctx, wallet.DecideInput{Transfer: of, Status: status, At: time.Now()}); err != nil {
					t.Fatal(err)
				}
			}
			b.asOwner(c.breakIt)
			if found := b.brokenBut("I11"); found != c.finds {
				t.Fatalf("found %q, want %q", found, c.finds)
			}
			fresh, differs := nightlyOnly[name]
			if !differs {
				fresh = c.finds
			}
			if found := b.newlyBroken("I11"); found != fresh {
				t.Errorf("an increment found %q, want %q", found, fresh)
			}
		})
	}
}
