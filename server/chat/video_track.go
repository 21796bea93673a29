package chat

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/abema/go-mp4"
)

// tracks looks through a video's tracks for one of pictures that are in the file.
type tracks struct {
	size int64
	// inFragments: the pictures' places are beside the pictures, and not in the track.
	inFragments bool
	// pictures: such a track was found.
	pictures bool

	// Of the track that is read: what it says it has, and how many places it names.
	isPictures bool
	places     int
}

// children are the parts inside a track that lead to what it has and where that is. The tables beside them name counts
// that a small file can lie about, and are not read.
var children = map[string][]string{
	"moov": {"trak"}, "trak": {"mdia"}, "mdia": {"hdlr", "minf"}, "minf": {"stbl"}, "stbl": {"stco", "co64"},
}

// read takes one part. It is a handler of the library.
func (t *tracks) read(at *mp4.ReadHandle) (any, error) {
	depth, name := len(at.Path), at.Path[len(at.Path)-1].String()
	leads := depth == 1 && name == "moov" || depth > 1 && slices.Contains(children[at.Path[depth-2].String()], name)
	switch {
	case !leads || t.pictures:
		return nil, nil //nolint:nilnil // passed over
	case name == "trak":
		t.isPictures, t.places = false, 0
		_, err := at.Expand()
		t.pictures = t.pictures || t.isPictures && (t.places > 0 || t.inFragments)
		return nil, err
	case name == "hdlr":
		box, _, err := at.ReadPayload()
		kind, is := box.(*mp4.Hdlr)
		t.isPictures = err == nil && is && string(kind.HandlerType[:]) == "vide"
		return nil, err
	case name == "stco":
		return nil, t.readPlaces(at, 4)
	case name == "co64":
		return nil, t.readPlaces(at, 8)
	default:
		_, err := at.Expand()
		return nil, err
	}
}

// readPlaces reads a table of places in the file, each of so many bytes: it has as many as it says, and each is in the
// file.
func (t *tracks) readPlaces(at *mp4.ReadHandle, width int) error {
	var table bytes.Buffer // at most as large as the index
	if _, err := at.ReadData(&table); err != nil {
		return err
	}
	raw := table.Bytes()
	if len(raw) < 8 {
		return errors.New("chat: a table of places without a count")
	}
	count := int64(binary.BigEndian.Uint32(raw[4:]))
	if raw = raw[8:]; count*int64(width) > int64(len(raw)) {
		return fmt.Errorf("chat: a table of %d places in %d bytes", count, len(raw))
	}
	for n := range count {
		entry := raw[int(n)*width:]
		place := uint64(binary.BigEndian.Uint32(entry))
		if width == 8 {
			place = binary.BigEndian.Uint64(entry)
		}
		if place >= uint64(t.size) { //nolint:gosec // a size is positive
			return fmt.Errorf("chat: pictures at %d in a file of %d bytes", place, t.size)
		}
	}
	t.places += int(count)
	return nil
}
