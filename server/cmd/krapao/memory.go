package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// memoryShare is the part of the container's memory (or the machine's) that GOMEMLIMIT becomes; the rest is for
	// stacks and the kernel.
	memoryShare = 0.9
	// most and least garbage in percent of the living memory, and how much of it may be more than least: at rest some 7
	// MB live, and at Go's default of 100 % collecting took an eighth of the server's CPU; under a flood 400 % of what
	// lives would be a gigabyte.
	mostGarbage, leastGarbage = 400, 100
	garbageBytes              = 64 << 20
)

// limitMemory keeps the server within its container: garbage is collected earlier the more memory lives, and hard
// before the container's limit. GOGC and GOMEMLIMIT say otherwise.
func limitMemory() error {
	if _, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem))); err != nil {
		return fmt.Errorf("the memory's limit: %w", err)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(mostGarbage)
		collected()
	}
	return nil
}

// garbagePercent is GOGC where so much lives.
func garbagePercent(living uint64) int {
	return int(max(leastGarbage, min(mostGarbage, garbageBytes*100/max(living, 1))))
}

var garbage = struct {
	mu      sync.Mutex
	percent int
}{percent: mostGarbage}

// collected runs after each collection: it sets how much garbage the next one waits for.
func collected() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	garbage.mu.Lock()
	if percent := garbagePercent(sample[0].Value.Uint64()); percent != garbage.percent {
		garbage.percent = percent
		debug.SetGCPercent(percent)
	}
	garbage.mu.Unlock()
	runtime.AddCleanup(&struct{ _ [16]byte }{}, func(struct{}) { collected() }, struct{}{})
}
