package portaltest

import (
	"os"
	"sync"
)

// CoverageVariable names the file that every test process adds its lines `operationId CODE` to; `go run
// ./server/portaltest/cmd/codecoverage` judges it.
const CoverageVariable = "KRAPAO_CODE_COVERAGE"

var recorded sync.Map

// record notes once that an operation answered a code ("2xx" for success). A line is one write, so processes do not mix
// theirs.
func record(operation, code string) {
	path := os.Getenv(CoverageVariable)
	line := operation + " " + code + "\n"
	if _, known := recorded.LoadOrStore(line, true); known || path == "" {
		return
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic("portaltest: " + CoverageVariable + ": " + err.Error())
	}
	defer func() { _ = file.Close() }()
	if _, err := file.WriteString(line); err != nil {
		panic("portaltest: " + CoverageVariable + ": " + err.Error())
	}
}
