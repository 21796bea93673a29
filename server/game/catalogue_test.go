package game_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"krapao/server/game"
)

// slowStore has providers that are read as the test says. The methods that are not used are nil.
type slowStore struct {
	game.Store
	read func() ([]game.Provider, error)
}

func (s *slowStore) Providers(context.Context) ([]game.Provider, error) { return s.read() }

func TestASlowReadOfTheProvidersKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &slowStore{read: func() ([]game.Provider, error) { return nil, errors.New("down") }}
		service := game.New(game.Config{Store: store, Now: time.Now})
		if _, err := service.Catalogue(t.Context()); err == nil {
			t.Fatal("nothing was ever read, and nothing is wrong")
		}
		store.read = func() ([]game.Provider, error) { return []game.Provider{{Code: "A"}}, nil }
		before, err := service.Catalogue(t.Context())
		if err != nil || before.Version == "" || before.Providers[0].Code != "A" {
			t.Fatalf("%+v %v", before, err)
		}
		time.Sleep(3 * time.Second)
		release := make(chan struct{})
		store.read = func() ([]game.Provider, error) {
			<-release
			return []game.Provider{{Code: "B"}}, nil
		}
		slow := make(chan game.Catalogue)
		go func() {
			read, _ := service.Catalogue(t.Context())
			slow <- read
		}()
		synctest.Wait()
		if meanwhile, err := service.Catalogue(t.Context()); err != nil || meanwhile.Version != before.Version {
			t.Errorf("while they are read: %+v %v", meanwhile, err)
		}
		close(release)
		if read := <-slow; read.Version == before.Version || read.Providers[0].Code != "B" {
			t.Errorf("what was read: %+v", read)
		}
		time.Sleep(3 * time.Second)
		store.read = func() ([]game.Provider, error) { return nil, errors.New("down") }
		if kept, err := service.Catalogue(t.Context()); err != nil || kept.Providers[0].Code != "B" {
			t.Errorf("while they cannot be read: %+v %v", kept, err)
		}
	})
}
