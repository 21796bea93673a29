// Package picture takes images that strangers send: it judges them by their content before their pixels are read,
// bounds what they may cost, draws them anew so that nothing else of the file is kept, and reads the QR codes on them.
// It is floor: rules of nobody.
package picture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
)

// MaxPixels is the most pixels an image may have: 25 megapixels.
const MaxPixels = 25_000_000

const (
	// maxMemory bounds the bytes that an image takes once it is read: a photograph of MaxPixels (JPEG 4:2:0), a
	// screenshot of ten megapixels (PNG in colour).
	maxMemory = 40_000_000
	// minSide is the shortest side, in pixels, on which a QR code of a slip can be read.
	minSide = 64
	// maxSide keeps an image from being a line.
	maxSide = 20_000
	// quality of drawn photographs.
	quality = 88
)

// ErrRefused says that a file is no image that is taken; errors of Read wrap it. Any other error is the file's
// reader's.
var ErrRefused = errors.New("picture: refused")

// Type is an image's media type.
type Type string

// The types that are taken.
const (
	JPEG Type = "image/jpeg"
	PNG  Type = "image/png"
)

// Extension gives the ending of a file's name.
func (t Type) Extension() string {
	if t == PNG {
		return ".png"
	}
	return ".jpg"
}

// Picture is an image that was read.
type Picture struct {
	Type  Type
	Image image.Image
}

// Read reads an image of a file that may hold anything.
func Read(file io.ReadSeeker) (Picture, error) {
	kind, facts, err := inspect(file)
	if err != nil {
		return Picture{}, err
	}
	if err := rewind(file); err != nil {
		return Picture{}, err
	}
	var config image.Config
	if kind == PNG {
		config, err = png.DecodeConfig(file)
	} else {
		config, err = jpeg.DecodeConfig(file)
	}
	if err != nil {
		return Picture{}, refused(file, err)
	}
	if err := affordable(config, kind, facts); err != nil {
		return Picture{}, err
	}
	if err := rewind(file); err != nil {
		return Picture{}, err
	}
	read := Picture{Type: kind}
	if kind == PNG {
		read.Image, err = png.Decode(file)
	} else {
		read.Image, err = jpeg.Decode(file)
	}
	if err != nil {
		return Picture{}, refused(file, err)
	}
	return read, nil
}

// Redrawn reads an image that Write drew: nothing of it is judged any more.
func Redrawn(file io.Reader) (Picture, error) {
	drawn, kind, err := image.Decode(file)
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if kind == "png" {
		return Picture{PNG, drawn}, nil
	}
	return Picture{JPEG, drawn}, nil
}

// Write draws the image as a file of its type: pixels and nothing else.
func (p Picture) Write(to io.Writer) error {
	if p.Type == PNG {
		return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(to, p.Image)
	}
	return jpeg.Encode(to, p.Image, &jpeg.Options{Quality: quality})
}

// affordable tells whether an image's pixels may be read.
func affordable(config image.Config, kind Type, of facts) error {
	width, height := int64(config.Width), int64(config.Height)
	switch {
	case width < minSide || height < minSide || width > maxSide || height > maxSide:
		return fmt.Errorf("%w: %d x %d pixels", ErrRefused, width, height)
	case width*height > MaxPixels:
		return fmt.Errorf("%w: more than %d pixels", ErrRefused, MaxPixels)
	}
	if scanned := width * height * of.scans; scanned > maxScanned {
		return fmt.Errorf("%w: %d pixels in %d scans", ErrRefused, scanned, of.scans)
	}
	// In half bytes for each pixel; the decoders' own needs are part of it.
	cost := of.halfBytes
	if kind == PNG {
		switch config.ColorModel {
		case color.GrayModel:
			cost = 2
		case color.Gray16Model:
			cost = 4
		case color.RGBAModel, color.NRGBAModel:
			cost = 8
		case color.RGBA64Model, color.NRGBA64Model:
			cost = 16
		default: // a palette
			cost = 2
		}
		if of.interlaced {
			cost *= 2
		}
	}
	if width*height*cost/2 > maxMemory {
		return fmt.Errorf("%w: %d x %d pixels would take %d bytes", ErrRefused, width, height, width*height*cost/2)
	}
	return nil
}

// refused tells a file that is wrong from one that could not be read: a reader that still works is not to blame.
func refused(file io.ReadSeeker, err error) error {
	if broken := rewind(file); broken != nil {
		return errors.Join(err, broken)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

func rewind(file io.Seeker) error {
	_, err := file.Seek(0, io.SeekStart)
	return err
}
