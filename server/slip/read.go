package slip

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"krapao/server/emvco"
	"krapao/server/fault"
	"krapao/server/picture"
	"krapao/server/picture/sandbox"
)

// read finds the slip's QR code on its image. reason is not empty when there is none to go on with.
func (s *Service) read(ctx context.Context, slip Slip) (code emvco.Slip, payload string, reason Reason, err error) {
	texts, reason, err := s.texts(ctx, slip)
	if err != nil || reason != "" {
		return code, "", reason, err
	}
	reason = Unreadable
	for _, text := range texts {
		code, err := emvco.ReadSlip(text)
		switch {
		case err == nil:
			return code, text, "", nil
		case errors.Is(err, emvco.ErrMalformed):
			reason = Unstable
		case reason == Unreadable:
			reason = Invalid
		}
	}
	return code, "", reason, nil
}

// errNoReader says that a slip's picture stopped its reader, now or at an earlier try.
var errNoReader = errors.New("slip: the picture stops its reader")

// texts gives the texts of the QR codes on a slip's image. The try is on record before it begins: one that never
// returns, as when it takes the server with it, is the last. Errors: errNoReader.
func (s *Service) texts(ctx context.Context, slip Slip) (texts []string, reason Reason, err error) {
	file, err := s.fetch(ctx, slip)
	if errors.Is(err, fault.NoData) {
		return nil, NoImage, nil
	} else if err != nil {
		return nil, "", err
	}
	defer func() { _ = file.Close() }() // it has no name any more
	select {
	case s.reading <- struct{}{}:
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	defer func() { <-s.reading }()
	if begun, err := s.Store.BeginReading(ctx, slip, s.Now()); err != nil {
		return nil, "", err
	} else if !begun {
		return nil, "", errNoReader
	}
	texts, err = s.Pictures.Codes(ctx, file)
	switch {
	case errors.Is(err, sandbox.ErrKilled):
		return nil, "", fmt.Errorf("%w: %w", errNoReader, err)
	case ctx.Err() != nil: // it was under way when its time was over
		return nil, "", ctx.Err()
	}
	ended := s.Store.EndReading(ctx, slip)
	if errors.Is(err, picture.ErrRefused) {
		return nil, ImageSize, ended
	}
	return texts, "", errors.Join(err, ended)
}

// fetch brings a slip's image to this machine. Errors: NO_DATA.
func (s *Service) fetch(ctx context.Context, slip Slip) (*os.File, error) {
	if err := slip.imageThere(); err != nil {
		return nil, err
	}
	image, err := s.Blobs.Get(ctx, slip.ImageName)
	if err != nil {
		return nil, err
	}
	defer func() { _ = image.Close() }() // read to its end, or given up
	file, err := s.nameless()
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(file, io.LimitReader(image, sandbox.MaxFile)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
