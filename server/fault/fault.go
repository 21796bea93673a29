// Package fault is the one kind of error that rules return and that the outside may see: what went wrong (Kind) and the
// code of the product's catalogue. Anything that is not a Fault is internal.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what sort of failure it is; the transport maps each kind to one status.
type Kind int

// The kinds, in the order of the statuses they become. Internal is the zero value, so a forgotten kind never looks
// harmless.
const (
	Internal        Kind = iota // a defect or an unknown failure
	Invalid                     // the request cannot be right
	Unauthenticated             // nobody known is asking
	Forbidden                   // known, but not allowed
	NotFound                    // what was asked for is not there, or not theirs
	Conflict                    // the state does not allow it
	Gone                        // the site has been shut down
	TooMany                     // asked too often; RetryAfter says when to come back
	Unavailable                 // a part we need is down; trying again later makes sense
)

var kindNames = map[Kind]string{
	Internal: "internal", Invalid: "invalid", Unauthenticated: "unauthenticated", Forbidden: "forbidden", NotFound: "not found",
	Conflict: "conflict", Gone: "gone", TooMany: "too many", Unavailable: "unavailable",
}

// String gives the kind's name for logs.
func (k Kind) String() string {
	if name, ok := kindNames[k]; ok {
		return name
	}
	return fmt.Sprintf("kind(%d)", int(k))
}

// Code is a code of the catalogue (ErrorCode of the contracts), for instance MONEY_NOT_ENOUGH.
type Code string

// Fault is a failure with a code. The package values are shared and never changed: With and After give copies.
type Fault struct {
	// Kind decides the status.
	Kind Kind
	// Code is what the caller reads.
	Code Code
	// Field is which part of the request is at fault: the name of a parameter or header, or the JSON pointer of a value
	// in the body; empty where no single one is.
	Field string
	// RetryAfter is how long to wait before another try, 0 when that is unknown.
	RetryAfter time.Duration

	cause error
}

// New makes a fault. Faults with a fixed code are package values of the domain that returns them.
func New(kind Kind, code Code) *Fault { return &Fault{Kind: kind, Code: code} }

// Error gives the code and, for the log only, the cause.
func (f *Fault) Error() string {
	if f.cause == nil {
		return string(f.Code)
	}
	return string(f.Code) + ": " + f.cause.Error()
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.cause }

// Is makes errors.Is compare kind and code, so a copy with a cause still is its package value. (Two faults share
// INTERNAL_SERVER_ERROR: a defect and a part that is down.)
func (f *Fault) Is(target error) bool {
	other, ok := target.(*Fault)
	return ok && other.Code == f.Code && other.Kind == f.Kind
}

// In gives a copy that says which part of the request is at fault.
func (f *Fault) In(field string) *Fault {
	copied := *f
	copied.Field = field
	return &copied
}

// With gives a copy that carries why. The cause is logged, never sent.
func (f *Fault) With(cause error) *Fault {
	copied := *f
	copied.cause = cause
	return &copied
}

// Withf is With for a formatted cause.
func (f *Fault) Withf(format string, args ...any) *Fault {
	return f.With(fmt.Errorf(format, args...))
}

// After gives a copy that asks the caller to wait this long.
func (f *Fault) After(wait time.Duration) *Fault {
	copied := *f
	copied.RetryAfter = wait
	return &copied
}

// From finds the fault in err. An error without one becomes InternalServerError with err as its cause; nil stays nil.
func From(err error) *Fault {
	if err == nil {
		return nil
	}
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return InternalServerError.With(err)
}
