package embedded

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// holderOf, in the environment, makes the test program a process that holds the cluster of a folder until it is killed.
const holderOf = "KRAPAO_TEST_HOLDER_OF"

func TestMain(m *testing.M) {
	data := os.Getenv(holderOf)
	if data == "" {
		os.Exit(m.Run())
	}
	ctx := context.Background()
	cluster, err := Start(ctx, Config{Data: data, Say: func(format string, args ...any) { println("said:", format) }})
	if err != nil {
		println("failed:", err.Error())
		os.Exit(1)
	}
	for range 4 { // busy backends notice late that their postmaster is gone
		busy, err := pgx.Connect(ctx, cluster.URL(Superuser, "postgres"))
		if err != nil {
			println("failed:", err.Error())
			os.Exit(1)
		}
		go func() {
			_, _ = busy.Exec(ctx, "do $$ declare until timestamptz := clock_timestamp() + '700 ms'; begin while clock_timestamp() < until loop null; end loop; end $$")
		}()
	}
	println("ready")
	select {}
}

// holder starts a process that holds a folder's cluster, and gives it when that is ready.
func holder(t *testing.T, data string) *exec.Cmd {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run", "^$")
	command.Env = append(os.Environ(), holderOf+"="+data)
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if lines.Text() == "ready" {
			return command
		}
		t.Log(lines.Text())
		if strings.HasPrefix(lines.Text(), "failed:") {
			t.Fatal(lines.Text())
		}
	}
	t.Fatal("the holder ended")
	return nil
}

func TestPostgreSQLAndItsServerKilledTogetherStartAgainEachTime(t *testing.T) {
	data := openFolder(t)
	for i := range 5 {
		held := holder(t, data)
		seen, err := prepare(Config{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		postmaster := seen.Postmaster()
		if i%2 == 0 { // either may be the first to go
			_ = syscall.Kill(postmaster, syscall.SIGKILL)
		}
		_ = held.Process.Kill()
		_ = syscall.Kill(postmaster, syscall.SIGKILL)
		_ = held.Wait()
		began := time.Now()
		cluster := mustStart(t, data)
		t.Logf("start %d took %v", i+1, time.Since(began).Round(time.Millisecond))
		if i == 0 {
			execute(t, cluster, "create table kept (x int)")
		}
		execute(t, cluster, "insert into kept values (1)")
		if got := one(t, cluster, "select count(*)::text from kept"); got != strconv.Itoa(i+1) {
			t.Fatalf("%s rows after %d starts", got, i+1)
		}
		if err := cluster.Stop(); err != nil {
			t.Fatal(err)
		}
	}
}

// sleeper is a process of PostgreSQL's user that is no PostgreSQL.
func sleeper(t *testing.T, cluster *Cluster) *exec.Cmd {
	t.Helper()
	command := exec.Command("sleep", "600")
	command.SysProcAttr = &syscall.SysProcAttr{Credential: cluster.as.credential}
	command.Dir = "/"
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	return command
}

// leaveFile leaves the file of a PostgreSQL that was killed, with the number of another process.
func leaveFile(t *testing.T, cluster *Cluster, pid int) {
	t.Helper()
	name := filepath.Join(cluster.folder, "postmaster.pid")
	if err := os.WriteFile(name, []byte(strconv.Itoa(pid)+"\n"+cluster.folder+"\n1\n5432\n"+cluster.sockets+"\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(name, cluster.as.uid, cluster.as.gid); err != nil {
		t.Fatal(err)
	}
}

func TestAnOldFileWhoseNumberAnotherProgramHasDoesNotKeepPostgreSQLFromStarting(t *testing.T) {
	data := openFolder(t)
	cluster := mustStart(t, data)
	if got := lifeOf(cluster.Postmaster()); got != alive {
		t.Errorf("a PostgreSQL that runs is %v", got)
	}
	if err := cluster.Stop(); err != nil {
		t.Fatal(err)
	}
	for name, ends := range map[string]bool{"another program": false, "a process that has ended and that nobody has collected": true} {
		t.Run(name, func(t *testing.T) {
			process := sleeper(t, cluster)
			if ends {
				if err := process.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				eventually(t, "it has ended", func() bool { return lifeOf(process.Process.Pid) == dead })
			}
			leaveFile(t, cluster, process.Process.Pid)
			again := mustStart(t, data)
			if again.Postmaster() == process.Process.Pid {
				t.Error("the file was not written anew")
			}
			if err := again.Stop(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestAStartWaitsForTheProcessThatHoldsTheFolderAndTakesItOver(t *testing.T) {
	data := openFolder(t)
	first := mustStart(t, data)
	lock := first.lock
	if err := syscall.Kill(first.Postmaster(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waits, started := make(chan string, 100), make(chan error, 1)
	var second *Cluster
	go func() {
		var err error
		second, err = Start(context.Background(), Config{Data: data, Say: func(format string, _ ...any) { waits <- format }})
		started <- err
	}()
	select {
	case <-waits:
	case err := <-started:
		t.Fatalf("it did not wait: %v", err)
	}
	_ = lock.Close() // the holder is killed too
	first.lock = nil
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	if second.lock == nil {
		t.Error("it is a guest of nobody")
	}
	if err := second.Stop(); err != nil {
		t.Error(err)
	}
}

func TestWhatIsInTheWayIsWaitedForAndNobodyIsToldToRemoveAnything(t *testing.T) {
	for said, waits := range map[string]bool{
		"FATAL:  pre-existing shared memory block (key 12, ID 3) is still in use\nHINT:  Terminate any old server processes associated with data directory \"/d\".\n": true,
		"FATAL:  lock file \"postmaster.pid\" already exists\nHINT:  Is another postmaster (PID 12) running in data directory \"/d\"?\n":                              true,
		"FATAL:  could not open file \"global/pg_control\"\nHINT:  delete the file \"postmaster.pid\"\n":                                                              false,
	} {
		obstacle, err := refused([]byte(said), nil, "/d.log")
		if (obstacle != "") != waits || (err == nil) != waits {
			t.Errorf("%q: %q, %v", said, obstacle, err)
		}
		if err != nil && (strings.Contains(err.Error(), "postmaster.pid") || !strings.Contains(err.Error(), "pg_control")) {
			t.Error(err)
		}
	}
}

// eventually waits for what a loaded machine may take long for.
func eventually(t *testing.T, promise string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("never: %s", promise)
}
