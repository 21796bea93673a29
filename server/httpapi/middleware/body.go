package middleware

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"krapao/server/fault"
)

const (
	// bodyTime is how long a JSON body may take to come; largeBodyTime the same for one of more than BodyLimit, of
	// which bodyStep bytes come in stepTime: who sends nothing keeps no place of the few.
	bodyTime, largeBodyTime = 10 * time.Second, 30 * time.Second
	bodyStep, stepTime      = 64 << 10, 3 * time.Second
	// uploadStall is how long an upload may send nothing.
	uploadStall = 15 * time.Second
	// afterBody is what stays of the read deadline for the work once the body is there: a deadline that passed would
	// end the request.
	afterBody = 15 * time.Second
)

// receive reads a body, capped and within a time. A request whose body is still on its way costs next to nothing and
// holds no slot of its kind meanwhile: else a few hundred callers who send slowly would keep everybody out. Errors:
// KEY_INVALID, REQUEST_LIMIT (too many bodies of this network are on their way), SERVER_BUSY.
func (b *Base) receive(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	var body bytes.Buffer
	err := b.ReceiveInto(w, r, limit, &body)
	return body.Bytes(), err
}

// ReceiveInto is receive for who does not keep a body in memory.
func (b *Base) ReceiveInto(w http.ResponseWriter, r *http.Request, limit int64, into io.Writer) error {
	if r.ContentLength == 0 {
		return nil
	}
	if r.ContentLength > limit {
		return fault.KeyInvalid.Withf("the body is longer than %d bytes", limit)
	}
	x := RequestInfoFrom(r.Context())
	kept := x.work.budget
	x.work.leave()
	err := b.readBody(w, r, limit, into)
	if err == nil && kept != nil {
		x.work, err = b.enter(r.Context(), x, kept)
	}
	return err
}

// readBody reads a body: as much as an ordinary one has in the first place, the rest of a long one in a place of its
// own, which it keeps while it comes.
func (b *Base) readBody(w http.ResponseWriter, r *http.Request, limit int64, into io.Writer) error {
	caller := network(RequestInfoFrom(r.Context()).Client)
	place, err := b.enterAs(r.Context(), b.bodies, caller)
	if err != nil {
		return err
	}
	defer func() { place.leave() }()
	controller, end := http.NewResponseController(w), time.Now().Add(largeBodyTime)
	within := func(at time.Time) { _ = controller.SetReadDeadline(at) } // a writer without deadlines is a test's
	taken, body := &taking{Writer: into}, http.MaxBytesReader(w, r.Body, limit)
	within(time.Now().Add(bodyTime))
	_, err = io.CopyN(taken, body, min(limit, b.BodyLimit)+1)
	if err == nil {
		place.leave()
		if place, err = b.enterAs(r.Context(), b.large, caller); err != nil {
			return err
		}
	}
	for err == nil {
		if within(time.Now().Add(stepTime)); time.Now().After(end) {
			return fault.KeyInvalid.Withf("the body took longer than %v", largeBodyTime)
		}
		_, err = io.CopyN(taken, body, bodyStep)
	}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return fault.KeyInvalid.Withf("the body is longer than %d bytes", limit)
	case taken.err != nil:
		return taken.err
	case !errors.Is(err, io.EOF):
		return fault.KeyInvalid.With(err)
	}
	within(time.Now().Add(b.Timeout + afterBody))
	return nil
}

// taking tells a fault of ours from one of who sends.
type taking struct {
	io.Writer
	err error
}

func (t *taking) Write(part []byte) (int, error) {
	n, err := t.Writer.Write(part)
	t.err = err
	return n, err
}

// drainTime is how long the rest of a refused upload is read: a browser that is still sending would not read the
// answer.
const drainTime = 10 * time.Second

// upload is a body that its handler reads while it comes. A caller who sends nothing is given up.
type upload struct {
	io.ReadCloser
	deadline func(at time.Time)
	end      time.Time
}

// openUpload lets a handler read an upload while it comes. From here on the request holds no slot: it waits for who
// sends it, and then for its turn among uploads, which their handler bounds.
func (a *Gates) openUpload(w http.ResponseWriter, r *http.Request) {
	x, controller := RequestInfoFrom(r.Context()), http.NewResponseController(w)
	x.work.leave()
	body := &upload{
		ReadCloser: r.Body, end: time.Now().Add(a.Base.UploadTimeout),
		deadline: func(at time.Time) { _ = controller.SetReadDeadline(at) }, // a writer without deadlines is a test's
	}
	r.Body = body
	x.drain = func() {
		body.end = time.Now().Add(drainTime)
		_, _ = io.Copy(io.Discard, body)
	}
}

func (u *upload) Read(into []byte) (int, error) {
	if stall := time.Now().Add(uploadStall); stall.Before(u.end) {
		u.deadline(stall)
	} else {
		u.deadline(u.end)
	}
	n, err := u.ReadCloser.Read(into)
	u.deadline(u.end)
	return n, err
}

// Drain reads the rest of an upload that is refused.
func Drain(ctx context.Context) {
	if rest := RequestInfoFrom(ctx).drain; rest != nil {
		rest()
	}
}
