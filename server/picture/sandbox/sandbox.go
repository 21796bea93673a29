// Package sandbox reads pictures that strangers send in a process of their own, which has bounds on CPU, memory and
// time and can be killed. The process is this very program, started again: it gets the picture and nothing else,
// neither the environment nor a file of ours.
package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"krapao/server/picture"
)

// The bounds of one picture. The largest that picture.Read takes needs a quarter of them (README.md).
const (
	// maxCPU is the CPU time.
	maxCPU = 6 * raceFactor * time.Second
	// maxMemory is what its memory may be in bytes; at softMemory the collector works harder.
	maxMemory, softMemory = 320 << 20, 96 << 20
	// MaxFile is the largest file in bytes that it reads or writes.
	MaxFile = 64 << 20
	// maxAnswer bounds what it may say in bytes.
	maxAnswer = 64 << 10
)

// maxWall is the time from start to end, also on a busy machine. Tests of the other bounds have longer: they share the
// processors with all other tests.
var maxWall = 30 * raceFactor * time.Second

// ErrKilled says that the process ended without an answer that can be read: it met a bound, or failed in another way.
// Whether the picture is hostile or the machine was too busy is not known.
var ErrKilled = errors.New("sandbox: the picture was not read within its bounds")

// The calls, as the process's one argument.
const (
	argument = "krapao-picture-sandbox="
	redraw   = "redraw"
	codes    = "codes"
)

// answer is the line of JSON that the process writes.
type answer struct {
	// Refused is why the picture is not taken, "" when it is.
	Refused string       `json:"refused,omitempty"`
	Type    picture.Type `json:"type,omitempty"`
	Texts   []string     `json:"texts,omitempty"`
}

// Sandbox starts a process for each picture.
type Sandbox struct{}

// Redraw judges a file by its content and draws the picture anew into another file, from where that one stands. Both
// stand at their ends then. Errors: picture.ErrRefused; ErrKilled; the context's.
func (Sandbox) Redraw(ctx context.Context, file, drawn *os.File) (picture.Type, error) {
	said, err := run(ctx, redraw, file, drawn)
	return said.Type, err
}

// Codes gives the texts of the QR codes on a picture that Redraw drew. Errors: picture.ErrRefused; ErrKilled; the
// context's.
func (Sandbox) Codes(ctx context.Context, file *os.File) ([]string, error) {
	said, err := run(ctx, codes, file, nil)
	return said.Texts, err
}

func run(ctx context.Context, call string, file, drawn *os.File) (said answer, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return answer{}, err
	}
	inTime, cancel := context.WithTimeout(ctx, maxWall)
	defer cancel()
	program, err := self()
	if err != nil {
		return answer{}, err
	}
	command := exec.CommandContext(inTime, program, argument+call) //nolint:gosec // this program
	command.Env = append([]string{"GOMAXPROCS=1", fmt.Sprintf("GOMEMLIMIT=%d", softMemory)}, raceEnvironment...)
	command.Stdin = file
	if drawn != nil {
		command.ExtraFiles = []*os.File{drawn}
	}
	out, complaint := &capped{limit: maxAnswer}, &capped{limit: 512}
	command.Stdout, command.Stderr = out, complaint
	command.WaitDelay = time.Second
	alone(command)
	err = command.Run()
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case errors.As(err, &ended), errors.Is(err, context.DeadlineExceeded), errors.Is(err, exec.ErrWaitDelay):
		return answer{}, fmt.Errorf("%w: %w %.200q", ErrKilled, err, complaint.String())
	case err != nil:
		return answer{}, fmt.Errorf("sandbox: %w", err)
	}
	if err := json.Unmarshal(out.Bytes(), &said); err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrKilled, err)
	}
	if said.Refused != "" {
		return answer{}, fmt.Errorf("%w: in its process: %s", picture.ErrRefused, said.Refused)
	}
	return said, nil
}

// self is this program, also when its file was replaced since.
func self() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// capped keeps the beginning of what is written.
type capped struct {
	bytes.Buffer

	limit int
}

// Write keeps what there is room for.
func (c *capped) Write(from []byte) (int, error) {
	_, _ = c.Buffer.Write(from[:min(len(from), c.limit-c.Len())]) // a buffer takes all
	return len(from), nil
}

// init makes this program the sandbox's process when it was started as that. It is here and not in each main, so that
// no program can use the package and start itself again and again instead.
func init() {
	if len(os.Args) != 2 || !strings.HasPrefix(os.Args[1], argument) {
		return
	}
	time.AfterFunc(maxWall, func() { os.Exit(1) }) // whoever started it may be gone
	if err := serve(strings.TrimPrefix(os.Args[1], argument)); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serve does one call: the picture is the standard input, the new one the file behind the standard three.
func serve(call string) error {
	if err := bound(); err != nil {
		return err
	}
	do, is := calls[call]
	if !is {
		return fmt.Errorf("sandbox: no call %.20q", call)
	}
	said, err := do()
	if errors.Is(err, picture.ErrRefused) {
		said, err = answer{Refused: err.Error()}, nil
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(said)
}

// calls are what the process can do.
var calls = map[string]func() (answer, error){
	redraw: func() (answer, error) {
		read, err := picture.Read(os.Stdin)
		if err != nil {
			return answer{}, err
		}
		const firstExtra = 3
		return answer{Type: read.Type}, read.Write(os.NewFile(firstExtra, "drawn"))
	},
	codes: func() (answer, error) {
		read, err := picture.Redrawn(os.Stdin)
		if err != nil {
			return answer{}, err
		}
		return answer{Texts: picture.QRTexts(read.Image)}, nil
	},
}
