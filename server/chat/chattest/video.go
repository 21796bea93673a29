// Package chattest has files that tests send.
package chattest

import (
	"bytes"
	"encoding/binary"
)

// Box is a part of a video's file.
func Box(name string, content ...[]byte) []byte {
	inside := bytes.Join(content, nil)
	size := len(inside) + 8
	return append([]byte{byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size), name[0], name[1], name[2], name[3]}, inside...)
}

// Video is the smallest file that has what a video has.
func Video(brand string) []byte { return film{brand: brand}.file() }

// VideoTimed is Video with what its table of times has.
func VideoTimed(brand string, times []byte) []byte { return film{brand: brand, times: times}.file() }

// film is a video of one track. What is empty is as it should be.
type film struct {
	// brand and compatible are what the file says that it is.
	brand, compatible string
	// handler is what the track has.
	handler string
	// kind is where the track says so, index what is beside the track.
	kind, index []byte
	// times and chunks are tables of the track: when its pictures come, and where they are.
	times, chunks []byte
	// media are the pictures.
	media []byte
}

func none(n int) []byte { return make([]byte, n) }

// or gives what is meant to stand there unless something else does.
func or(given, otherwise []byte) []byte {
	if given != nil {
		return given
	}
	return otherwise
}

func (f film) name() []byte {
	compatible := f.compatible
	if compatible == "" {
		compatible = "isom"
	}
	return Box("ftyp", []byte(f.brand), none(4), []byte(compatible))
}

// table names places in the file.
func table(places ...uint32) []byte {
	written := binary.BigEndian.AppendUint32(none(4), uint32(len(places)))
	for _, place := range places {
		written = binary.BigEndian.AppendUint32(written, place)
	}
	return written
}

func (f film) moov() []byte {
	handler := f.handler
	if handler == "" {
		handler = "vide"
	}
	tkhd := append([]byte{0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, none(68)...)
	mdhd := append(none(12), 0, 0, 3, 0xe8, 0, 0, 3, 0xe8, 0, 0, 0, 0)
	kind := or(f.kind, append(none(8), append([]byte(handler), none(13)...)...))
	stsd := append([]byte{0, 0, 0, 0, 0, 0, 0, 1}, Box("hvc1", none(78))...)
	tables := Box("stbl", Box("stsd", stsd), Box("stts", or(f.times, none(8))), Box("stsc", none(8)), Box("stsz", none(12)), Box("stco", f.chunks))
	return Box("moov", Box("mvhd", append(none(12), append([]byte{0, 0, 3, 0xe8, 0, 0, 3, 0xe8}, none(80)...)...)),
		Box("trak", Box("tkhd", tkhd), Box("mdia", Box("mdhd", mdhd), Box("hdlr", kind), Box("minf", tables))), f.index)
}

func (f film) mdat() []byte { return Box("mdat", or(f.media, []byte("pictures"))) }

func (f film) file() []byte {
	if f.chunks == nil {
		f.chunks = table(0)
		f.chunks = table(uint32(len(f.name()) + len(f.moov()) + 8))
	}
	return bytes.Join([][]byte{f.name(), f.moov(), f.mdat()}, nil)
}
