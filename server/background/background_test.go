package background_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/background"
)

func TestAPanicEndsItsOwnWorkAndIsToldOf(t *testing.T) {
	t.Parallel()
	var logged strings.Builder
	log := slog.New(slog.NewJSONHandler(&logged, nil))
	group, done := background.Group{Log: log, Name: "test: stumbling"}, atomic.Int64{}
	for i := range 10 {
		group.Go(func() {
			if i == 3 {
				panic("over a stone")
			}
			done.Add(1)
		})
	}
	group.Wait()
	if done.Load() != 9 {
		t.Errorf("%d of 9 others were done", done.Load())
	}
	for _, part := range []string{"over a stone", "background_test.go", "test: stumbling"} {
		if strings.Count(logged.String(), "background work panicked") != 1 || !strings.Contains(logged.String(), part) {
			t.Errorf("no %q in the log: %s", part, logged.String())
		}
	}
	broken := errors.New("broken")
	if err := background.Recovered(log, "test: failing", func() error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	var panicked *background.Panic
	if err := background.Recovered(log, "test: failing", func() error { panic(broken) }); !errors.As(err, &panicked) || panicked.Work != "test: failing" {
		t.Error(err)
	}
	ended := make(chan struct{})
	background.Go(log, "test: failing", func() {
		defer close(ended)
		panic("again")
	})
	<-ended
	registry := prometheus.NewRegistry()
	registry.MustRegister(background.Panics())
	counted, err := registry.Gather()
	if err != nil || len(counted) != 1 || len(counted[0].GetMetric()) != 2 {
		t.Errorf("counted %v, %v", counted, err)
	}
}

// Packages of tests, the simulated parties and the demo, where a panic is to be seen at once; and the sandbox, a
// process for one picture.
var exempt = []string{"background", "portaltest", "simulator", "postgres/postgrestest", "picture/picturetest", "picture/sandbox", "cmd/krapao-demo"}

// A panic in a goroutine that nobody recovers ends the server, with all its members' requests.
func TestNoProductionCodeStartsAGoroutineByItself(t *testing.T) {
	t.Parallel()
	files := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		relative := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if slices.Contains(exempt, relative) {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".gen.go"):
			return nil
		}
		files++
		for _, found := range starts(t, path) {
			t.Errorf("%s: %s: start it with server/background", relative, found)
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files were read: %v", files, err)
	}
}

// starters are the library's ways to start a goroutine whose panic nobody recovers.
var starters = []string{"sync.WaitGroup", "errgroup.Group", "errgroup.WithContext", "time.AfterFunc", "context.AfterFunc"}

func starts(t *testing.T, path string) (found []string) {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			found = append(found, fmt.Sprintf("line %d: go", positions.Position(node.Pos()).Line))
		case *ast.SelectorExpr:
			if owner, ok := node.X.(*ast.Ident); ok && slices.Contains(starters, owner.Name+"."+node.Sel.Name) {
				found = append(found, fmt.Sprintf("line %d: %s.%s", positions.Position(node.Pos()).Line, owner.Name, node.Sel.Name))
			}
		}
		return true
	})
	return found
}
