package postgrestest

import (
	"os/exec"
	"strconv"
	"syscall"
)

// watcher waits until its input ends, which is when the test process is gone, and clears up.
const watcher = `cat >/dev/null
kill -QUIT "$1" 2>/dev/null
while kill -0 "$1" 2>/dev/null; do sleep 0.02; done
rm -rf "$2" "$3"`

// watch starts the watcher and gives what ends it early.
func watch(postmaster int, folders ...string) (stop func(), err error) {
	command := exec.Command("/bin/sh", append([]string{"-c", watcher, "sh", strconv.Itoa(postmaster)}, folders...)...)
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = input.Close()
		_ = command.Wait()
	}, nil
}
