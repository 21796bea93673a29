package portaltest

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Process is the built server in a process of its own, which a test may kill.
type Process struct {
	// Origin and Ops are the addresses of its listeners for members and for operations.
	Origin, Ops string
	// Environment is added to the server's.
	Environment []string
	// Log is what it has written. Read it while the server does not run.
	Log bytes.Buffer

	t                testing.TB
	binary, database string
	command          *exec.Cmd
}

// builtServer is the environment variable that names a server that is built already (tools/test-go.sh builds one).
const builtServer = "KRAPAO_TEST_SERVER"

// NewProcess builds the server for a database, by its address. It does not run yet, and the test's end kills it.
func NewProcess(t testing.TB, database string) *Process {
	t.Helper()
	p := &Process{Origin: FreeAddress(t), Ops: FreeAddress(t), t: t, binary: os.Getenv(builtServer), database: database}
	if p.binary == "" {
		p.binary = filepath.Join(t.TempDir(), "krapao")
		if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", p.binary, "krapao/server/cmd/krapao").CombinedOutput(); err != nil {
			t.Fatalf("building the server: %v\n%s", err, out)
		}
	}
	t.Cleanup(p.Kill)
	return p
}

// Start starts the server and waits until it is ready.
func (p *Process) Start() {
	p.t.Helper()
	p.command = exec.Command(p.binary, "serve")
	p.command.Env = append(os.Environ(), "DATABASE_URL="+p.database, "KRAPAO_SECRET_KEY="+TestKey.Reveal(), "KRAPAO_ADDRESS="+p.Origin,
		"KRAPAO_OPS_ADDRESS="+p.Ops, "KRAPAO_OPERATOR_ADDRESS=127.0.0.1:0", "KRAPAO_DATA_DIR="+p.t.TempDir(), "KRAPAO_SHELL_DIR=")
	p.command.Env = append(p.command.Env, p.Environment...)
	p.command.Stdout, p.command.Stderr = &p.Log, &p.Log
	if err := p.command.Start(); err != nil {
		p.t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if response, err := http.Get("http://" + p.Ops + "/readyz"); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
	}
	p.Kill()
	p.t.Fatalf("the server never was ready:\n%s", p.Log.String())
}

// Kill is kill -9.
func (p *Process) Kill() {
	if p.command == nil {
		return
	}
	_ = p.command.Process.Kill()
	_ = p.command.Wait() // it was killed
	p.command = nil
}
