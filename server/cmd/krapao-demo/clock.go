package main

import (
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"
)

// clock is the machine's, moved by an offset. The server and the parties share it. It exists in the demo only.
type clock struct{ offset atomic.Int64 }

// Now gives the moved time.
func (c *clock) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }

// set makes it this time now.
func (c *clock) set(now time.Time) { c.offset.Store(int64(time.Until(now))) }

// reset makes it the machine's time again.
func (c *clock) reset() { c.offset.Store(0) }

// ServeHTTP tells the time (GET), or moves it forward (POST {"forward": "10m"}). Never back: what is written stays in
// the past.
func (c *clock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodPost {
		var ask struct {
			Forward string `json:"forward"`
		}
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10)).Decode(&ask)
		forward, parseErr := time.ParseDuration(ask.Forward)
		if err != nil || parseErr != nil || forward < 0 {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]string{"code": "MALFORMED", "message": `forward is a duration, such as "10m".`})
			return
		}
		c.offset.Add(int64(forward))
	}
	_ = json.NewEncoder(w).Encode(map[string]time.Time{"now": c.Now()})
}
