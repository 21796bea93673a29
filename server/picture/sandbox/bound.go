package sandbox

import (
	"errors"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// niceness lets requests go first. It is not the least: at 19 a reading gets a hundredth of a processor that is busy,
// half a second of work is not done within maxWall, and slips are refused as long as the machine is busy. At 10 it gets
// a tenth beside one process.
const niceness = 10

// alone gives a command a process group of its own, which is killed when its context ends.
func alone(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return unix.Kill(-command.Process.Pid, unix.SIGKILL) }
}

// bound puts this process within its bounds. Beyond its CPU time it is killed; what takes more memory ends it. The
// niceness is its group's: of a process, Linux would change the one thread that asks, and leave those that the runtime
// has started.
func bound() error {
	seconds := uint64(maxCPU / time.Second)
	limits := map[int]uint64{unix.RLIMIT_CPU: seconds, unix.RLIMIT_FSIZE: MaxFile, unix.RLIMIT_CORE: 0}
	if raceFactor == 1 { // the race detector maps terabytes
		limits[unix.RLIMIT_DATA] = maxMemory
	}
	var wrong []error
	for which, limit := range limits {
		wrong = append(wrong, unix.Setrlimit(which, &unix.Rlimit{Cur: limit, Max: limit}))
	}
	return errors.Join(append(wrong, unix.Setpriority(unix.PRIO_PGRP, 0, niceness))...)
}
