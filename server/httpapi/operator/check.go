package operator

import (
	"context"
	"time"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/remote"
)

// CheckFinding is what a run of the checks found out about one invariant.
type CheckFinding struct {
	// Invariant is its number (I1), Promise what must hold.
	Invariant, Promise string
	// OK: it was looked for, and nothing breaks it.
	OK bool
	// Count is how many rows break it, Samples some of them.
	Count   int64
	Samples []string
	// NotChecked says what was not looked at, and why; empty when all was.
	NotChecked string
}

// CheckRun is one run of all checks.
type CheckRun struct {
	At       time.Time
	Took     time.Duration
	Findings []CheckFinding
	// WholeAt is when everything was looked at last; the zero time when it never was.
	WholeAt time.Time
}

// Violations counts what breaks an invariant.
func (r CheckRun) Violations() (count int64) {
	for _, finding := range r.Findings {
		count += finding.Count
	}
	return count
}

// Checker runs the ledger's checks.
type Checker interface {
	// CheckNow looks at what is new, and gives all that was found since the last whole check. Errors: REQUEST_LIMIT
	// (one at a time, and a few in a minute).
	CheckNow(ctx context.Context) (CheckRun, error)
	// LastCheck gives the last scheduled run; the zero value when there was none.
	LastCheck(ctx context.Context) (CheckRun, error)
}

// RemoteLister lists the published micro-frontends; remote.Service is one.
type RemoteLister interface {
	List(ctx context.Context) ([]remote.Listing, error)
}

// checkHandlers answers whether the ledger holds, and what is published.
type checkHandlers struct {
	checker Checker
	remotes RemoteLister
}

// GetCheckReport runs the checks. Errors: REQUEST_LIMIT.
func (h checkHandlers) GetCheckReport(ctx context.Context, _ operator.GetCheckReportRequestObject) (operator.GetCheckReportResponseObject, error) {
	run, err := h.checker.CheckNow(ctx)
	if err != nil {
		return nil, err
	}
	last, err := h.checker.LastCheck(ctx)
	if err != nil {
		return nil, err
	}
	report := operator.CheckReport{
		Ok: run.Violations() == 0, CheckedAt: run.At, DurationMs: run.Took.Milliseconds(),
		Invariants: convert.Each(run.Findings, func(from CheckFinding) operator.InvariantResult {
			return operator.InvariantResult{
				Code: from.Invariant, Title: from.Promise, Ok: from.OK, Violations: from.Count, Samples: append([]string{}, from.Samples...), NotChecked: convert.OrNil(from.NotChecked),
			}
		}),
	}
	if !run.WholeAt.IsZero() {
		report.WholeCheckedAt = &run.WholeAt
	}
	if !last.At.IsZero() {
		report.LastScheduled = &operator.ScheduledCheck{Ok: last.Violations() == 0, CheckedAt: last.At, Violations: last.Violations()}
	}
	return operator.GetCheckReport200JSONResponse{Body: report}, nil
}

// ListRemotes gives the published micro-frontends.
func (h checkHandlers) ListRemotes(ctx context.Context, _ operator.ListRemotesRequestObject) (operator.ListRemotesResponseObject, error) {
	listings, err := h.remotes.List(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListRemotes200JSONResponse{Body: operator.RemoteList{Remotes: convert.Each(listings, toRemote)}}, nil
}

func toRemote(from remote.Listing) operator.Remote {
	return operator.Remote{
		Name: from.Name, ActiveVersion: convert.OrNil(from.Active),
		Versions: convert.Each(from.Versions, func(version remote.ListedVersion) operator.RemoteVersion {
			return operator.RemoteVersion{
				Version: version.Version, KitVersion: version.Kit, ContractVersion: version.Contract, PublishedAt: version.PublishedAt, PublishedBy: version.PublishedBy,
			}
		}),
	}
}
