package remote

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// Keep is how long a read of what is active is used, and how long a version counts as unknown. A decision is in
	// force on every server after this time.
	Keep = time.Second
	// readTimeout ends a read that pages share; no visitor who leaves ends it.
	readTimeout = 5 * time.Second
	// maxLookups bounds the versions that are remembered, known and unknown ones.
	maxLookups = 1000
)

// activeSet is what was active when the repository last answered, and when it was last asked.
type activeSet struct {
	versions []Version
	at       time.Time // zero: a decision came since
}

func (a *activeSet) fresh(now time.Time) bool {
	age := now.Sub(a.at)
	return age >= 0 && age < Keep
}

// active gives what members get, at most Keep old, or what it last was while the repository is down. One caller reads
// again at a time; the others get what was last known meanwhile.
func (s *Service) active(ctx context.Context) ([]Version, error) {
	last, now := s.current.Load(), s.now()
	if last != nil {
		if last.fresh(now) || !s.reading.TryLock() {
			return last.versions, nil
		}
		defer s.reading.Unlock()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTimeout)
	defer cancel()
	versions, err := s.repository.Active(ctx)
	if err != nil && last == nil {
		return nil, err
	}
	if err != nil {
		versions = last.versions
	}
	s.current.Store(&activeSet{versions: versions, at: now})
	return versions, nil
}

// invalidate makes the next page read what is active, after a decision of this process.
func (s *Service) invalidate() {
	s.reading.Lock() // a read that began before the decision ends first
	defer s.reading.Unlock()
	if last := s.current.Load(); last != nil {
		s.current.Store(&activeSet{versions: last.versions})
	}
}

// Published tells whether that version was ever published; false while the repository cannot tell.
func (s *Service) Published(ctx context.Context, name, version string) bool {
	_, err := s.describe(ctx, name, version)
	return err == nil
}

// describe gives the description of a published version, without asking the repository for those that are active or
// known, nor again for those that it did not know a moment ago. Errors: ErrUnknown.
func (s *Service) describe(ctx context.Context, name, version string) (Description, error) {
	if last := s.current.Load(); last != nil {
		for _, active := range last.versions {
			if active.Description.Name == name && active.Description.Version == version {
				return active.Description, nil
			}
		}
	}
	if !nameForm.MatchString(name) || !versionForm.MatchString(version) {
		return Description{}, ErrUnknown
	}
	key := name + "/" + version
	if kept, ok := s.lookups.get(key, s.now()); ok {
		return kept.description, kept.err
	}
	published, err := s.repository.Version(ctx, name, version)
	if err == nil || errors.Is(err, ErrUnknown) {
		s.lookups.put(key, lookup{description: published.Description, err: err, at: s.now()})
	}
	return published.Description, err
}

// lookup is what the repository said of a version: a description, which never changes, or that there is none, which
// may.
type lookup struct {
	description Description
	err         error
	at          time.Time
}

// lookups keeps what was asked for. When it is full it starts afresh.
type lookups struct {
	mu    sync.Mutex
	byKey map[string]lookup
}

func (l *lookups) get(key string, now time.Time) (lookup, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept, ok := l.byKey[key]
	return kept, ok && (kept.err == nil || now.Sub(kept.at) < Keep)
}

func (l *lookups) put(key string, kept lookup) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byKey == nil || len(l.byKey) >= maxLookups {
		l.byKey = map[string]lookup{}
	}
	l.byKey[key] = kept
}
