package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// outside is where root puts what PostgreSQL's user must reach when the project lies in a closed folder.
const outside = "/var/lib/krapao"

// runAs is who runs PostgreSQL. It refuses to run as root, so root hands it to another user.
type runAs struct {
	uid, gid   int
	credential *syscall.Credential // nil: ourselves
}

func whoRuns() (runAs, error) {
	if os.Geteuid() != 0 {
		return runAs{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(account.Uid, 10, 31)
		gid, err2 := strconv.ParseUint(account.Gid, 10, 31)
		if err1 != nil || err2 != nil || uid == 0 {
			continue
		}
		return runAs{uid: int(uid), gid: int(gid), credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
	}
	return runAs{}, errors.New("embedded: PostgreSQL refuses root, and there is no user postgres or nobody to run it as")
}

// reachable tells whether the user may pass through every folder down to path (root's home is usually closed to
// others).
func (r runAs) reachable(path string) bool {
	if r.credential == nil {
		return true
	}
	for folder := path; ; folder = filepath.Dir(folder) {
		info, err := os.Stat(folder)
		if err == nil && info.IsDir() && !r.mayPass(info) {
			return false
		}
		if folder == filepath.Dir(folder) {
			return true
		}
	}
}

func (r runAs) mayPass(info os.FileInfo) bool {
	mode := info.Mode().Perm()
	if owner, ok := info.Sys().(*syscall.Stat_t); ok {
		if int(owner.Uid) == r.uid {
			return mode&0o100 != 0
		}
		if int(owner.Gid) == r.gid {
			return mode&0o010 != 0
		}
	}
	return mode&0o001 != 0
}

// place gives data, or a folder outside whose name is derived from it when the user cannot reach it.
func (r runAs) place(data string) string {
	if r.reachable(data) {
		return data
	}
	return filepath.Join(outside, short(data), filepath.Base(data))
}

// binariesFor gives bin, or a copy of its installation where the user can reach it.
func (r runAs) binariesFor(bin string) (string, error) {
	if r.reachable(bin) {
		return bin, nil
	}
	native := filepath.Dir(bin)
	copied := filepath.Join(outside, "postgres-"+short(native))
	if hasPostgres(filepath.Join(copied, "bin")) {
		return filepath.Join(copied, "bin"), nil
	}
	if err := os.MkdirAll(outside, 0o755); err != nil { //nolint:gosec // PostgreSQL's user must pass through it
		return "", err
	}
	fresh, err := os.MkdirTemp(outside, "copying-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	if err := os.CopyFS(filepath.Join(fresh, "native"), os.DirFS(native)); err != nil {
		return "", fmt.Errorf("embedded: copying PostgreSQL out of a closed folder: %w", err)
	}
	if err := os.Rename(filepath.Join(fresh, "native"), copied); err != nil && !hasPostgres(filepath.Join(copied, "bin")) {
		return "", err
	}
	return filepath.Join(copied, "bin"), nil
}

func short(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:6])
}
