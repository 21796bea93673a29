package cashier

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"regexp"
	"runtime"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
	"krapao/server/picture"
)

const (
	// slipsADay is how many slips a member may upload in 24 hours.
	slipsADay = 60
	// referenceLetters are those of a reference: none that looks like another.
	referenceLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
)

var (
	referenceForm = regexp.MustCompile(`^SLIP-[2-9A-HJ-NP-Z]{8}$`)
	bangkok       = time.FixedZone("Asia/Bangkok", 7*60*60) // no summer time since it is this zone
)

// SlipsOpen tells whether slips are taken at a moment: from openFrom until before openTo, over midnight where openFrom is the later one, and
// always where both are the same.
func (s Settings) SlipsOpen(at time.Time) bool {
	local := at.In(bangkok)
	day := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute +
		time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
	switch from, to := s.SlipOpenFrom, s.SlipOpenTo; {
	case from == to:
		return true
	case from < to:
		return from <= day && day < to
	default:
		return from <= day || day < to
	}
}

// UploadSlipInput is a file that a member sends.
type UploadSlipInput struct {
	Member   id.MemberID
	Currency money.Currency
	// File is read once, as it comes.
	File io.Reader
	// Key is the caller's, zero when none was sent. What the file is becomes part of its body's hash.
	Key idempotency.Key
}

// Upload keeps a slip's image, drawn anew, and has it checked. The same file of the same member is the same slip, as it is now.
// Errors: SLIP_CLOSED, SLIP_NO_FILE, SLIP_INVALID_FILE, SLIP_UPLOAD_FAIL, REQUEST_LIMIT, IDEMPOTENCY_CONFLICT, KEY_INVALID (the form broke off).
func (s *Slips) Upload(ctx context.Context, input UploadSlipInput) (Slip, error) {
	settings, err := s.Store.Settings(ctx)
	if err != nil {
		return Slip{}, err
	}
	now := s.Now()
	open := settings.SlipsOpen(now)
	if !open && input.Key.IsZero() {
		return Slip{}, ErrSlipClosed
	}
	file, hash, err := s.receive(input.File, int64(settings.SlipMaxSizeMB)<<20)
	if err != nil {
		return Slip{}, err
	}
	defer func() { _ = file.Close() }() // it has no name any more
	if !input.Key.IsZero() {
		input.Key.BodyHash = sha256.Sum256(append(input.Key.BodyHash[:], hash...))
	}
	earlier, err := s.earlier(ctx, input, hash)
	if err != nil || !earlier.ID.IsZero() {
		return earlier, err
	}
	if !open {
		return Slip{}, ErrSlipClosed
	}
	if err := s.limit(ctx, input.Member, now); err != nil {
		return Slip{}, err
	}
	slip := Slip{
		ID: id.NewID(), Member: input.Member, Currency: input.Currency, Status: SlipPending, FileHash: hash, CreatedAt: now.Truncate(time.Microsecond),
	}
	if err := s.keep(ctx, file, &slip); err != nil {
		return Slip{}, err
	}
	return s.add(ctx, slip, input.Key)
}

// receive takes a file into a folder on this machine, and gives it with its SHA-256. It has no name: nothing of it stays when the server dies.
func (s *Slips) receive(from io.Reader, limit int64) (file *os.File, hash []byte, err error) {
	if file, err = os.CreateTemp(s.TempDir, "slip-*"); err != nil {
		return nil, nil, ErrSlipUploadFail.With(err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	if err := os.Remove(file.Name()); err != nil {
		return nil, nil, ErrSlipUploadFail.With(err)
	}
	sum := sha256.New()
	source := &source{Reader: io.LimitReader(from, limit+1)}
	size, err := io.Copy(io.MultiWriter(file, sum), source)
	switch {
	case source.err != nil:
		return nil, nil, fault.KeyInvalid.With(source.err)
	case err != nil:
		return nil, nil, ErrSlipUploadFail.With(err)
	case size == 0:
		return nil, nil, ErrSlipNoFile
	case size > limit:
		return nil, nil, ErrSlipInvalidFile.Withf("cashier: a slip of more than %d bytes", limit)
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
func (s *Slips) earlier(ctx context.Context, input UploadSlipInput, hash []byte) (Slip, error) {
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

// limit keeps a member from filling the store. Errors: REQUEST_LIMIT.
func (s *Slips) limit(ctx context.Context, member id.MemberID, now time.Time) error {
	came, err := s.Store.NthSlip(ctx, member, slipsADay)
	if err != nil || came.IsZero() {
		return err
	}
	if wait := came.Add(24 * time.Hour).Sub(now); wait > 0 {
		return fault.RequestLimit.After(wait)
	}
	return nil
}

// keep reads the image and stores it, drawn anew, under a name that says nothing. One image at a time is read: they take memory.
func (s *Slips) keep(ctx context.Context, file io.ReadSeeker, slip *Slip) error {
	select {
	case s.reading <- struct{}{}:
	case <-ctx.Done():
		return fault.ServiceUnavailable.With(ctx.Err())
	}
	large := true
	defer func() { s.doneReading(large) }()
	read, err := picture.Read(file)
	if errors.Is(err, picture.ErrRefused) {
		return ErrSlipInvalidFile.With(err)
	} else if err != nil {
		return ErrSlipUploadFail.With(err)
	}
	large = read.Large()
	slip.ImageType = string(read.Type)
	slip.ImageName = "slip/" + slip.CreatedAt.UTC().Format("2006/01/") + hex.EncodeToString(randomBytes(16)) + read.Type.Extension()
	if err := s.Blobs.Put(ctx, slip.ImageName, slip.ImageType, read.Write); err != nil {
		return ErrSlipUploadFail.With(err)
	}
	return nil
}

// doneReading lets the next image be read. What a large one took is given back first, so that two are never in memory.
func (s *Slips) doneReading(large bool) {
	if large {
		runtime.GC()
	}
	<-s.reading
}

// add writes the slip and its check in one transaction. What another request was quicker with wins, and the image is dropped.
func (s *Slips) add(ctx context.Context, slip Slip, key idempotency.Key) (kept Slip, err error) {
	ctx = context.WithoutCancel(ctx) // the caller may leave meanwhile; the image is there
	const tries = 3
	for range tries {
		slip.Reference = newReference()
		kept, err = s.addOnce(ctx, slip, key)
		if !errors.Is(err, ErrSlipReference) {
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

func (s *Slips) addOnce(ctx context.Context, slip Slip, key idempotency.Key) (kept Slip, err error) {
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
			return fault.IdempotencyConflict.Withf("cashier: the key was used while this request ran")
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
		panic("cashier: no randomness: " + err.Error())
	}
	return out
}
