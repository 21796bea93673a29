package chat

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"regexp"
	"time"

	"krapao/server/fault"
	"krapao/server/picture"
	"krapao/server/picture/sandbox"
)

// Kinds of files, with the most bytes of one (product specification, 9).
const (
	Image = "image"
	Video = "video"

	maxImage = 10 << 20
	maxVideo = 20 << 20
)

const (
	// uploadsADay bounds one party's files in 24 hours, taken or refused; guestUploadsADay those of all guests of one
	// address.
	uploadsADay, guestUploadsADay = 60, 120
	// FilePath is what a file's path begins with, relative to the site's address.
	FilePath = "media/chat/"
)

var fileForm = regexp.MustCompile(`^[0-9a-f]{32}\.(jpg|png|mp4|mov)$`)

// Upload is a file of a message. Its name is drawn by lot: who has it may see the file.
type Upload struct {
	Party Party
	Name  string
	// Kind is Image or Video, ContentType what the file is served as.
	Kind, ContentType string
	Size              int64
	CreatedAt         time.Time
}

// Blobs keeps files. Put keeps nothing when it or write fails. Delete of what is not there is no error. Errors of Get:
// NO_DATA.
type Blobs interface {
	Put(ctx context.Context, name, contentType string, write func(io.Writer) error) error
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	Delete(ctx context.Context, name string) error
}

// Pictures draws a picture anew, where that can be killed. Errors: picture.ErrRefused, sandbox.ErrKilled.
type Pictures interface {
	Redraw(ctx context.Context, file, drawn *os.File) (picture.Type, error)
}

// UploadInput is a file that a customer sends.
type UploadInput struct {
	Party Party
	// Kind is Image or Video: what the caller says it is, and what it must be.
	Kind    string
	File    io.Reader
	Address string
}

// Keep keeps a file for a message: an image drawn anew, a video as it is once its structure was checked.
// Errors: KEY_MISSING (no file), KEY_INVALID (not such a file, too large, or it broke off), REQUEST_LIMIT_1MIN.
func (s *Service) Keep(ctx context.Context, input UploadInput) (Upload, error) {
	counted := "chat-upload:" + input.Party.name()
	if err := s.allowUpload(ctx, input, counted); err != nil {
		return Upload{}, err
	}
	kept, err := s.keepFile(ctx, input)
	if err != nil && isOurs(err) {
		if failed := s.Limit.GiveBack(context.WithoutCancel(ctx), counted); failed != nil {
			s.Log.WarnContext(ctx, "an upload that failed on our side was counted", "error", failed)
		}
	}
	return kept, err
}

// isOurs tells whether an upload failed on our side, and is not counted. One that is refused for its bytes is counted:
// it was drawn before.
func isOurs(err error) bool {
	kind := fault.From(err).Kind
	return kind != fault.Invalid && kind != fault.TooMany && !errors.Is(err, sandbox.ErrKilled)
}

// allowUpload refuses an upload before anything of it is read. Errors: REQUEST_LIMIT_1MIN.
func (s *Service) allowUpload(ctx context.Context, input UploadInput, counted string) error {
	if input.Party.Member == 0 {
		if err := s.Limit.Allow(ctx, "chat-guest-upload:"+input.Address, guestUploadsADay, 24*time.Hour); err != nil {
			return inAMinute(err)
		}
		if err := s.allowGuest(ctx, input.Party, input.Address); err != nil {
			return inAMinute(err)
		}
	}
	if err := s.haveQuotas(ctx, input); err != nil {
		return err
	}
	return inAMinute(s.Limit.Allow(ctx, counted, uploadsADay, 24*time.Hour))
}

func (s *Service) keepFile(ctx context.Context, input UploadInput) (Upload, error) {
	limit := int64(maxImage)
	if input.Kind == Video {
		limit = maxVideo
	}
	file, size, err := s.receive(input.File, limit)
	if err != nil {
		return Upload{}, err
	}
	defer func() { _ = file.Close() }() // it has no name any more
	upload := Upload{Party: input.Party, Kind: input.Kind, Size: size, CreatedAt: s.Now().Truncate(time.Microsecond)}
	extension := ""
	if input.Kind == Video {
		if upload.ContentType, extension, err = inspectVideo(file, size); err != nil {
			return Upload{}, fault.KeyInvalid.With(err)
		}
	} else {
		drawn, kind, err := s.draw(ctx, file)
		if err != nil {
			return Upload{}, err
		}
		defer func() { _ = drawn.Close() }()
		file, upload.ContentType, extension = drawn, string(kind), kind.Extension()
		if upload.Size, err = drawn.Seek(0, io.SeekEnd); err != nil {
			return Upload{}, err
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return Upload{}, err
	}
	upload.Name = newName() + extension
	return upload, s.store(ctx, input, upload, file)
}

// store keeps the row, then the file, then that it is whole. What is left of a try that broke off goes with the files
// that no message names.
func (s *Service) store(ctx context.Context, input UploadInput, upload Upload, file io.Reader) error {
	if err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.takeQuotas(ctx, input, upload.Size); err != nil {
			return err
		}
		return s.Store.AddUpload(ctx, upload)
	}); err != nil {
		return err
	}
	if err := s.Blobs.Put(ctx, blobName(upload.Name), upload.ContentType, func(to io.Writer) error {
		_, err := io.Copy(to, file)
		return err
	}); err != nil {
		return err
	}
	err := s.Store.UploadStored(ctx, upload.Name)
	if errors.Is(err, fault.NoData) { // it took longer than files without a message are kept
		return errors.Join(fault.KeyInvalid.With(err), s.Blobs.Delete(ctx, blobName(upload.Name)))
	}
	return err
}

// blobName names a file in the store of uploads.
func blobName(name string) string { return "chat/" + name }

// receive takes a file as it comes, into one without a name: nothing of it stays when the server dies.
func (s *Service) receive(from io.Reader, limit int64) (file *os.File, size int64, err error) {
	if file, err = s.nameless(); err != nil {
		return nil, 0, err
	}
	source := &source{Reader: io.LimitReader(from, limit+1)}
	size, err = io.Copy(file, source)
	switch {
	case source.err != nil:
		err = fault.KeyInvalid.With(source.err)
	case err == nil && size == 0:
		err = fault.KeyMissing.Withf("chat: an empty file")
	case err == nil && size > limit:
		err = fault.KeyInvalid.Withf("chat: a file of more than %d bytes", limit)
	}
	if err != nil {
		_ = file.Close() // it has no name any more
		return nil, 0, err
	}
	return file, size, nil
}

func (s *Service) nameless() (*os.File, error) {
	file, err := os.CreateTemp(s.TempDir, "chat-*")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// draw draws a picture anew; one at a time, since it costs what a large picture costs.
func (s *Service) draw(ctx context.Context, file *os.File) (*os.File, picture.Type, error) {
	select {
	case s.drawing <- struct{}{}:
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	defer func() { <-s.drawing }()
	drawn, err := s.nameless()
	if err != nil {
		return nil, "", err
	}
	kind, err := s.Pictures.Redraw(ctx, file, drawn)
	if err == nil {
		return drawn, kind, nil
	}
	_ = drawn.Close()
	if errors.Is(err, picture.ErrRefused) || errors.Is(err, sandbox.ErrKilled) {
		return nil, "", fault.KeyInvalid.With(err)
	}
	return nil, "", err
}

// ownUpload gives the file that a message of the party names. Errors: KEY_INVALID.
func (s *Service) ownUpload(ctx context.Context, party Party, name string) (Upload, error) {
	if !fileForm.MatchString(name) {
		return Upload{}, fault.KeyInvalid.Withf("chat: %.60q is no upload", name)
	}
	found, err := s.Store.Upload(ctx, party, name)
	if errors.Is(err, fault.NoData) {
		return Upload{}, fault.KeyInvalid.Withf("chat: no upload of theirs is %s", name)
	}
	return found, err
}

// Open opens a file for whoever knows its name. Errors: NO_DATA.
func (s *Service) Open(ctx context.Context, name string) (Upload, io.ReadCloser, error) {
	if !fileForm.MatchString(name) {
		return Upload{}, nil, fault.NoData
	}
	found, err := s.Store.AnyUpload(ctx, name)
	if err != nil {
		return Upload{}, nil, err
	}
	content, err := s.Blobs.Get(ctx, blobName(name))
	return found, content, err
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

func newName() string {
	raw := make([]byte, 16)
	if _, err := rand.Read(raw); err != nil {
		panic("chat: no randomness: " + err.Error())
	}
	return hex.EncodeToString(raw)
}
