package embedded

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// life is what a process id stands for now.
type life int

// A killed process keeps its number until its parent has collected it, and after a reboot the number may be another
// program's.
const (
	dead  life = iota // nobody has the number, or a process that has ended
	other             // another program has it
	alive             // a PostgreSQL has it, or we cannot tell
)

// lifeOf tells what has a process id.
func lifeOf(pid int) life {
	if pid <= 1 || errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return dead
	}
	state, name := nameOf(pid)
	switch {
	case strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X"):
		return dead
	case name != "" && name != "postgres":
		return other
	}
	return alive
}

// nameOf gives the state letter and the program of a process; empty when the system does not say.
func nameOf(pid int) (state, name string) {
	if text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat")); err == nil { // 12 (postgres) S 1 ...
		open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
		if open < 0 || end < open {
			return "", ""
		}
		return string(bytes.TrimSpace(text[end+1:])), string(text[open+1 : end])
	}
	text, err := exec.Command("ps", "-o", "stat=", "-o", "comm=", "-p", strconv.Itoa(pid)).Output() //nolint:gosec,noctx // a number; it ends at once
	state, name, found := strings.Cut(strings.TrimSpace(string(text)), " ")
	if err != nil || !found {
		return "", ""
	}
	return state, filepath.Base(strings.TrimSpace(name))
}
