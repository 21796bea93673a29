package app

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/postgres"
	"krapao/server/site"
	"krapao/server/spin"
)

// wireSpin makes the prize wheel.
func wireSpin(_ context.Context, a *App) error {
	a.handlers.Spin = newSpin(a.DB, a.Audit, a.Approvals, a.Now)
	a.handlers.Spin.Box = a.keys.Box(spinPurpose)
	a.Spin = a.handlers.Spin
	return nil
}

// newSpin gives what operators change of the prize wheel, for commands too.
func newSpin(db *postgres.DB, trail audit.Trail, desk *approval.Desk, now func() time.Time) *spin.Service {
	service := spin.New(spin.Config{
		Store: postgres.Spin{DB: db}, Ledger: postgres.Ledger{DB: db}, Keys: postgres.Idempotency{DB: db, Now: now}, Sanitise: site.Sanitise,
		Trail: trail, Approvals: desk, Now: now,
	})
	desk.Handle(spin.WheelApproval, service.ApproveWheel)
	desk.Handle(spin.RuleApproval, service.ApproveRule)
	return service
}
