package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"krapao/server/fault"
)

const (
	// bodyTime is how long a JSON body may take to come; largeBodyTime the same for one of more than BodyLimit.
	bodyTime, largeBodyTime = 10 * time.Second, 30 * time.Second
	// uploadStall is how long an upload may send nothing.
	uploadStall = 15 * time.Second
	// afterBody is what stays of the read deadline for the work once the body is there: a deadline that passed would end the request.
	afterBody = 15 * time.Second
)

// receive reads a body, capped and within a time. A request whose body is still on its way costs next to nothing and holds no slot of its
// kind meanwhile: else a few hundred callers who send slowly would keep everybody out.
// Errors: KEY_INVALID, REQUEST_LIMIT (too many bodies of this network are on their way), SERVER_BUSY.
func (b *Base) receive(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength == 0 {
		return nil, nil
	}
	if r.ContentLength > limit {
		return nil, fault.KeyInvalid.Withf("the body is longer than %d bytes", limit)
	}
	x := exchangeFrom(r.Context())
	kept := x.work.budget
	x.work.leave()
	body, err := b.readBody(w, r, limit)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		if x.work, err = b.enter(r.Context(), x, kept); err != nil {
			return nil, err
		}
	}
	return body, nil
}

func (b *Base) readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	budget, within := b.bodies, bodyTime
	if limit > b.BodyLimit && (r.ContentLength < 0 || r.ContentLength > b.BodyLimit) {
		budget, within = b.large, largeBodyTime
	}
	receiving, err := b.enterAs(r.Context(), budget, network(exchangeFrom(r.Context()).client))
	if err != nil {
		return nil, err
	}
	defer receiving.leave()
	controller := http.NewResponseController(w)
	_ = controller.SetReadDeadline(time.Now().Add(within)) // a writer without deadlines is a test's
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fault.KeyInvalid.Withf("the body is longer than %d bytes", limit)
	case err != nil:
		return nil, fault.KeyInvalid.With(err)
	}
	_ = controller.SetReadDeadline(time.Now().Add(b.Timeout + afterBody))
	return body, nil
}

// drainTime is how long the rest of a refused upload is read: a browser that is still sending would not read the answer.
const drainTime = 10 * time.Second

// upload is a body that its handler reads while it comes. A caller who sends nothing is given up.
type upload struct {
	io.ReadCloser
	deadline func(at time.Time)
	end      time.Time
}

// openUpload lets a handler read an upload while it comes. From here on the request holds no slot: it waits for who sends it, and then for its turn among
// uploads, which their handler bounds.
func (a *admission) openUpload(w http.ResponseWriter, r *http.Request) {
	x, controller := exchangeFrom(r.Context()), http.NewResponseController(w)
	x.work.leave()
	body := &upload{
		ReadCloser: r.Body, end: time.Now().Add(a.base.UploadTimeout),
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

// drain reads the rest of an upload that is refused.
func drain(ctx context.Context) {
	if rest := exchangeFrom(ctx).drain; rest != nil {
		rest()
	}
}
