package spin_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/spin"
)

// slowStore tells of the wheel what the test says. The methods that are not used are nil.
type slowStore struct {
	spin.Store
	read func() error
}

func (s *slowStore) CurrentWheel(context.Context, money.Currency, time.Time) (spin.Wheel, error) {
	return spin.Wheel{}, s.read()
}

// lately tells whether a wheel is on and whether that is known.
type lately struct{ on, known bool }

func newLately(t *testing.T, read func() error) (store *slowStore, ask func() lately, log *bytes.Buffer) {
	t.Helper()
	store, log = &slowStore{read: read}, &bytes.Buffer{}
	service := spin.New(spin.Config{Store: store, Now: time.Now, Log: slog.New(slog.NewTextHandler(log, nil))})
	return store, func() lately {
		on, known := service.LatelyActive(t.Context(), money.Baht)
		return lately{on, known}
	}, log
}

func TestASlowReadOfTheWheelKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, ask, _ := newLately(t, func() error { return nil })
		if first := ask(); first != (lately{true, true}) {
			t.Fatalf("%+v", first)
		}
		time.Sleep(3 * time.Second)
		release, reads := make(chan struct{}), 0
		store.read = func() error {
			reads++
			<-release
			return fault.NoData
		}
		slow := make(chan lately)
		go func() { slow <- ask() }()
		synctest.Wait()
		others := make(chan lately, 3)
		for range cap(others) {
			go func() { others <- ask() }()
		}
		synctest.Wait()
		if len(others) != cap(others) || reads != 1 {
			t.Errorf("while it is read: %d of %d are answered, %d reads", len(others), cap(others), reads)
		}
		close(release)
		for range cap(others) {
			if meanwhile := <-others; meanwhile != (lately{true, true}) {
				t.Errorf("while it is read: %+v", meanwhile)
			}
		}
		if read := <-slow; read != (lately{false, true}) {
			t.Errorf("what was read: %+v", read)
		}
	})
}

func TestWhileTheWheelCannotBeReadTheLastAnswerHolds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := 0
		down := func() error {
			reads++
			return errors.New("down")
		}
		store, ask, log := newLately(t, down)
		if first, second := ask(), ask(); first.known || second.known || reads != 1 {
			t.Fatalf("nothing was ever read: %+v %+v, %d reads", first, second, reads)
		}
		if !strings.Contains(log.String(), "down") {
			t.Errorf("the log does not say why: %q", log)
		}
		time.Sleep(3 * time.Second)
		store.read = func() error { return nil }
		if read := ask(); read != (lately{true, true}) {
			t.Fatalf("%+v", read)
		}
		time.Sleep(3 * time.Second)
		reads, store.read = 0, down
		if first, second := ask(), ask(); first != (lately{true, true}) || second != first || reads != 1 {
			t.Errorf("while it cannot be read: %+v %+v, %d reads", first, second, reads)
		}
	})
}

func TestTheWalletTellsOfTheWheelWhileWritersHaveAllConnections(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.bank(somchai)
	e.put("/operator/spin/wheels/LUCKY", wheelBody(cash, cash))
	release, group := make(chan struct{}), sync.WaitGroup{}
	defer group.Wait()
	defer close(release)
	connections := e.App.Config.DatabaseConnections
	taken := make(chan error, connections)
	for range connections {
		group.Go(func() {
			if err := e.App.DB.InTx(t.Context(), func(context.Context) error {
				taken <- nil
				<-release
				return nil
			}); err != nil {
				taken <- err
			}
		})
	}
	for range connections {
		if err := <-taken; err != nil {
			t.Fatal(err)
		}
	}
	wallet, answer := ask[portal.WalletResponse](e, somchai, http.MethodGet, "/api/wallet", "")
	if answer.Status != http.StatusOK || wallet.HasWheel == nil || !*wallet.HasWheel {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}
