//go:build !linux

package main

import "golang.org/x/sys/unix"

// lowest gives this process the lowest priority.
func lowest() error { return unix.Setpriority(unix.PRIO_PROCESS, 0, 19) }

// flatten does what is needed on Linux only.
func flatten() (undo func(), flat bool) { return func() {}, true }
