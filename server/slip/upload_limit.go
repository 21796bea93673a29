package slip

import (
	"context"
	"sync"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
)

// Limit counts what members do, for all servers together.
type Limit interface {
	// Allow counts one event of key unless limit events lie within the last window. Errors: REQUEST_LIMIT.
	Allow(ctx context.Context, key string, limit int, window time.Duration) error
	// GiveBack takes back the newest event of key.
	GiveBack(ctx context.Context, key string) error
}

const (
	// maxUploads are the uploads of one server that are drawn or wait for it.
	maxUploads = 16
	// maxArriving are those that are on their way too. Who sends slowly costs a file on the disk and keeps nobody
	// waiting, so there may be more of them.
	maxArriving = 256
	// uploadPause is how long one more has to wait.
	uploadPause = 2 * time.Second
)

// uploads bounds what is uploaded to this server at a time: one upload a member, and so many in all.
type uploads struct {
	mu      sync.Mutex
	members map[id.MemberID]bool
	here    int
}

// begin takes an upload before anything of it is read. Errors: REQUEST_LIMIT.
func (u *uploads) begin(member id.MemberID) (end func(), err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.members[member] || len(u.members) == maxArriving {
		return nil, fault.RequestLimit.After(uploadPause)
	}
	if u.members == nil {
		u.members = map[id.MemberID]bool{}
	}
	u.members[member] = true
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.members, member)
	}, nil
}

// arrive lets an upload that is here wait for its turn. Errors: REQUEST_LIMIT.
func (u *uploads) arrive() (leave func(), err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.here == maxUploads {
		return nil, fault.RequestLimit.After(uploadPause)
	}
	u.here++
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.here--
	}, nil
}
