// Mutants puts small plausible bugs into a copy of the product, one at a time, and demands that the tests notice: a
// money test that never fails proves nothing. README.md has the table that it writes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"krapao/bench/harness"
)

func main() {
	only := flag.String("only", "", "only the mutants whose name has this text; writes no table")
	folder := flag.String("patches", "bench/mutants", "folder of the patches")
	copyAt := flag.String("copy", ".cache/mutants/tree", "where the copy of the product is made")
	flag.Parse()
	if err := run(*folder, *copyAt, *only); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(folder, copyAt, only string) error {
	commit := harness.Commit()
	mutants, err := readMutants(folder, only)
	if err != nil {
		return err
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if copyAt, err = filepath.Abs(copyAt); err != nil {
		return err
	}
	product, err := newTree(here, copyAt)
	if err != nil {
		return err
	}
	if err := clean(product, mutants); err != nil {
		return err
	}
	survived := 0
	for _, m := range mutants {
		start := time.Now()
		caught, err := product.try(m)
		result := "caught by " + strings.Join(caught, ", ")
		if err != nil {
			survived++
			result = "ESCAPED\n" + err.Error()
		}
		fmt.Printf("%-44s %-4s %5.1fs  %s\n", m.Name, m.Breaks, time.Since(start).Seconds(), result)
	}
	if survived > 0 {
		return fmt.Errorf("%d of %d mutants escaped", survived, len(mutants))
	}
	fmt.Printf("All %d mutants were caught, each by a message that names its invariant.\n", len(mutants))
	if only != "" {
		return nil
	}
	return writeTable(filepath.Join(folder, "README.md"), mutants, commit)
}

// clean demands that the tests pass before anything is wrong.
func clean(product tree, mutants []mutant) error {
	wanted := map[string][]string{}
	for _, m := range mutants {
		for folder, names := range m.Tests {
			wanted[folder] = append(wanted[folder], names...)
		}
	}
	for folder, names := range wanted {
		slices.Sort(names)
		wanted[folder] = slices.Compact(names)
	}
	start := time.Now()
	if err := product.build(slices.Collect(maps.Keys(wanted))); err != nil {
		return fmt.Errorf("the clean copy: %w", err)
	}
	failed, output, err := product.run(wanted)
	if err == nil && len(failed) > 0 {
		err = fmt.Errorf("%s failed", strings.Join(failed, ", "))
	}
	if err != nil {
		return fmt.Errorf("the clean copy: %w\n%s", err, output)
	}
	fmt.Printf("%-44s      %5.1fs  passes\n", "the clean copy", time.Since(start).Seconds())
	return nil
}

// try puts a mutant in and demands that it compiles, that a test fails, and that its output names the invariant. It
// gives the tests that failed.
func (t tree) try(m mutant) (failed []string, err error) {
	if err := t.patch(m, false); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.patch(m, true)) }()
	if err := t.build(slices.Collect(maps.Keys(m.Tests))); err != nil {
		return nil, err
	}
	failed, output, err := t.run(m.Tests)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w\n%s", err, output)
	case len(failed) == 0:
		return nil, fmt.Errorf("%s passed", m.named())
	case !regexp.MustCompile(`\b` + m.Breaks + `\b`).MatchString(output):
		return nil, fmt.Errorf("%s failed and did not name %s\n%s", strings.Join(failed, ", "), m.Breaks, output)
	}
	return failed, nil
}

const tableMark = "<!-- The table below is written by `make mutants`. -->\n"

// writeTable writes what each mutant is and who caught it, and of which tree that is.
func writeTable(file string, mutants []mutant, commit string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, _, found := strings.Cut(string(text), tableMark)
	if !found {
		return fmt.Errorf("%s has no place for the table", file)
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%s%s\nAll %d were caught at %s on %s.\n", head, tableMark, len(mutants), commit, time.Now().UTC().Format(time.DateOnly))
	table.WriteString("\n| mutant | what it does | breaks | caught by |\n|---|---|---|---|\n")
	for _, m := range mutants {
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", m.Name, m.Does, m.Breaks, m.named())
	}
	return os.WriteFile(file, []byte(table.String()), 0o644)
}
