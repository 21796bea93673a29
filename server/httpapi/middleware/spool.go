package middleware

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// Spool keeps a body of which nobody knows yet who sent it: the first bytes in memory, the rest in a file that has no
// name any more.
type Spool struct {
	// Folder is where the file is made; "" is the system's for temporary files.
	Folder string
	// InMemory is how many bytes stay in memory.
	InMemory int
	head     bytes.Buffer
	rest     *os.File
	length   int64
}

// Write adds to the body.
func (s *Spool) Write(part []byte) (int, error) {
	kept := min(len(part), s.InMemory-s.head.Len())
	s.head.Write(part[:kept])
	s.length += int64(kept)
	if kept == len(part) {
		return kept, nil
	}
	if s.rest == nil {
		file, err := os.CreateTemp(s.Folder, "report-")
		if err != nil {
			return kept, err
		}
		s.rest = file
		_ = os.Remove(file.Name()) // where an open file cannot be removed, Close does it
	}
	written, err := s.rest.Write(part[kept:])
	s.length += int64(written)
	return kept + written, err
}

// Bytes gives the whole body.
func (s *Spool) Bytes() ([]byte, error) {
	if s.rest == nil {
		return s.head.Bytes(), nil
	}
	whole := make([]byte, s.length)
	copy(whole, s.head.Bytes())
	_, err := s.rest.ReadAt(whole[s.head.Len():], 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return whole, err
}

// Close gives the file back.
func (s *Spool) Close() error {
	if s.rest == nil {
		return nil
	}
	removed := os.Remove(s.rest.Name())
	if errors.Is(removed, os.ErrNotExist) {
		removed = nil
	}
	return errors.Join(s.rest.Close(), removed)
}
