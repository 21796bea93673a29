//go:build !race

package sandbox

// raceFactor is how much slower the process is than it would be.
const raceFactor = 1

// raceEnvironment is what the process's environment lacks for the race detector.
var raceEnvironment []string
