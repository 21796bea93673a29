package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mutant is a small plausible bug, and who must notice it.
type mutant struct {
	// Name is the patch's file name, File its path.
	Name, File string
	// Does says what the bug is, Breaks which promise it breaks: an invariant of the ledger's README, or FAIR, which is
	// the wheel's: a spin follows from what was committed before it, by its published weights (server/spin), or CHAT,
	// which is the chat's: a conversation is its own party's, and leads nowhere else (server/chat).
	Does, Breaks string
	// Tests are the tests that must fail, by package; at least one of them.
	Tests map[string][]string
}

var breaks = regexp.MustCompile(`^I\d+$|^FAIR$|^CHAT$`)

// readMutants reads the patches of a folder; only those whose name has one of the texts, which have commas between.
func readMutants(folder, only string) ([]mutant, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.patch"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var all []mutant
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".patch")
		if !slices.ContainsFunc(strings.Split(only, ","), func(part string) bool { return strings.Contains(name, part) }) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if m.File, err = filepath.Abs(file); err != nil {
			return nil, err
		}
		m.Name = name
		all = append(all, m)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no patch in %s has %q in its name", folder, only)
	}
	return all, nil
}

// parse reads the lines before the patch: "Does: …", "Breaks: I9", "Test: ./server/wallet TestA TestB".
func parse(text string) (mutant, error) {
	m := mutant{Tests: map[string][]string{}}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "--- ") {
			break
		}
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "Does":
			m.Does = value
		case "Breaks":
			m.Breaks = value
		case "Test":
			words := strings.Fields(value)
			if len(words) < 2 {
				return m, fmt.Errorf("%q names no test", line)
			}
			m.Tests[words[0]] = append(m.Tests[words[0]], words[1:]...)
		default:
			return m, fmt.Errorf("%q in the header", line)
		}
	}
	if m.Does == "" || !breaks.MatchString(m.Breaks) || len(m.Tests) == 0 {
		return m, fmt.Errorf("the header needs Does, Breaks (an invariant) and Test")
	}
	return m, nil
}

// named gives the tests as a reader wants them.
func (m mutant) named() string {
	var all []string
	for _, tests := range m.Tests {
		all = append(all, tests...)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
