package main

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// sessions says whether Linux shares the processors among sessions first, and among threads only then.
const sessions = "/proc/sys/kernel/sched_autogroup_enabled"

// flatten has processes that are started from now on share the processors as threads, as they do under systemd or in a
// container. PostgreSQL makes each connection a session: with twenty of them at work, the server would have a
// twenty-first part of a processor, and the attackers, as idle as their threads may be, as much as the server. It gives
// what undoes it, and whether it could be had: it takes root.
func flatten() (undo func(), flat bool) {
	before, err := os.ReadFile(sessions)
	if err != nil || strings.TrimSpace(string(before)) == "0" {
		return func() {}, true
	}
	if err := os.WriteFile(sessions, []byte("0"), 0o600); err != nil {
		return func() {}, false
	}
	return func() { _ = os.WriteFile(sessions, before, 0o600) }, true
}

// lowest has every thread of this process run only while nothing else wants the processor. The lowest niceness is not
// enough: beside a process of it that only counts, and sends nothing, a server at rest is half as fast, as each of its
// wake-ups waits for the end of a slice.
func lowest() error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		attributes := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE}
		if err := unix.SchedSetAttr(id, &attributes, 0); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}
