package remote

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"krapao/server/audit"
)

// Config is what a Service needs.
type Config struct {
	Store      Store
	Repository Repository
	// Trail gets a line of each publication and decision; a registry that only reads needs none.
	Trail audit.Trail
	// Now is the clock.
	Now func() time.Time
	// Shell is the deployed shell: what it provides must be what a remote needs. The zero Description checks nothing.
	Shell Description
	// Misfit hears of a version that a page asked for and does not get, as the shell lacks what it was built for; nil:
	// nobody.
	Misfit func(name, version string)
}

// Service is the registry. Its methods are safe for use by many at once.
type Service struct {
	store      Store
	repository Repository
	trail      audit.Trail
	now        func() time.Time
	shell      Description
	misfit     func(name, version string)
	files      *cache

	current atomic.Pointer[activeSet]
	reading sync.Mutex // held by who reads what is active
	lookups lookups
}

// New makes a registry.
func New(config Config) *Service {
	misfit := config.Misfit
	if misfit == nil {
		misfit = func(_, _ string) {}
	}
	return &Service{
		store: config.Store, repository: config.Repository, trail: config.Trail, now: config.Now, shell: config.Shell, misfit: misfit, files: newCache(cacheSize),
	}
}

// ActivateInput chooses a version.
type ActivateInput struct {
	Name, Version string
	// By is who decides.
	By string
}

// Validate refuses what names no version or nobody. Errors: ErrPerson, ErrUnknown.
func (in ActivateInput) Validate() error {
	if in.By == "" {
		return ErrPerson
	}
	if in.Name == "" || in.Version == "" {
		return ErrUnknown
	}
	return nil
}

// Activate gives members a published version from their next page load. A version's first activation needs another
// person than its publisher. Activating what is active changes nothing. Errors: ErrUnknown, ErrSamePerson, ErrPinned,
// ErrKit, ErrRoute, ErrPerson.
func (s *Service) Activate(ctx context.Context, in ActivateInput) error {
	return s.activate(ctx, in, Activated)
}

// Pin is Activate with a version that stays until Unpin. Errors: as Activate.
func (s *Service) Pin(ctx context.Context, in ActivateInput) error {
	return s.activate(ctx, in, Pinned)
}

func (s *Service) activate(ctx context.Context, in ActivateInput, kind Kind) error {
	if err := in.Validate(); err != nil {
		return err
	}
	return s.decide(ctx, in.Name, func(ctx context.Context, history []Activation) (Activation, error) {
		published, err := s.repository.Version(ctx, in.Name, in.Version)
		if err != nil {
			return Activation{}, err
		}
		if pinned(history) && history[0].Version != in.Version {
			return Activation{}, fmt.Errorf("%w: %s %s", ErrPinned, in.Name, history[0].Version)
		}
		if err := s.fits(ctx, published.Description); err != nil {
			return Activation{}, err
		}
		if !everActive(history, in.Version) && published.PublishedBy == in.By {
			return Activation{}, fmt.Errorf("%w: %s published %s %s", ErrSamePerson, in.By, in.Name, in.Version)
		}
		if len(history) > 0 && history[0].Version == in.Version && (kind == Activated || pinned(history)) {
			return Activation{}, errNothingToDo
		}
		return Activation{Version: in.Version, Kind: kind, By: in.By}, nil
	})
}

// Unpin lets other versions be activated again; the version stays. Errors: ErrUnknown, ErrPerson.
func (s *Service) Unpin(ctx context.Context, name, by string) error {
	if by == "" {
		return ErrPerson
	}
	return s.decide(ctx, name, func(_ context.Context, history []Activation) (Activation, error) {
		if len(history) == 0 {
			return Activation{}, fmt.Errorf("%w: %s", ErrUnknown, name)
		}
		if !pinned(history) {
			return Activation{}, errNothingToDo
		}
		return Activation{Version: history[0].Version, Kind: Unpinned, By: by}, nil
	})
}

// Rollback gives members again what they had before the active version, and tells which version that is. It was
// activated by two people once, so one is enough now. It also leaves a pinned version: left tells what was
// active, and who pinned it. Where another remote took one of its routes since, that one is rolled back first. Errors:
// ErrUnknown, ErrKit, ErrRoute, ErrPerson.
func (s *Service) Rollback(ctx context.Context, name, by string) (version string, left Activation, err error) {
	if by == "" {
		return "", left, ErrPerson
	}
	err = s.decide(ctx, name, func(ctx context.Context, history []Activation) (Activation, error) {
		before := previous(history)
		if before == "" {
			return Activation{}, fmt.Errorf("%w: %s had no version before", ErrUnknown, name)
		}
		published, err := s.repository.Version(ctx, name, before)
		if err != nil {
			return Activation{}, err
		}
		version, left = before, history[0]
		return Activation{Version: before, Kind: RolledBack, By: by}, s.fits(ctx, published.Description)
	})
	return version, left, err
}

// errNothingToDo ends a decision that would change nothing.
var errNothingToDo = errors.New("remote: nothing to do")

func (s *Service) decide(ctx context.Context, name string, choose func(ctx context.Context, history []Activation) (Activation, error)) error {
	err := s.repository.Decide(ctx, name, func(ctx context.Context, history []Activation) (Activation, error) {
		activation, err := choose(ctx, history)
		if err != nil {
			return Activation{}, err
		}
		activation.Name, activation.At = name, s.now()
		change := audit.Change{Action: audit.Remote, Subject: name, After: logged(activation)}
		if len(history) > 0 {
			change.Before = logged(history[0])
		}
		return activation, audit.RecordAll(ctx, s.trail, change)
	})
	s.invalidate()
	if errors.Is(err, errNothingToDo) {
		return nil
	}
	return err
}

// logged is what the audit log has of what members get.
func logged(activation Activation) map[string]any {
	return map[string]any{"active": activation.Version, "pinned": activation.Kind == Pinned}
}

// fits checks that a remote is built for the shell, and that none of its routes is another's. Errors: ErrKit, ErrRoute.
func (s *Service) fits(ctx context.Context, d Description) error {
	if err := s.fitsShell(d); err != nil {
		return err
	}
	active, err := s.repository.Active(ctx)
	if err != nil {
		return err
	}
	for _, other := range active {
		for _, route := range other.Description.Routes {
			if other.Description.Name != d.Name && slices.ContainsFunc(d.Routes, func(own Route) bool { return strings.EqualFold(own.Path, route.Path) }) {
				return fmt.Errorf("%w: %s of %s %s is shown by %s", ErrRoute, route.Path, d.Name, d.Version, other.Description.Name)
			}
		}
	}
	return nil
}

// fitsShell checks that the shell provides what a remote was built for: the same major of the kit and of React, and at
// least its minor, because within a major they only ever add; React within the remote's range; and every module of the
// kit that the remote imports. What one of the two does not tell is not checked. Errors: ErrKit.
func (s *Service) fitsShell(d Description) error {
	parts := []struct{ name, has, needs string }{
		{"kit", s.shell.Kit, minorOf(d.Kit)}, {"React", s.shell.React, minorOf(d.React)}, {"React", s.shell.React, strings.TrimPrefix(d.ReactRange, "^")},
	}
	for _, part := range parts {
		if part.has == "" || part.needs == "" {
			continue
		}
		has, needs := numbers(part.has), numbers(part.needs)
		if has[0] != needs[0] || slices.Compare(has[:], needs[:]) < 0 {
			return fmt.Errorf("%w: %s %s needs %s %s, the shell has %s", ErrKit, d.Name, d.Version, part.name, part.needs, part.has)
		}
	}
	for _, module := range d.Modules {
		if len(s.shell.Modules) > 0 && !slices.Contains(s.shell.Modules, module) {
			return fmt.Errorf("%w: %s %s imports %s, which the shell does not provide", ErrKit, d.Name, d.Version, module)
		}
	}
	return nil
}

// minorOf is a version without its patch, which decides nothing.
func minorOf(version string) string {
	if version == "" {
		return ""
	}
	parts := numbers(version)
	return fmt.Sprintf("%d.%d.0", parts[0], parts[1])
}

func numbers(version string) [3]int {
	var parsed [3]int
	for i, part := range strings.SplitN(version, ".", 3) {
		parsed[i], _ = strconv.Atoi(part)
	}
	return parsed
}

func pinned(history []Activation) bool { return len(history) > 0 && history[0].Kind == Pinned }

func everActive(history []Activation, version string) bool {
	for _, activation := range history {
		if activation.Version == version {
			return true
		}
	}
	return false
}

// previous is the version that was active before the present one: undoing a rollback's undoing goes further back, so
// that two rollbacks in a row do not swing between two bad versions.
func previous(history []Activation) string {
	var stack []string // what rolling back would return to, oldest first
	for i := len(history) - 1; i >= 0; i-- {
		switch entry := history[i]; {
		case entry.Kind == RolledBack && len(stack) > 1:
			stack = stack[:len(stack)-1]
		case len(stack) == 0 || stack[len(stack)-1] != entry.Version:
			stack = append(stack, entry.Version)
		}
	}
	if len(stack) < 2 {
		return ""
	}
	return stack[len(stack)-2]
}
