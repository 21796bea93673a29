package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/draw"
	_ "image/gif"  // an image that may be uploaded
	_ "image/jpeg" // another one
	"image/png"

	"krapao/server/audit"
	"krapao/server/fault"
)

// ContactQRPath is where the contact page's image is served.
const ContactQRPath = "/media/contact/line-qr.png"

// The largest image that may be uploaded: in bytes, and in pixels a side. A chat application's QR codes are far
// smaller.
const (
	MaxImageBytes = 1 << 20
	maxImageSide  = 1024
)

// Image is a PNG of our own drawing.
type Image struct {
	// Content is the file, Hash its SHA-256 in hexadecimal. Content is empty where there is none.
	Content []byte
	Hash    string
}

// redraw gives the pixels of an image as a PNG of our own: whatever else the file held is gone. Errors: KEY_MISSING,
// KEY_INVALID.
func redraw(uploaded []byte) ([]byte, error) {
	switch {
	case len(uploaded) == 0:
		return nil, fault.KeyMissing.Withf("site: no image")
	case len(uploaded) > MaxImageBytes:
		return nil, fault.KeyInvalid.Withf("site: an image of more than %d bytes", MaxImageBytes)
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(uploaded)) // judges by the content, whatever its name says
	if err != nil {
		return nil, fault.KeyInvalid.With(err)
	}
	if size.Width < 1 || size.Height < 1 || size.Width > maxImageSide || size.Height > maxImageSide {
		return nil, fault.KeyInvalid.Withf("site: an image of %d x %d pixels", size.Width, size.Height)
	}
	read, _, err := image.Decode(bytes.NewReader(uploaded))
	if err != nil {
		return nil, fault.KeyInvalid.With(err)
	}
	drawn := image.NewNRGBA(image.Rect(0, 0, size.Width, size.Height))
	draw.Draw(drawn, drawn.Bounds(), read, read.Bounds().Min, draw.Src)
	var file bytes.Buffer
	if err := png.Encode(&file, drawn); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

// PutContactQR replaces the contact page's image, drawn anew, and gives where it is served. Errors: KEY_MISSING
// (empty), KEY_INVALID.
func (s *Service) PutContactQR(ctx context.Context, uploaded []byte) (place string, err error) {
	content, err := redraw(uploaded)
	if err != nil {
		return "", err
	}
	return ContactQRPath, s.putContactQR(ctx, content)
}

// RemoveContactQR removes the contact page's image; clients show their own.
func (s *Service) RemoveContactQR(ctx context.Context) error { return s.putContactQR(ctx, nil) }

func (s *Service) putContactQR(ctx context.Context, content []byte) error {
	return s.write(ctx, s.contactQRChange(content))
}

func (s *Service) contactQRChange(content []byte) prepare {
	return func(ctx context.Context, settings Settings) (prepared, error) {
		before, err := s.stored(ctx)
		if err != nil {
			return prepared{}, err
		}
		line := audit.Change{Action: audit.ContactQR}
		if before.stored.ContactQR != nil {
			line.Before = map[string]any{"sha256": hex.EncodeToString(before.stored.ContactQR)}
		}
		settings.LineQR = ""
		var hash []byte
		if content != nil {
			sum := sha256.Sum256(content)
			hash, settings.LineQR = sum[:], ContactQRPath
			line.After = map[string]any{"sha256": hex.EncodeToString(hash)}
		}
		return prepared{line, func(ctx context.Context) error {
			if err := s.config.Store.PutContactQR(ctx, content, hash, s.config.Now()); err != nil {
				return err
			}
			return s.config.Store.PutSettings(ctx, settings)
		}}, nil
	}
}

// ContactQR gives the contact page's image, from memory where it is the one in force. While the database is away, the
// last one is given. Errors: Unavailable.
func (s *Service) ContactQR(ctx context.Context) (Image, error) {
	snapshot, err := s.Read(ctx)
	if err != nil || snapshot.stored.ContactQR == nil {
		return Image{}, err
	}
	known := s.image.Load()
	if known != nil && known.Hash == hex.EncodeToString(snapshot.stored.ContactQR) {
		return *known, nil
	}
	content, hash, err := s.config.Store.ContactQR(ctx)
	if err != nil {
		if known != nil {
			return *known, nil
		}
		return Image{}, err
	}
	read := Image{Content: content, Hash: hex.EncodeToString(hash)}
	s.image.Store(&read)
	return read, nil
}
