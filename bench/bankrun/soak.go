package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A soak looks at each server this often, and lets nothing grow by more than this many percent.
const sampleEvery, mostGrowth = 10 * time.Second, 5

// gauges are what a server in use holds, by their names on its metrics. The goal of the next collection is twice what
// the last one left alive.
var gauges = []struct{ metric, about string }{
	{"process_resident_memory_bytes", "resident memory, bytes"},
	{"go_memstats_next_gc_bytes", "heap at which the next collection begins, bytes"},
	{"go_goroutines", "goroutines"},
	{"process_open_fds", "open files"},
}

// soak is what was seen of the servers of a run without faults.
type soak struct {
	samples map[string][]float64 // of both servers in sum, as sockets choose one by chance; by the metric's name
	written counts               // messages of the chat, and what became of its sockets
}

// sample notes the gauges of both servers until ctx ends.
func (b *bank) sample(ctx context.Context) {
	for pause(ctx, sampleEvery); ctx.Err() == nil; pause(ctx, sampleEvery) {
		sum := map[string]float64{}
		for i := range b.cluster.servers {
			if err := look("http://"+b.cluster.at(10*i+2)+"/metrics", sum); err != nil && ctx.Err() == nil {
				b.broken("soak", "the metrics of server %d: %v", i+1, err)
			}
		}
		for name, value := range sum {
			b.soak.samples[name] = append(b.soak.samples[name], value)
		}
	}
}

// look adds the gauges of one server.
func look(metrics string, sum map[string]float64) error {
	answer, err := http.Get(metrics)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	lines, found := bufio.NewScanner(answer.Body), 0
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), " ")
		for _, gauge := range gauges {
			if name != gauge.metric {
				continue
			}
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return err
			}
			sum[name] += value
			found++
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if found != len(gauges) {
		return fmt.Errorf("%d of %d gauges", found, len(gauges))
	}
	return nil
}

// window gives the medians of a gauge near the beginning and at the end. The first sixth is left out: a server that has
// just begun fills its pools.
func window(samples []float64) (first, last float64) {
	sixth := len(samples) / 6
	median := func(of []float64) float64 {
		if len(of) == 0 {
			return 0
		}
		sorted := slices.Sorted(slices.Values(of))
		return sorted[len(sorted)/2]
	}
	return median(samples[sixth : 2*sixth]), median(samples[len(samples)-sixth:])
}

// tellSoak writes what the soak saw, and notes what grew, what was logged as an error, and a chat that nobody heard.
func (b *bank) tellSoak(out io.Writer) {
	f := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	f("\n## Soak\n\n| both servers hold | near the beginning | at the end | change |\n|---|---|---|---|")
	for _, gauge := range gauges {
		first, last := window(b.soak.samples[gauge.metric])
		growth := 100 * (last - first) / first
		f("| %s | %.0f | %.0f | %+.1f %% |", gauge.about, first, last, growth)
		if !(growth <= mostGrowth) { // also where there was nothing to look at
			b.broken("soak", "%s grew from %.0f to %.0f", gauge.about, first, last)
		}
	}
	f("\n| chat | times |\n|---|---|")
	for _, name := range slices.Sorted(maps.Keys(b.soak.written.of)) {
		f("| %s | %d |", name, b.soak.written.of[name])
	}
	if b.soak.written.of[messageHeard] == 0 {
		b.broken("soak", "no socket heard a message")
	}
	f("\n| logged | times |\n|---|---|")
	for i, server := range b.cluster.servers {
		logged, err := readLog(server.Log)
		if err != nil {
			b.broken("soak", "the log of server %d: %v", i+1, err)
		}
		for _, line := range slices.Sorted(maps.Keys(logged)) {
			f("| %s | %d |", line, logged[line])
			if strings.HasPrefix(line, "ERROR") || strings.HasPrefix(line, notJSON) {
				b.broken("soak", "server %d logged %q %d times", i+1, line, logged[line])
			}
		}
	}
}

// notJSON is what the log has of a crash.
const notJSON = "no line of the log: "

// readLog counts a log's lines by level and message, those at ERROR also by call and cause.
func readLog(path string) (map[string]int, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	counted := map[string]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Level, Msg, Operation, Error string }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			counted[notJSON+lines.Text()]++
			continue
		}
		what := line.Level + " " + line.Msg
		if line.Level == "ERROR" {
			what += " " + line.Operation + " " + line.Error
		}
		counted[what]++
	}
	return counted, lines.Err()
}
