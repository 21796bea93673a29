package chat

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/abema/go-mp4"
)

const (
	// maxBoxes bounds the parts of a video's file on its outermost level, maxIndex the bytes of those that tell of the
	// pictures.
	maxBoxes = 10_000
	maxIndex = 4 << 20
	// maxBrands bounds what is read of where a file says what it is.
	maxBrands = 256
)

// inspectVideo tells a video by its structure (ISO base media): its parts fill the file to its last byte, it says of
// itself that it is MP4 or QuickTime, and it has a track of pictures that are in the file. Anything else is an error.
func inspectVideo(file *os.File, size int64) (contentType, extension string, err error) {
	defer func() {
		if recovered := recover(); recovered != nil { // the library's, over a file that lies
			err = fmt.Errorf("chat: a video whose parts cannot be read: %v", recovered)
		}
	}()
	found, err := walkBoxes(file, size)
	if err != nil {
		return "", "", err
	}
	tracks := tracks{size: size, inFragments: found.fragments}
	if _, err := mp4.ReadBoxStructure(file, tracks.read); err != nil || !tracks.pictures {
		return "", "", fmt.Errorf("chat: a video without a track of pictures that can be read: %w", cmp.Or(err, errors.ErrUnsupported))
	}
	if found.brand == "qt  " {
		return "video/quicktime", ".mov", nil
	}
	return "video/mp4", ".mp4", nil
}

// brands are what files of MP4 and QuickTime say that they are; one of them is the file's own or one that it says it is
// compatible with.
var brands = []string{
	"isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "avc1", "qt  ", "M4V ", "M4VH", "M4VP", "MSNV", "dash",
	"3gp4", "3gp5", "3gp6", "3g2a",
}

// boxes is what the parts on the outermost level tell.
type boxes struct {
	brand            string
	index, fragments bool
	media            int64 // bytes of pictures and sound
}

// walkBoxes goes over the parts on the outermost level.
func walkBoxes(file *os.File, size int64) (found boxes, err error) {
	var at int64
	for range maxBoxes {
		if at == size {
			break
		}
		if _, err := file.Seek(at, io.SeekStart); err != nil {
			return boxes{}, err
		}
		box, err := mp4.ReadBoxInfo(file)
		if err != nil {
			return boxes{}, fmt.Errorf("chat: a part at %d: %w", at, err)
		}
		length, head := int64(box.Size), int64(box.HeaderSize) //nolint:gosec // compared with what is there below; a header has 8 or 16 bytes
		if length < head || length > size-at {
			return boxes{}, fmt.Errorf("chat: a part of %d bytes at %d of %d", length, at, size)
		}
		switch kind := box.Type.String(); kind {
		case "ftyp":
			if at != 0 {
				return boxes{}, errors.New("chat: a video that says late what it is")
			}
			if found.brand, err = brandOf(io.NewSectionReader(file, head, length-head)); err != nil {
				return boxes{}, err
			}
		case "moov", "moof":
			found.index = true
			found.fragments = found.fragments || kind == "moof"
			if length > maxIndex {
				return boxes{}, fmt.Errorf("chat: an index of %d bytes", length)
			}
		case "mdat":
			found.media += length - head
		}
		at += length
	}
	if found.brand == "" || !found.index || found.media == 0 || at != size {
		return boxes{}, errors.New("chat: no video: its type, index or pictures are not there")
	}
	return found, nil
}

// brandOf gives a file's major brand: four letters, four bytes of a version, and the brands that it is compatible with.
func brandOf(said *io.SectionReader) (string, error) {
	name := make([]byte, min(said.Size(), maxBrands))
	if _, err := io.ReadFull(said, name); err != nil || len(name) < 8 {
		return "", fmt.Errorf("chat: a video that does not say what it is: %w", cmp.Or(err, errors.ErrUnsupported))
	}
	for at := 0; at+4 <= len(name); at += 4 {
		if at != 4 && slices.Contains(brands, string(name[at:at+4])) {
			return string(name[:4]), nil
		}
	}
	return "", fmt.Errorf("chat: a file of the brand %q is no video", name[:4])
}
