package site

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// keep is how long a read of the settings is used. A change is in force on every server after this time at most.
const keep = 2 * time.Second

// Service answers what the operator has set and written, from memory.
type Service struct {
	config  Config
	current atomic.Pointer[reading]
	mu      sync.Mutex // held by who reads
	image   atomic.Pointer[Image]
}

// reading is a snapshot and when it was made or last tried to be renewed.
type reading struct {
	snapshot *Snapshot
	at       time.Time
}

// New makes a Service; it reads nothing yet.
func New(config Config) *Service { return &Service{config: config} }

func (s *Service) fresh() *reading {
	r := s.current.Load()
	if r == nil {
		return nil
	}
	if age := s.config.Now().Sub(r.at); age < 0 || age >= keep {
		return nil
	}
	return r
}

// Read gives the settings and texts, at most two seconds old. While they cannot be read, those known last are given, so
// that a database that is down does not blank the pages. Errors: Unavailable, when there are none yet.
func (s *Service) Read(ctx context.Context) (*Snapshot, error) {
	if r := s.fresh(); r != nil {
		return r.snapshot, nil
	}
	last := s.current.Load()
	if last != nil && !s.mu.TryLock() {
		return last.snapshot, nil // somebody is reading
	}
	if last == nil {
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	if r := s.fresh(); r != nil {
		return r.snapshot, nil
	}
	return s.renew(ctx)
}

// invalidate has the next read ask the database, because a transaction that is not over yet changes something.
func (s *Service) invalidate() {
	if last := s.current.Load(); last != nil {
		s.current.Store(&reading{snapshot: last.snapshot})
	}
}

// readTimeout ends a read; no caller who leaves ends it, because the others use what it gives.
const readTimeout = 5 * time.Second

// renew reads from the database; the caller holds the mutex.
func (s *Service) renew(ctx context.Context) (*Snapshot, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTimeout)
	defer cancel()
	last, now := s.current.Load(), s.config.Now()
	stored, err := s.config.Store.ReadSite(ctx, s.config.Edition)
	switch {
	case err == nil:
		snapshot := &Snapshot{stored: stored, config: s.config}
		s.current.Store(&reading{snapshot: snapshot, at: now})
		return snapshot, nil
	case last != nil:
		s.current.Store(&reading{snapshot: last.snapshot, at: now})
		return last.snapshot, nil
	}
	return nil, err
}

// Terminated tells whether the site is shut, as far as is known.
func (s *Service) Terminated(ctx context.Context) bool {
	snapshot, err := s.Read(ctx)
	return err == nil && snapshot.Settings().Terminated
}
