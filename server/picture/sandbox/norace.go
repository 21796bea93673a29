//go:build !race

package sandbox

// raceFactor is how much slower the process is than it would be.
const raceFactor = 1
