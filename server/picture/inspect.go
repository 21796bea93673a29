package picture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// facts are what the decoders do not tell before they read the pixels.
type facts struct {
	// halfBytes is what a JPEG's pixel takes while it is read, in half bytes.
	halfBytes int64
	// scans are the passes over a JPEG's pixels.
	scans int64
	// interlaced: a PNG is read in several passes.
	interlaced bool
}

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	// maxScans bounds the passes of a progressive JPEG: each costs as much as the whole image, and cameras use ten or
	// so.
	maxScans = 40
	// maxScanned bounds the pixels of all its passes: 18 over the largest progressive image that is taken, 4 over the
	// largest of all.
	maxScanned = 100_000_000
	// maxChunks bounds the parts that a PNG is cut into.
	maxChunks = 20_000
)

// inspect walks through a file from its beginning, and tells what it is by its content.
func inspect(file io.ReadSeeker) (Type, facts, error) {
	if err := rewind(file); err != nil {
		return "", facts{}, err
	}
	reader := bufio.NewReaderSize(file, 64<<10)
	head, err := reader.Peek(len(pngSignature))
	if err != nil {
		return "", facts{}, short(err)
	}
	switch {
	case string(head) == pngSignature:
		found, err := inspectPNG(reader)
		return PNG, found, err
	case head[0] == 0xFF && head[1] == 0xD8 && head[2] == 0xFF:
		found, err := inspectJPEG(reader)
		return JPEG, found, err
	}
	return "", facts{}, fmt.Errorf("%w: neither JPEG nor PNG", ErrRefused)
}

// short: a file that ends too early is refused; one that cannot be read is not to blame.
func short(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: cut off", ErrRefused)
	}
	return err
}

// inspectPNG refuses animations, what is cut off, and what has something behind its end: a file that is two things at
// once.
func inspectPNG(reader *bufio.Reader) (found facts, err error) {
	if _, err := reader.Discard(len(pngSignature)); err != nil {
		return found, short(err)
	}
	for range maxChunks {
		var head [8]byte
		if _, err := io.ReadFull(reader, head[:]); err != nil {
			return found, short(err)
		}
		size, name := int64(binary.BigEndian.Uint32(head[:4])), string(head[4:])
		switch name {
		case "acTL", "fcTL", "fdAT":
			return found, fmt.Errorf("%w: animated", ErrRefused)
		case "IHDR":
			header, err := reader.Peek(13)
			if err != nil {
				return found, short(err)
			}
			found.interlaced = header[12] != 0
		}
		if err := skip(reader, size+4); err != nil { // and the checksum
			return found, err
		}
		if name == "IEND" {
			if _, err := reader.ReadByte(); !errors.Is(err, io.EOF) {
				return found, fmt.Errorf("%w: something behind its end", ErrRefused)
			}
			return found, nil
		}
	}
	return found, fmt.Errorf("%w: more than %d parts", ErrRefused, maxChunks)
}

func skip(reader *bufio.Reader, size int64) error {
	skipped, err := io.CopyN(io.Discard, reader, size)
	if err != nil && skipped < size {
		return short(err)
	}
	return nil
}

// inspectJPEG reads the markers. Cameras leave things behind an image's end; they are not kept, so they are no reason
// to refuse it.
func inspectJPEG(reader *bufio.Reader) (found facts, err error) {
	if _, err := reader.Discard(2); err != nil {
		return found, short(err)
	}
	frames, scans := 0, 0
	for {
		marker, err := nextMarker(reader)
		if err != nil {
			return found, err
		}
		switch {
		case marker == 0xD9: // the end
			if frames != 1 || scans == 0 {
				return found, fmt.Errorf("%w: %d frames, %d scans", ErrRefused, frames, scans)
			}
			found.scans = int64(scans)
			return found, nil
		case marker >= 0xD0 && marker <= 0xD8 || marker == 0x01: // nothing belongs to it
			continue
		}
		var length [2]byte
		if _, err := io.ReadFull(reader, length[:]); err != nil {
			return found, short(err)
		}
		size := int64(binary.BigEndian.Uint16(length[:])) - 2
		if size < 0 {
			return found, fmt.Errorf("%w: a part of no length", ErrRefused)
		}
		switch marker {
		case 0xC0, 0xC1, 0xC2:
			frames++
			if found.halfBytes, err = costOfFrame(reader, size, marker == 0xC2); err != nil {
				return found, err
			}
		case 0xDA:
			scans++
		}
		if frames > 1 || scans > maxScans {
			return found, fmt.Errorf("%w: %d frames, %d scans", ErrRefused, frames, scans)
		}
		if err := skip(reader, size); err != nil {
			return found, err
		}
	}
}

// nextMarker finds the next marker, past the pixels of a scan.
func nextMarker(reader *bufio.Reader) (byte, error) {
	for {
		if _, err := reader.ReadSlice(0xFF); err != nil {
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			return 0, short(err)
		}
		marker := byte(0xFF)
		for marker == 0xFF { // filling
			var err error
			if marker, err = reader.ReadByte(); err != nil {
				return 0, short(err)
			}
		}
		if marker != 0 { // 0: an FF among the pixels
			return marker, nil
		}
	}
}

// costOfFrame gives what a pixel takes while the frame is read, in half bytes: its samples, their coefficients where
// the image comes in several passes (four bytes each), and what is converted at the end.
func costOfFrame(reader *bufio.Reader, size int64, progressive bool) (int64, error) {
	frame, err := reader.Peek(int(min(size, 6+3*4)))
	if err != nil {
		return 0, short(err)
	}
	if len(frame) < 9 || len(frame) < 6+3*int(frame[5]) {
		return 0, fmt.Errorf("%w: a frame of %d bytes", ErrRefused, len(frame))
	}
	cost := int64(2) // grey
	if components := frame[5]; components >= 3 {
		cost = 6
		if first := frame[7]; components == 3 && first>>4 >= 2 && first&15 >= 2 {
			cost = 3 // colours of four pixels together
		} else if components == 3 && first>>4 >= 2 {
			cost = 4
		} else if components == 4 {
			cost = 16
		}
	}
	if progressive {
		cost *= 5
	}
	return cost, nil
}
