//go:build race

package sandbox

// raceFactor is how much slower the race detector makes the process.
const raceFactor = 10

// raceEnvironment spares each process the second that the race detector waits at its end.
var raceEnvironment = []string{"GORACE=atexit_sleep_ms=0"}
