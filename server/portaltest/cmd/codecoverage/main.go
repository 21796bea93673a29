// Command codecoverage fails when a call declares an error code that no Go test saw it answer. It reads the file that
// KRAPAO_CODE_COVERAGE named while the tests ran.
package main

import (
	"fmt"
	"os"

	"krapao/server/portaltest"
)

func main() {
	if err := run(os.Getenv(portaltest.CoverageVariable)); err != nil {
		fmt.Fprintln(os.Stderr, "codecoverage:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	if path == "" {
		return fmt.Errorf("%s names no file", portaltest.CoverageVariable)
	}
	seen, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = seen.Close() }()
	gaps, err := portaltest.CodeGaps(seen)
	if err != nil {
		return err
	}
	for _, gap := range gaps {
		fmt.Fprintln(os.Stderr, gap)
	}
	if len(gaps) > 0 {
		return fmt.Errorf("%d codes are declared and not exercised, or exempt and exercised", len(gaps))
	}
	fmt.Println("Every code that a call declares was exercised.")
	return nil
}
