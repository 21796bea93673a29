package remote_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"krapao/server/remote"
)

func TestMembersGetWhatASecondPersonActivated(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	r.published(t, newBuild("mf-spin", "v1"))
	if live := r.live(t, nil); len(live) != 0 {
		t.Fatalf("published is not active: %v", live)
	}
	err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "v1", By: "somchai"})
	if !errors.Is(err, remote.ErrSamePerson) {
		t.Fatalf("got %v, want ErrSamePerson", err)
	}
	r.activated(t, "mf-spin", "v1")
	r.activated(t, "mf-spin", "v1")
	if live := r.live(t, nil); live["mf-spin"] != "v1" {
		t.Fatalf("got %v", live)
	}
	listings, err := r.List(t.Context())
	if err != nil || len(listings[0].History) != 1 || listings[0].History[0].By != "malee" || listings[0].History[0].At.IsZero() {
		t.Fatalf("who and when is kept, once: %+v, %v", listings, err)
	}
	for _, in := range []remote.ActivateInput{
		{Name: "mf-spin", Version: "v9", By: "malee"}, {Name: "mf-none", Version: "v1", By: "malee"}, {Name: "mf-spin", By: "malee"},
	} {
		if err := r.Activate(t.Context(), in); !errors.Is(err, remote.ErrUnknown) {
			t.Errorf("%+v: got %v, want ErrUnknown", in, err)
		}
	}
	if err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "v1"}); !errors.Is(err, remote.ErrPerson) {
		t.Errorf("got %v, want ErrPerson", err)
	}
}

func TestAPinnedRemoteStays(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for _, version := range []string{"v1", "v2"} {
		r.published(t, newBuild("mf-spin", version))
	}
	r.activated(t, "mf-spin", "v1")
	pin := remote.ActivateInput{Name: "mf-spin", Version: "v1", By: "malee"}
	if err := errors.Join(r.Pin(t.Context(), pin), r.Pin(t.Context(), pin)); err != nil {
		t.Fatal(err)
	}
	if err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "v2", By: "malee"}); !errors.Is(err, remote.ErrPinned) {
		t.Fatalf("got %v, want ErrPinned", err)
	}
	if listings, _ := r.List(t.Context()); !listings[0].Pinned || listings[0].Active != "v1" {
		t.Fatalf("got %+v", listings[0])
	}
	if err := errors.Join(r.Unpin(t.Context(), "mf-spin", "malee"), r.Unpin(t.Context(), "mf-spin", "malee")); err != nil {
		t.Fatal(err)
	}
	r.activated(t, "mf-spin", "v2")
	if live := r.live(t, nil); live["mf-spin"] != "v2" {
		t.Fatalf("got %v", live)
	}
	if err := r.Unpin(t.Context(), "mf-none", "malee"); !errors.Is(err, remote.ErrUnknown) {
		t.Fatalf("got %v, want ErrUnknown", err)
	}
}

func TestRollbackGoesBackStepByStep(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	if _, _, err := r.Rollback(t.Context(), "mf-spin", "somchai"); !errors.Is(err, remote.ErrUnknown) {
		t.Fatalf("got %v, want ErrUnknown", err)
	}
	for _, version := range []string{"v1", "v2", "v3"} {
		r.published(t, newBuild("mf-spin", version))
		r.activated(t, "mf-spin", version)
	}
	if err := r.Pin(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "v3", By: "malee"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"v2", "v1"} {
		version, left, err := r.Rollback(t.Context(), "mf-spin", "somchai")
		if pinnedBy := left.Kind == remote.Pinned && left.By == "malee"; pinnedBy != (want == "v2") {
			t.Errorf("to %s: left %+v", want, left)
		}
		if live := r.live(t, nil); err != nil || version != want || live["mf-spin"] != want {
			t.Fatalf("got %s, %v, live %v; want %s", version, err, live, want)
		}
	}
	if _, _, err := r.Rollback(t.Context(), "mf-spin", "somchai"); !errors.Is(err, remote.ErrUnknown) {
		t.Fatalf("before the first there is none: got %v", err)
	}
}

func TestARemoteForAnotherKitIsNotActivated(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for kit, want := range map[string]error{"1.2.9": nil, "1.0.0": nil, "1.3.0": remote.ErrKit, "2.0.0": remote.ErrKit, "0.9.0": remote.ErrKit} {
		b := newBuild("mf-spin", "kit-"+kit)
		b.Kit = kit
		r.published(t, b)
		err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: "kit-" + kit, By: "malee"})
		if !errors.Is(err, want) {
			t.Errorf("kit %s in a shell with 1.2.0: got %v, want %v", kit, err, want)
		}
	}
}

func TestARemoteForANewerReactIsNotActivatedAndAnotherPatchIs(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for react, want := range map[string]error{"": nil, "19.3.9": nil, "19.0.0": nil, "19.4.0": remote.ErrKit, "20.0.0": remote.ErrKit, "18.3.1": remote.ErrKit} {
		b := newBuild("mf-spin", "react-"+cmp.Or(react, "unknown"))
		b.React = react
		r.published(t, b)
		err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: b.Version, By: "malee"})
		if !errors.Is(err, want) {
			t.Errorf("React %s in a shell with 19.3.1: got %v, want %v", react, err, want)
		}
	}
}

func TestARemoteWhoseRangeTheShellsReactIsOutsideIsNotActivated(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for span, want := range map[string]error{"": nil, "^19.3.0": nil, "^19.3.1": nil, "^19.0.0": nil, "^19.3.2": remote.ErrKit, "^19.4.0": remote.ErrKit, "^20.0.0": remote.ErrKit, "^18.3.0": remote.ErrKit} {
		b := newBuild("mf-spin", "range-"+strings.Trim(cmp.Or(span, "none"), "^"))
		b.ReactRange = span
		r.published(t, b)
		err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: b.Version, By: "malee"})
		if !errors.Is(err, want) {
			t.Errorf("React %q in a shell with 19.3.1: got %v, want %v", span, err, want)
		}
	}
}

func TestARemoteThatImportsWhatTheShellDoesNotProvideIsNotActivated(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for version, test := range map[string]struct {
		modules []string
		want    error
	}{
		"older": {nil, nil}, "known": {[]string{"@krapao/kit/api"}, nil}, "newer": {[]string{"@krapao/kit/api", "@krapao/kit/ui/chart"}, remote.ErrKit},
	} {
		b := newBuild("mf-spin", version)
		b.Modules = test.modules
		r.published(t, b)
		err := r.Activate(t.Context(), remote.ActivateInput{Name: "mf-spin", Version: version, By: "malee"})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", version, err, test.want)
		}
	}
}

func TestABrowserMayTryAPublishedVersionAndNoOther(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	for _, version := range []string{"v1", "v2"} {
		r.published(t, newBuild("mf-spin", version))
	}
	r.activated(t, "mf-spin", "v1")
	for _, test := range []struct{ overrides, want map[string]string }{
		{map[string]string{"mf-spin": "v2"}, map[string]string{"mf-spin": "v2"}},
		{map[string]string{"mf-spin": "v9"}, map[string]string{"mf-spin": "v1"}},
		{map[string]string{"mf-none": "v1", "mf-spin": "../v2"}, map[string]string{"mf-spin": "v1"}},
	} {
		if live := r.live(t, test.overrides); !maps.Equal(live, test.want) {
			t.Errorf("%v: got %v, want %v", test.overrides, live, test.want)
		}
	}
}

func TestWhileTheDatabaseIsDownPagesGetWhatWasLastActive(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	r.published(t, newBuild("mf-spin", "v1"))
	r.activated(t, "mf-spin", "v1")
	r.live(t, nil)
	r.db.Close()
	if live := r.live(t, map[string]string{"mf-spin": "v9"}); live["mf-spin"] != "v1" {
		t.Fatalf("got %v", live)
	}
	if _, err := r.Asset(t.Context(), "mf-spin", "v1", "remoteEntry.js"); err != nil {
		t.Fatalf("files of live versions need no database: %v", err)
	}
}

func TestDecisionsAboutOneRemoteWaitForEachOther(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	versions := []string{"v1", "v2", "v3", "v4", "v5", "v6"}
	for _, version := range versions {
		r.published(t, newBuild("mf-spin", version))
	}
	var group sync.WaitGroup
	for _, version := range versions {
		group.Go(func() {
			if err := r.Activate(context.Background(), remote.ActivateInput{Name: "mf-spin", Version: version, By: "malee"}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	listings, err := r.List(t.Context())
	if err != nil || len(listings[0].History) != len(versions) {
		t.Fatalf("got %+v, %v", listings, err)
	}
	if live := r.live(t, nil); live["mf-spin"] != listings[0].History[0].Version || !slices.Contains(versions, live["mf-spin"]) {
		t.Fatalf("the newest decision counts: %v, %+v", live, listings[0].History)
	}
}

func TestTheRegistrysRecordsOnlyGrow(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	r.published(t, newBuild("mf-spin", "v1"))
	r.activated(t, "mf-spin", "v1")
	for _, statement := range []string{
		"update remote_version set description = ''", "delete from remote_version",
		"update remote_activation set activated_by = 'nobody'", "delete from remote_activation",
	} {
		if _, err := r.db.Querier(t.Context()).Exec(t.Context(), statement); err == nil {
			t.Errorf("%s went through", statement)
		}
	}
}
