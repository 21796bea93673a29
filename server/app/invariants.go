package app

import (
	"context"
	"time"

	"krapao/server/gateway/provider"
	"krapao/server/postgres"
)

// The invariant that no database can tell of itself.
const (
	i9, i9Promise = "I9", "what game providers say of transfers is what we decided, and the ledger's game accounts equal their own books"
)

// Invariants looks at all of them, I1 to I16 (server/ledger/README.md).
type Invariants struct {
	DB *postgres.DB
	// Now is the clock.
	Now func() time.Time
	// Providers is asked about I9; nil: nobody is, for the reason in Unasked.
	Providers *provider.Providers
	Unasked   string
	// Sample is how many of the latest transfers and members the providers are asked about.
	Sample int
}

// Check gives a finding for each invariant, in order. What cannot be looked at is no error but NotChecked.
func (i Invariants) Check(ctx context.Context) ([]postgres.Finding, error) {
	findings, err := i.DB.Check(ctx)
	if err != nil {
		return nil, err
	}
	others, err := i.others(ctx)
	findings = append(findings, others...)
	postgres.SortFindings(findings)
	return findings, err
}

// others gives the findings that the database alone has no answer to.
func (i Invariants) others(ctx context.Context) (findings []postgres.Finding, err error) {
	game := postgres.Finding{Invariant: i9, Promise: i9Promise, NotChecked: i.Unasked}
	if i.Providers != nil {
		books := providerBooks{db: i.DB, providers: i.Providers, now: i.Now, sample: i.Sample}
		if game, err = books.check(ctx); err != nil {
			return nil, err
		}
	}
	return append(findings, game), nil
}
