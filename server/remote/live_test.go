package remote_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"krapao/server/remote"
)

func TestAThousandPagesInASecondAskTheDatabaseOnce(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for _, version := range []string{"v1", "v2"} {
		r.published(t, newBuild("mf-spin", version))
	}
	r.activated(t, "mf-spin", "v1")
	r.still.Store(true)
	asked := func(what func()) int64 {
		before := r.asked.Load()
		for range 1000 {
			what()
		}
		return r.asked.Load() - before
	}
	if n := asked(func() { r.live(t, nil) }); n != 1 {
		t.Errorf("pages asked %d times", n)
	}
	if n := asked(func() { r.live(t, map[string]string{"mf-spin": "v2", "mf-none": "v1"}) }); n != 2 {
		t.Errorf("pages of a browser that tries versions asked %d times, not once a version", n)
	}
	if n := asked(func() {
		if _, err := r.Asset(t.Context(), "mf-spin", "v9", "remoteEntry.js"); !errors.Is(err, remote.ErrUnknown) {
			t.Fatalf("got %v", err)
		}
	}); n != 1 {
		t.Errorf("files of an unknown version asked %d times", n)
	}
	for i := range 3000 {
		if _, err := r.Asset(t.Context(), "mf-spin", "v2", fmt.Sprintf("none-%d.js", i)); !errors.Is(err, remote.ErrUnknown) {
			t.Fatalf("got %v", err)
		}
	}
	if n := r.asked.Load(); n > 50 {
		t.Errorf("asked %d times in all", n)
	}
	r.still.Store(false)
	r.published(t, newBuild("mf-spin", "v9"))
	if _, err := r.Asset(t.Context(), "mf-spin", "v9", "remoteEntry.js"); err != nil {
		t.Errorf("a moment after it was published: %v", err)
	}
}

func TestADecisionIsInForceHereAtOnce(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for _, version := range []string{"v1", "v2"} {
		r.published(t, newBuild("mf-spin", version))
	}
	r.activated(t, "mf-spin", "v1")
	r.still.Store(true)
	decide := func(what string, err error, want string) {
		t.Helper()
		if live := r.live(t, nil); err != nil || live["mf-spin"] != want {
			t.Errorf("%s: %v %v, want %s", what, live, err, want)
		}
	}
	decide("activated", nil, "v1")
	r.activated(t, "mf-spin", "v2")
	decide("activated", nil, "v2")
	_, _, err := r.Rollback(t.Context(), "mf-spin", "malee")
	decide("rolled back", err, "v1")
	decide("pinned", r.Pin(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "v2", By: "malee"}), "v2")
}

func TestAVisitorWhoLeavesDoesNotEndAReadThatOthersWaitFor(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	r.published(t, newBuild("mf-spin", "v1"))
	r.live(t, nil)
	r.activated(t, "mf-spin", "v1")
	gone, leave := context.WithCancel(t.Context())
	leave()
	if live, err := r.Live(gone, nil); err != nil || len(live) != 1 {
		t.Errorf("%v %v", live, err)
	}
}
