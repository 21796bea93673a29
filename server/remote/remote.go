// Package remote is the registry of micro-frontends: which versions were published, which one members get, and the
// files of each, which never change.
//
// Publishing copies a build into our store and verifies every hash; from then on the version's bytes are fixed.
// Activating decides what members get and takes a second person, because a remote is fully trusted code: it can read
// the token. Every publication and activation is kept with who and when. Nothing here rebuilds or restarts the shell.
package remote

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// The refusals. They are for whoever publishes, so their texts say what to do; members never see them.
var (
	// ErrChanged means that bytes are not those that were described, or that a version would get other bytes.
	ErrChanged = errors.New("remote: the bytes differ from what was described")
	// ErrForeign means that a build holds what may not be copied: a link, a folder out of place, an undescribed file.
	ErrForeign = errors.New("remote: the build holds what is not its own")
	// ErrUnknown means that no such version was published, or nothing of that name is active.
	ErrUnknown = errors.New("remote: no such version")
	// ErrSamePerson means that whoever published a version also wants to activate it first.
	ErrSamePerson = errors.New("remote: a second person must activate what one has published (--by)")
	// ErrPinned means that the remote is pinned: unpin it first.
	ErrPinned = errors.New("remote: pinned to its version")
	// ErrKit means that the shell does not provide the kit or the React that the remote was built for.
	ErrKit = errors.New("remote: built for another kit or React than the shell provides")
	// ErrRoute means that another remote, which members get, has one of the routes already.
	ErrRoute = errors.New("remote: a route belongs to another remote")
	// ErrPerson means that nobody is named as the one who acts.
	ErrPerson = errors.New("remote: who does this is missing")
)

// Version is a published version.
type Version struct {
	Description Description
	// Raw is the description as it was published; the anchor of every later verification.
	Raw         []byte
	PublishedAt time.Time
	PublishedBy string
}

// Kind is what was done to a remote's place in the registry.
type Kind string

// What can be done.
const (
	Activated  Kind = "ACTIVATE"
	Pinned     Kind = "PIN"   // activated, and to stay until unpinned
	Unpinned   Kind = "UNPIN" // the version stays, other activations are possible again
	RolledBack Kind = "ROLLBACK"
)

// Activation is one entry of a remote's history; the newest one decides what members get.
type Activation struct {
	Name    string
	Version string
	Kind    Kind
	At      time.Time
	By      string
}

// Store keeps the files of published versions.
type Store interface {
	// Put copies the named files of a build to a version, all or none. A version that is there already is left as it
	// is.
	Put(ctx context.Context, name, version string, build fs.FS, files []string) error
	// Read gives a file of a version. Errors: fs.ErrNotExist.
	Read(ctx context.Context, name, version, file string) ([]byte, error)
}

// Repository keeps what was published and activated; the real one is postgres.RemoteRepository.
type Repository interface {
	// InTx runs work in one transaction.
	InTx(ctx context.Context, work func(ctx context.Context) error) error
	// AddVersion records a publication; added: it was not there before. Errors: ErrChanged when the version is there
	// with another description.
	AddVersion(ctx context.Context, version Version) (added bool, err error)
	// Version gives one publication. Errors: ErrUnknown.
	Version(ctx context.Context, name, version string) (Version, error)
	// Versions gives all publications, newest first.
	Versions(ctx context.Context) ([]Version, error)
	// Active gives the publications that members get, by name.
	Active(ctx context.Context) ([]Version, error)
	// Decide appends, in one transaction, the activation that decide chooses from the remote's history (newest first).
	// One decision waits for the other, also about another remote: each sees what the one before it did.
	Decide(ctx context.Context, name string, decide func(ctx context.Context, history []Activation) (Activation, error)) error
	// History gives the activations of all remotes, newest first.
	History(ctx context.Context) ([]Activation, error)
}
