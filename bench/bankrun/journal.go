package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"krapao/server/money"
)

// intent is what somebody wants, written down before it is sent. A repeat with the same key is the same intent.
type intent struct {
	ID     int64        `json:"intent"`
	Op     string       `json:"op"`
	Member string       `json:"member,omitempty"` // the member's number
	Amount money.Amount `json:"amount,omitempty"`
	// About names the thing: a reference, a gateway, FROM>TO.
	About string `json:"about,omitempty"`
	Key   string `json:"key,omitempty"`
}

// outcome is what came of one sending of an intent; Status 0: no answer.
type outcome struct {
	Of      int64     `json:"of"`
	Status  int       `json:"status"`
	Code    string    `json:"code,omitempty"`
	Claimed []claimed `json:"claimed,omitempty"`
}

// claimed is one thing that an answer says is so.
type claimed struct {
	What   string       `json:"what"` // the table it is about: transfer, leg, withdrawal, qr ...
	Ref    string       `json:"ref"`
	State  string       `json:"state"`
	Amount money.Amount `json:"amount,omitempty"`
}

// journal is the run's own memory: a line for each intent before it is sent and one for each outcome, in a file.
type journal struct {
	last  atomic.Int64
	mutex sync.Mutex
	file  *os.File
	path  string
}

func openJournal(folder string) (*journal, error) {
	path := filepath.Join(folder, "intents.jsonl")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return &journal{file: file, path: path}, err
}

func (j *journal) close() { _ = j.file.Close() }

// write appends a line; a run that cannot remember is worth nothing.
func (j *journal) write(line any) {
	text, err := json.Marshal(line)
	if err == nil {
		j.mutex.Lock()
		defer j.mutex.Unlock()
		_, err = j.file.Write(append(text, '\n'))
	}
	if err != nil {
		panic(err)
	}
}

// intend writes an intent down and gives it its number.
func (j *journal) intend(in intent) intent {
	in.ID = j.last.Add(1)
	j.write(in)
	return in
}
