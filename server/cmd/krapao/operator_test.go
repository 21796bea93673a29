package main

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/money"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

func servicesOf(url string) openedServices {
	return openedServices{person: person{registryFlags: registryFlags{database: database{DatabaseURL: secret.NewText(url)}}, byFlag: byFlag{By: "tester"}}, Edition: app.Thai}
}

// grammar is what main reads command lines with. To make it takes longer than to run most commands.
var grammar = sync.OnceValue(func() *kong.Kong {
	return kong.Must(&commands{}, kong.BindTo(context.Background(), (*context.Context)(nil)))
})

// parse reads a command line as if it were the first: it empties the flags, but kong also notes which of them were set.
func parse(line []string) (*kong.Context, error) {
	parser := grammar()
	if err := kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		switch node := node.(type) {
		case *kong.Node:
			node.Active = false
		case *kong.Value:
			node.Active, node.Set = false, false
		}
		return next(nil)
	}); err != nil {
		return nil, err
	}
	return parser.Parse(line)
}

// typed runs a command line as main does, and gives what it printed.
func typed(t *testing.T, url string, line ...string) (printed string, err error) {
	t.Helper()
	return typedBy(t, "tester", url, line...)
}

func typedBy(t *testing.T, by, url string, line ...string) (printed string, err error) {
	t.Helper()
	parsed, err := parse(append(append([]string{"operator"}, line...), "--database-url="+url, "--by="+by))
	if err != nil {
		return "", err
	}
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdout
	os.Stdout = out
	err = parsed.Run()
	os.Stdout = before
	_ = out.Close()
	text, readErr := os.ReadFile(out.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return string(text), err
}

func TestEveryLookupValueIsChangedFromTheCommandLine(t *testing.T) {
	test := postgrestest.New(t)
	var qr bytes.Buffer
	if err := png.Encode(&qr, image.NewGray(image.Rect(0, 0, 16, 16))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "qr.png")
	if err := os.WriteFile(file, qr.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		change []string
		list   []string
		shows  string
	}{
		{[]string{"setting", "put", "registerOTP", "off"}, []string{"setting", "get"}, "registerOTP       off"},
		{[]string{"switch", "put", "recommendedBanks", "BBL,KTB"}, []string{"switch", "get"}, "BBL,KTB"},
		{[]string{"setting", "put", "website", "https://purse.example"}, []string{"setting"}, "https://purse.example"},
		{[]string{"terminate"}, []string{"setting"}, "terminated        on"},
		{[]string{"reopen"}, []string{"setting"}, "terminated        off"},
		{[]string{"text", "put", "conditions", "en", "<p>One</p>", "<p>Two<script>x</script></p>"}, []string{"text", "get", "conditions"}, "<p>Two</p>"},
		{[]string{"text", "reset", "conditions", "en"}, []string{"text", "get", "conditions"}, "product"},
		{[]string{"source", "put", "RADIO", "--position=9"}, []string{"source", "list"}, "RADIO     9         on"},
		{[]string{"source", "put", "RADIO", "--no-open"}, []string{"source"}, "RADIO     9         off"},
		{[]string{"video", "put", "wallet", "--no-show"}, []string{"video", "list"}, "wallet     1         off    /media/help/wallet-{locale}.mp4"},
		{[]string{"bank", "put", "SCB", "--name-en=Siam", "--no-open"}, []string{"bank", "list"}, "Siam"},
		{[]string{"channel", "put", "QR1", "--kind=PAYMENT", "--mode=AUTO", "--bank-code=KBANK", "--name-th=ค", "--name-en=Q", "--currency=BAHT", "--qr", "--min-deposit=20", "--quick=20,50", "--open"}, []string{"channel", "list"}, "[20.00 50.00]"},
		{[]string{"channel", "put", "QR1", "--quick=30.50"}, []string{"channel"}, "[30.50]"},
		{[]string{"limit", "put", "LAK", "60000", "700000.50"}, []string{"limit", "list"}, "700000.50"},
		{[]string{"deposit-rule", "put", "--slip-open-from=02:15", "--slip-max-age=45m"}, []string{"deposit-rule"}, "2h15m0s"},
		{[]string{"contact-qr", "put", file}, []string{"audit"}, "sha256"},
		{[]string{"contact-qr", "remove"}, []string{"audit"}, "CONTACT_QR"},
	} {
		if _, err := typed(t, test.URL, row.change...); err != nil {
			t.Errorf("%v: %v", row.change, err)
			continue
		}
		if printed, err := typed(t, test.URL, row.list...); err != nil || !strings.Contains(printed, row.shows) {
			t.Errorf("%v after %v: %v\n%s\nwant %q", row.list, row.change, err, printed, row.shows)
		}
	}
	for _, wrong := range [][]string{
		{"setting", "put", "registerOTP", "perhaps"}, {"setting", "put", "nothing", "on"}, {"setting", "put", "website", "javascript:x"}, {"limit", "put", "BAHT", "x", "5"},
		{"limit", "put", "BAHT", "10", "5"}, {"text", "put", "nothing", "en", "x"}, {"deposit-rule", "put", "--slip-open-from=25:00"}, {"deactivate", "nobody"},
	} {
		if _, err := typed(t, test.URL, wrong...); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
	opened, err := app.NewServices(t.Context(), test.DB, app.ServicesConfig{Config: app.Config{Edition: app.Thai}, Keys: secret.Keyring{}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	entries, total, err := opened.Audit.List(t.Context(), audit.Page{Limit: 100})
	if err != nil || total != 17 {
		t.Errorf("%d lines, %v", total, err)
	}
	for _, entry := range entries {
		if entry.Actor.Name != "tester" || entry.Actor.Via != audit.Command || !strings.Contains(entry.Actor.Address, "@") || !strings.HasPrefix(entry.Actor.RequestID, "operator ") {
			t.Errorf("%+v", entry)
		}
	}
	if limits, err := opened.Withdrawals.AllWithdrawLimits(t.Context()); err != nil || limits[money.Kip].Max != 70_000_050 {
		t.Errorf("%v %v", limits, err)
	}
}
