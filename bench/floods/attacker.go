package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// target is what the attackers' process is given.
type target struct {
	Host    string
	Members int
	Codes   []string // QR codes whose payment the busy gateway may report
	Until   time.Time
}

// wave is what the attackers' process says of its flood.
type wave struct {
	Refused int            // of its calls
	Sockets int            // that it opened
	Reports int            // of the busy gateway
	Gateway map[string]int // what those were answered but 200, and how often
}

// send has a flood sent by a process of its own until ctx ends.
func (e *environment) send(ctx context.Context, flood string) (seen wave, err error) {
	until, _ := ctx.Deadline()
	given, err := json.Marshal(target{Host: e.host, Members: e.members, Codes: e.codes[len(e.codes)/2 : len(e.codes)-200], Until: until})
	if err != nil {
		return wave{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return wave{}, err
	}
	attackers := exec.Command(self, "-attack", flood)
	attackers.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	attackers.Stdin, attackers.Stderr = bytes.NewReader(given), os.Stderr
	said, err := attackers.Output()
	if err != nil {
		return wave{}, fmt.Errorf("the attackers' process: %w", err)
	}
	return seen, json.Unmarshal(said, &seen)
}

// attackNow is the attackers' process. It has the lowest priority: attackers have machines of their own, and here they
// would take the server's processors.
func attackNow(ctx context.Context, flood string, in io.Reader, out io.Writer) error {
	if err := lowest(); err != nil {
		return err
	}
	a := &attack{gateway: map[string]int{}}
	if err := json.NewDecoder(in).Decode(&a.target); err != nil {
		return err
	}
	ctx, stop := context.WithDeadline(ctx, a.Until)
	defer stop()
	for _, f := range floods {
		if f.name == flood {
			f.begin(ctx, a)
		}
	}
	a.group.Wait()
	return json.NewEncoder(out).Encode(wave{Refused: int(a.refused.Load()), Sockets: int(a.sockets.Load()), Reports: int(a.reports.Load()), Gateway: a.gateway})
}
