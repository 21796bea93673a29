package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is what /proc counts CPU in.
const tick = 10 * time.Millisecond

// usage is what a process has used.
type usage struct {
	parent      int
	own, waited time.Duration // its own, and that of its children that ended
}

func usageOf(pid int) (usage, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return usage{}, false
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name may have spaces
	fields := strings.Fields(after)
	if len(fields) < 15 {
		return usage{}, false
	}
	number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
	return usage{
		parent: number(1), own: time.Duration(number(11)+number(12)) * tick, waited: time.Duration(number(13)+number(14)) * tick,
	}, true
}

// cpuOf is what a server has used so far; 0 where there is no /proc.
func cpuOf(pid int) time.Duration {
	used, _ := usageOf(pid)
	return used.own
}

// cpuOfPostgres is what the cluster has used: its first process, its children that ended, and those that run.
func cpuOfPostgres(postmaster int) time.Duration {
	first, _ := usageOf(postmaster)
	total := first.own + first.waited
	running, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range running {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		if used, ok := usageOf(pid); ok && used.parent == postmaster {
			total += used.own
		}
	}
	return total
}
