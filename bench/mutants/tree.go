package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// tree is a copy of the product that bugs are put into. It has the same place each time, so that the build cache holds.
type tree struct {
	root string
	// libraries are the server's packages but for the commands, which would be linked for nothing.
	libraries []string
}

// copied is what the server's tests need; node_modules is linked, for the PostgreSQL in it.
var copied = []string{"go.mod", "go.sum", "server", "openapi"}

// newTree copies the working tree, changed files and all.
func newTree(from, to string) (tree, error) {
	if err := os.RemoveAll(to); err != nil {
		return tree{}, err
	}
	for _, part := range copied {
		if err := copyAll(filepath.Join(from, part), filepath.Join(to, part)); err != nil {
			return tree{}, err
		}
	}
	if err := os.Symlink(filepath.Join(from, "node_modules"), filepath.Join(to, "node_modules")); err != nil {
		return tree{}, err
	}
	list := exec.Command("go", "list", "-f", `{{if and .GoFiles (ne .Name "main")}}{{.ImportPath}}{{end}}`, "./server/...")
	list.Dir = to
	listed, err := list.Output()
	return tree{to, strings.Fields(string(listed))}, err
}

func copyAll(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == "node_modules" {
			return fs.SkipDir
		}
		target := to + strings.TrimPrefix(path, from)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

// patch puts a mutant in, or takes it out again.
func (t tree) patch(m mutant, reverse bool) error {
	args := []string{"apply", "--whitespace=nowarn", m.File}
	if reverse {
		args = append(args, "--reverse")
	}
	apply := exec.Command("git", args...)
	apply.Dir = t.root
	apply.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(t.root)) // the copy is no work tree of ours
	if output, err := apply.CombinedOutput(); err != nil {
		return fmt.Errorf("the patch does not apply: %w\n%s", err, output)
	}
	return nil
}

// build fails when the server or the tests of the packages do not compile.
func (t tree) build(packages []string) error {
	steps := [][]string{append([]string{"build"}, t.libraries...)}
	for _, folder := range packages {
		steps = append(steps, []string{"test", "-c", "-ldflags=-w", "-o", t.binary(folder), folder})
	}
	for _, args := range steps {
		command := exec.Command("go", args...)
		command.Dir = t.root
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("it does not compile: %w\n%s", err, output)
		}
	}
	return nil
}

// binary is where a package's tests are built to.
func (t tree) binary(folder string) string {
	return filepath.Join(t.root, ".tests", strings.ReplaceAll(strings.TrimPrefix(folder, "./"), "/", "-"))
}

var verdict = regexp.MustCompile(`(?m)^--- (PASS|FAIL): (\S+)`)

// run runs tests that were built, and gives those that failed, with all the output. A test that did not run at all is
// an error.
func (t tree) run(tests map[string][]string) (failed []string, output string, err error) {
	var all strings.Builder
	for folder, names := range tests {
		command := exec.Command(t.binary(folder), "-test.v", "-test.timeout", "5m", "-test.run", "^("+strings.Join(names, "|")+")$")
		command.Dir = filepath.Join(t.root, folder)
		text, err := command.CombinedOutput()
		all.Write(text)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			return nil, all.String(), err
		}
		ended := map[string]string{}
		for _, found := range verdict.FindAllStringSubmatch(string(text), -1) {
			ended[found[2]] = found[1]
		}
		for _, name := range names {
			switch ended[name] {
			case "FAIL":
				failed = append(failed, name)
			case "":
				return nil, all.String(), fmt.Errorf("%s of %s did not come to an end", name, folder)
			}
		}
	}
	return failed, all.String(), nil
}
