package approval_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/id"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

func TestMain(m *testing.M) { postgrestest.Main(m) }

// open gives approvals whose clock stands still at *now.
func open(t *testing.T) (*approval.Approvals, *postgres.DB, *time.Time) {
	t.Helper()
	db, now := postgrestest.NewDB(t), time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	return approval.New(postgres.Approvals{DB: db}, postgres.Audit{DB: db, Now: clock}, clock), db, &now
}

func by(ctx context.Context, name string) context.Context {
	return audit.WithActor(ctx, audit.Actor{Name: name, Via: audit.Console})
}

var draft = approval.Draft{Kind: "TEST", Subject: "1", Body: map[string]int{"n": 7}, Note: "why"}

func TestNothingIsAskedForByNobodyOrOfNobody(t *testing.T) {
	t.Parallel()
	approvals, _, _ := open(t)
	if _, err := approvals.Ask(by(t.Context(), "noi"), draft); err == nil {
		t.Error("a kind that nobody does was taken")
	}
	approvals.Handle("TEST", func(context.Context, approval.Request) error { return nil })
	if _, err := approvals.Ask(t.Context(), draft); err == nil {
		t.Error("nobody asked, and it was taken")
	}
	asked, err := approvals.Ask(by(t.Context(), "noi"), draft)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"noi", "Noi", audit.System} {
		if _, err := approvals.Approve(by(t.Context(), name), asked.ID); !errors.Is(err, approval.ErrSelf) {
			t.Errorf("%s approved what noi asked for: %v", name, err)
		}
	}
}

func TestWhatCannotBeDoneLeavesTheRequestWaiting(t *testing.T) {
	t.Parallel()
	approvals, db, _ := open(t)
	failed := errors.New("cannot be done")
	var got struct{ N int }
	approvals.Handle("TEST", func(ctx context.Context, request approval.Request) error {
		if err := request.Read(&got); err != nil || got.N == 7 {
			return errors.Join(err, failed)
		}
		return nil
	})
	asked, err := approvals.Ask(by(t.Context(), "noi"), draft)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := approvals.Approve(by(t.Context(), "kam"), asked.ID); !errors.Is(err, failed) {
		t.Error(err)
	}
	if now, err := approvals.Request(t.Context(), asked.ID); err != nil || now.State != approval.Waiting || now.Decider != "" {
		t.Errorf("%+v, %v", now, err)
	}
	if err := db.InTx(by(t.Context(), "noi"), func(ctx context.Context) error {
		_, err := approvals.Ask(ctx, approval.Draft{Kind: "TEST", Body: 8})
		return err
	}); err == nil {
		t.Error("who holds rows may wait for a request, whose decision waits for those rows")
	}
	if _, total, err := approvals.Requests(t.Context(), approval.Filter{Page: audit.Page{Limit: 10}}); err != nil || total != 1 {
		t.Errorf("%d requests, %v", total, err)
	}
}

func TestARequestThatEndedMayBeMadeAgain(t *testing.T) {
	t.Parallel()
	approvals, _, now := open(t)
	approvals.Handle("TEST", func(context.Context, approval.Request) error { return nil })
	made := map[id.ID]bool{}
	for i, end := range []func(asked approval.Request) error{
		func(asked approval.Request) error {
			_, err := approvals.Reject(by(t.Context(), "noi"), asked.ID, "a mistake")
			return err
		},
		func(asked approval.Request) error {
			*now = now.Add(approval.Life)
			return approvals.Expire(t.Context())
		},
		func(asked approval.Request) error {
			_, err := approvals.Approve(by(t.Context(), "kam"), asked.ID)
			return err
		},
	} {
		asked, err := approvals.Ask(by(t.Context(), "noi"), draft)
		if err != nil {
			t.Fatal(err)
		}
		if made[asked.ID] {
			t.Errorf("%d: a request that ended was given again", i)
		}
		made[asked.ID] = true
		if again, err := approvals.Ask(by(t.Context(), "noi"), draft); err != nil || again.ID != asked.ID {
			t.Errorf("%d: the same request again is %v, %v", i, again.ID, err)
		}
		if err := end(asked); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
}
