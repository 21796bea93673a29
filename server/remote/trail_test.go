package remote_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/server/audit"
	"krapao/server/postgres"
	"krapao/server/remote"
)

func TestEachPublicationAndDecisionLeavesALineInTheAuditLog(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	v1, v2 := newBuild("mf-spin", "v1"), newBuild("mf-spin", "v2")
	dir := v1.write(t)
	for range 2 { // the second changes nothing
		if _, err := r.Publish(t.Context(), remote.PublishInput{Dir: dir, By: "somchai"}); err != nil {
			t.Fatal(err)
		}
	}
	r.published(t, v2)
	r.activated(t, "mf-spin", "v1")
	r.activated(t, "mf-spin", "v1") // changes nothing
	if err := r.Pin(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "v1", By: "malee"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "v2", By: "malee"}); !errors.Is(err, remote.ErrPinned) {
		t.Fatalf("got %v, want ErrPinned", err)
	}
	if err := r.Unpin(t.Context(), "mf-spin", "malee"); err != nil {
		t.Fatal(err)
	}
	r.activated(t, "mf-spin", "v2")
	if _, _, err := r.Rollback(t.Context(), "mf-spin", "malee"); err != nil {
		t.Fatal(err)
	}
	lines, _, err := postgres.Audit{DB: r.db, Now: time.Now}.List(t.Context(), audit.Page{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{ // newest first
		"REMOTE mf-spin map[active:v2] map[active:v1]",
		"REMOTE mf-spin map[active:v1] map[active:v2]",
		"REMOTE mf-spin map[pinned:true] map[pinned:false]",
		"REMOTE mf-spin map[pinned:false] map[pinned:true]",
		"REMOTE mf-spin map[] map[active:v1 pinned:false]",
		"REMOTE mf-spin map[] map[published:v2]",
		"REMOTE mf-spin map[] map[published:v1]",
	}
	if len(lines) != len(want) {
		t.Fatalf("%d lines: %+v", len(lines), lines)
	}
	for i, line := range lines {
		if got := fmt.Sprint(line.Action, " ", line.Subject, " ", line.Before, " ", line.After); got != want[i] {
			t.Errorf("line %d: got %s, want %s", i, got, want[i])
		}
	}
}

func TestTwoRemotesCannotHaveOneRoute(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	mine, other := newBuild("mf-spin", "v1"), newBuild("mf-wheel", "v1") // both have /user/spin
	r.published(t, mine)
	r.published(t, other)
	second := remote.ActivateInput{Name: "mf-wheel", Version: "v1", By: "malee"}
	failed := make(chan error, 2)
	for _, name := range []string{"mf-spin", "mf-wheel"} { // at once: one of them is refused
		go func() {
			failed <- r.Activate(t.Context(), remote.ActivateInput{Name: name, Version: "v1", By: "malee"})
		}()
	}
	first, then := <-failed, <-failed
	if (first == nil) == (then == nil) || !errors.Is(errors.Join(first, then), remote.ErrRoute) {
		t.Fatalf("got %v and %v, want one ErrRoute", first, then)
	}
	if r.live(t, nil)["mf-wheel"] == "v1" {
		second.Name = "mf-spin"
	}
	if err := r.Pin(t.Context(), second); !errors.Is(err, remote.ErrRoute) {
		t.Errorf("got %v, want ErrRoute", err)
	}
}
