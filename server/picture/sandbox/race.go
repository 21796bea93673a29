//go:build race

package sandbox

// raceFactor is how much slower the race detector makes the process.
const raceFactor = 10
