package simulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// journal keeps what the parties know in a file, so that a restart changes nothing for whoever dealt with them. A line
// is what one call changed, written whole before the call is answered: a process that is killed loses nothing that it
// has answered. (A machine that loses power may: it is a sandbox.) The nil journal keeps nothing.
type journal struct {
	mutex sync.Mutex
	file  *os.File
}

// record is the latest state of one thing: kind and key name it.
type record struct {
	Kind  string          `json:"kind"`
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

func recordOf(kind, key string, value any) record {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the parties' state marshals
	}
	return record{kind, key, text}
}

// openJournal reads the file and gives the latest record of each thing, in the order in which things came up first. The
// file is written anew without what was overtaken; keep says what is worth keeping.
func openJournal(path string, keep func(record) bool) (*journal, []record, error) {
	records, err := readJournal(path)
	if err != nil {
		return nil, nil, err
	}
	var text bytes.Buffer
	kept := make([]record, 0, len(records))
	for _, one := range records {
		if !keep(one) {
			continue
		}
		kept = append(kept, one)
		if err := json.NewEncoder(&text).Encode([]record{one}); err != nil {
			return nil, nil, err
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, nil, err
	}
	if err := os.WriteFile(path+".new", text.Bytes(), 0o600); err != nil {
		return nil, nil, err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
	return &journal{file: file}, kept, err
}

func readJournal(path string) ([]record, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var records []record
	place := map[string]int{}
	for number, line := range bytes.Split(text, []byte("\n")) {
		var changed []record
		if len(line) == 0 {
			continue
		}
		if err := json.Unmarshal(line, &changed); err != nil {
			if !bytes.HasSuffix(text, []byte("\n")) && bytes.HasSuffix(text, line) {
				break // a kill cut the last line short: nobody had an answer to it
			}
			return nil, fmt.Errorf("%s, line %d: %w", path, number+1, err)
		}
		for _, one := range changed {
			at, known := place[one.Kind+" "+one.Key]
			if !known {
				place[one.Kind+" "+one.Key] = len(records)
				records = append(records, one)
				continue
			}
			records[at] = one
		}
	}
	return records, nil
}

// put writes what a call changed. A file that cannot be written ends the call without an answer.
func (j *journal) put(changed ...record) {
	if j == nil || len(changed) == 0 {
		return
	}
	line, err := json.Marshal(changed)
	if err != nil {
		panic(err) // records marshal
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		panic(fmt.Errorf("simulator: %w", err))
	}
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.file.Close()
}
