package slip

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"regexp"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
	"krapao/server/picture"
	"krapao/server/picture/sandbox"
)

const (
	// filesADay is how many files a member may upload in 24 hours, taken or refused.
	filesADay = 60
	// referenceLetters are those of a reference: none that looks like another.
	referenceLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
)

var referenceForm = regexp.MustCompile(`^SLIP-[2-9A-HJ-NP-Z]{8}$`)

// UploadInput is a file that a member sends.
type UploadInput struct {
	Member   id.MemberID
	Currency money.Currency
	// File is read once, as it comes.
	File io.Reader
	// Key is the caller's, zero when none was sent. What the file is becomes part of its body's hash.
	Key idempotency.Key
}

// Upload keeps a slip's image, drawn anew, and has it checked. The same file of the same member is the same slip, as it
// is now. It is counted before anything of it is read, whatever becomes of it: only repeats, and what fails on our
// side, are given back.
// Errors: SLIP_CLOSED, SLIP_NO_FILE, SLIP_INVALID_FILE, SLIP_UPLOAD_FAIL, REQUEST_LIMIT, IDEMPOTENCY_CONFLICT,
// KEY_INVALID (the form broke off).
func (s *Service) Upload(ctx context.Context, input UploadInput) (slip Slip, err error) {
	end, err := s.uploads.begin(input.Member)
	if err != nil {
		return Slip{}, err
	}
	defer end()
	rules, err := s.Store.SlipRules(ctx)
	if err != nil {
		return Slip{}, err
	}
	now := s.Now()
	open := rules.IsOpen(now)
	if !open && input.Key.IsZero() {
		return Slip{}, ErrClosed
	}
	counted := "slip-upload:" + input.Member.String()
	if err := s.Limit.Allow(ctx, counted, filesADay, 24*time.Hour); err != nil {
		return Slip{}, err
	}
	file, hash, err := s.receive(input.File, int64(rules.MaxSizeMB)<<20)
	if err != nil {
		return Slip{}, s.giveBack(ctx, counted, err)
	}
	defer func() { _ = file.Close() }() // it has no name any more
	if !input.Key.IsZero() {
		input.Key.BodyHash = sha256.Sum256(append(input.Key.BodyHash[:], hash...))
	}
	earlier, err := s.earlier(ctx, input, hash)
	if err != nil {
		return Slip{}, err
	}
	if !earlier.ID.IsZero() {
		return earlier, s.Limit.GiveBack(ctx, counted)
	}
	if !open {
		return Slip{}, ErrClosed
	}
	leave, err := s.uploads.arrive()
	if err != nil {
		return Slip{}, s.giveBack(ctx, counted, err)
	}
	defer leave()
	slip = Slip{
		ID: id.NewID(), Member: input.Member, Currency: input.Currency, Status: Pending, FileHash: hash, CreatedAt: now.Truncate(time.Microsecond),
	}
	if err := s.keep(ctx, file, &slip); err != nil {
		return Slip{}, s.giveBack(ctx, counted, err)
	}
	return s.add(ctx, slip, input.Key)
}

// giveBack does not count an upload that failed on our side. A picture that had its reader killed stays counted.
func (s *Service) giveBack(ctx context.Context, counted string, err error) error {
	if errors.Is(err, sandbox.ErrKilled) {
		return err
	}
	if errors.Is(err, ErrUploadFail) || errors.Is(err, fault.RequestLimit) || errors.Is(err, fault.ServiceUnavailable) {
		if failed := s.Limit.GiveBack(context.WithoutCancel(ctx), counted); failed != nil {
			s.Log.WarnContext(ctx, "an upload that failed on our side was counted", "error", failed)
		}
	}
	return err
}

// nameless makes a file in a folder on this machine. It has no name: nothing of it stays when the server dies.
func (s *Service) nameless() (*os.File, error) {
	file, err := os.CreateTemp(s.TempDir, "slip-*")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// receive takes a file, and gives it with its SHA-256.
func (s *Service) receive(from io.Reader, limit int64) (file *os.File, hash []byte, err error) {
	if file, err = s.nameless(); err != nil {
		return nil, nil, ErrUploadFail.With(err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	sum := sha256.New()
	source := &source{Reader: io.LimitReader(from, limit+1)}
	size, err := io.Copy(io.MultiWriter(file, sum), source)
	switch {
	case source.err != nil:
		return nil, nil, fault.KeyInvalid.With(source.err)
	case err != nil:
		return nil, nil, ErrUploadFail.With(err)
	case size == 0:
		return nil, nil, ErrNoFile
	case size > limit:
		return nil, nil, ErrInvalidFile.Withf("slip: a slip of more than %d bytes", limit)
	}
	return file, sum.Sum(nil), nil
}

// source remembers what went wrong with the sender, as distinct from the disk.
type source struct {
	io.Reader
	err error
}

func (s *source) Read(into []byte) (int, error) {
	n, err := s.Reader.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// earlier gives the slip that this upload repeats, the zero Slip for none.
func (s *Service) earlier(ctx context.Context, input UploadInput, hash []byte) (Slip, error) {
	effect, err := s.Keys.Find(ctx, input.Member, input.Key)
	if err != nil {
		return Slip{}, err
	}
	if !effect.IsZero() {
		return s.Store.Slip(ctx, input.Member, effect)
	}
	slip, err := s.Store.SlipOfFile(ctx, input.Member, hash)
	if errors.Is(err, fault.NoData) {
		return Slip{}, nil
	}
	if err != nil || input.Key.IsZero() {
		return slip, err
	}
	return slip, s.Store.InTx(ctx, func(ctx context.Context) error {
		_, err := s.Keys.Claim(ctx, input.Member, input.Key, slip.ID)
		return err
	})
}

// keep stores the picture, drawn anew, under a name that says nothing. One is drawn at a time.
func (s *Service) keep(ctx context.Context, file *os.File, slip *Slip) error {
	drawn, err := s.nameless()
	if err != nil {
		return ErrUploadFail.With(err)
	}
	defer func() { _ = drawn.Close() }() // it has no name any more
	kind, err := s.draw(ctx, file, drawn)
	if errors.Is(err, picture.ErrRefused) {
		return ErrInvalidFile.With(err)
	} else if err != nil {
		return ErrUploadFail.With(err)
	}
	slip.ImageType = string(kind)
	slip.ImageName = "slip/" + slip.CreatedAt.UTC().Format("2006/01/") + hex.EncodeToString(randomBytes(16)) + kind.Extension()
	if err := s.Blobs.Put(ctx, slip.ImageName, slip.ImageType, func(to io.Writer) error {
		_, err := io.Copy(to, drawn)
		return err
	}); err != nil {
		return ErrUploadFail.With(err)
	}
	return nil
}

// draw draws a picture anew into a file that is then read from its beginning.
func (s *Service) draw(ctx context.Context, file, drawn *os.File) (picture.Type, error) {
	select {
	case s.drawing <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-s.drawing }()
	kind, err := s.Pictures.Redraw(ctx, file, drawn)
	if err != nil {
		return "", err
	}
	_, err = drawn.Seek(0, io.SeekStart)
	return kind, err
}

// add writes the slip and its check in one transaction. What another request was quicker with wins, and the image is
// dropped.
func (s *Service) add(ctx context.Context, slip Slip, key idempotency.Key) (kept Slip, err error) {
	ctx = context.WithoutCancel(ctx) // the caller may leave meanwhile; the image is there
	const tries = 3
	for range tries {
		slip.Reference = newReference()
		kept, err = s.addOnce(ctx, slip, key)
		if !errors.Is(err, ErrReference) {
			break
		}
	}
	if err != nil { // a commit that was lost may have happened all the same
		if found, missing := s.Store.Slip(ctx, slip.Member, slip.ID); missing == nil {
			return found, nil
		} else if !errors.Is(missing, fault.NoData) {
			return Slip{}, err
		}
	}
	if err != nil || kept.ID != slip.ID {
		if failed := s.Blobs.Delete(ctx, slip.ImageName); failed != nil {
			s.Log.WarnContext(ctx, "an image that belongs to no slip could not be deleted", "name", slip.ImageName, "error", failed)
		}
	}
	return kept, err
}

func (s *Service) addOnce(ctx context.Context, slip Slip, key idempotency.Key) (kept Slip, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		var isNew bool
		if kept, isNew, err = s.Store.AddSlip(ctx, slip); err != nil {
			return err
		}
		effect, err := s.Keys.Claim(ctx, slip.Member, key, kept.ID)
		switch {
		case err != nil:
			return err
		case !effect.IsZero() && effect != kept.ID:
			return fault.IdempotencyConflict.Withf("slip: the key was used while this request ran")
		case !isNew:
			return nil
		}
		return s.Queue.AddSlipCheck(ctx, slip)
	})
	return kept, err
}

func newReference() string {
	letters := randomBytes(8)
	for i, random := range letters {
		letters[i] = referenceLetters[random%32] // 256 is a multiple of 32: no letter is favoured
	}
	return "SLIP-" + string(letters)
}

func randomBytes(n int) []byte {
	out := make([]byte, n)
	if _, err := rand.Read(out); err != nil {
		panic("slip: no randomness: " + err.Error())
	}
	return out
}
