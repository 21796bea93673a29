package harness

import (
	"fmt"
	"os"
	"strings"
)

// Memory gives the memory that a process has in use, in bytes; 0 where the system does not tell.
func Memory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	var kilobytes int64
	_, _ = fmt.Sscan(after, &kilobytes)
	return kilobytes << 10
}
