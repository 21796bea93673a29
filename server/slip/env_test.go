package slip_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/channel"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/picture"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
	"krapao/server/slip"
)

const (
	somchai = id.MemberID(10_000_001)
	malee   = id.MemberID(10_000_002)
	bounmy  = id.MemberID(10_000_003) // counts kip

	houseNo = "0987654321"

	imageRetention = 400 * 24 * time.Hour
)

var credentials = simulator.Credentials{Seed: "slip test"}

// accounts are the members' own.
var accounts = map[id.MemberID]member.BankAccount{
	somchai: {BankCode: "SCB", Number: "4051234567", Name: "SOMCHAI JAIDEE"},
	malee:   {BankCode: "KBANK", Number: "1239876543", Name: "MALEE SUKJAI"},
	bounmy:  {BankCode: "BCEL", Number: "1601100009876", Name: "BOUNMY VONG"},
}

// env is the product with a simulated bank, three members and their wallets. Slips are always taken, unless a test says
// otherwise.
type env struct {
	*portaltest.Server

	t         *testing.T
	simulator *simulator.Simulator
	parties   *httptest.Server
	book      postgres.Ledger
	blobs     *failingBlobs
	pictures  *interceptedPictures
	// intercept, when set, answers the verifier's calls instead of the simulator.
	intercept atomic.Pointer[http.HandlerFunc]
}

// failingBlobs is the store of uploads, which fails when told to.
type failingBlobs struct {
	slip.Blobs

	failing atomic.Bool
}

// interceptedPictures is what reads pictures, and does what a test wants instead where it says so.
type interceptedPictures struct {
	slip.Pictures

	codes  atomic.Pointer[func(ctx context.Context, file *os.File) ([]string, error)]
	redraw atomic.Pointer[func(ctx context.Context) error]
}

func (b *interceptedPictures) Codes(ctx context.Context, file *os.File) ([]string, error) {
	if intercept := b.codes.Load(); intercept != nil {
		return (*intercept)(ctx, file)
	}
	return b.Pictures.Codes(ctx, file)
}

func (b *interceptedPictures) Redraw(ctx context.Context, file, drawn *os.File) (picture.Type, error) {
	if intercept := b.redraw.Load(); intercept != nil {
		return "", (*intercept)(ctx)
	}
	return b.Pictures.Redraw(ctx, file, drawn)
}

var errFull = errors.New("no space left on device")

func (b *failingBlobs) Put(ctx context.Context, name, contentType string, write func(io.Writer) error) error {
	if !b.failing.Load() {
		return b.Blobs.Put(ctx, name, contentType, write)
	}
	return b.Blobs.Put(ctx, name, contentType, func(to io.Writer) error { return write(&full{to: to, room: 100}) })
}

// full is a disk with little room.
type full struct {
	to   io.Writer
	room int
}

func (f *full) Write(from []byte) (int, error) {
	if f.room -= len(from); f.room < 0 {
		return 0, errFull
	}
	return f.to.Write(from)
}

func currencyOf(who id.MemberID) money.Currency {
	if who == bounmy {
		return money.Kip
	}
	return money.Baht
}

func newEnv(t *testing.T, options ...portaltest.Option) *env {
	t.Helper()
	s := &env{t: t, blobs: &failingBlobs{}, pictures: &interceptedPictures{}}
	s.parties = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if intercept := s.intercept.Load(); intercept != nil && r.URL.Path == simulator.BankPath+"/slips/verify" {
			(*intercept)(w, r)
			return
		}
		s.simulator.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(s.parties.Close)
	s.Server = portaltest.Start(t, append([]portaltest.Option{
		portaltest.WithApp(portaltest.ByNumber(currencyOf), app.WithBlobsFrom(func(of slip.Blobs) slip.Blobs {
			s.blobs.Blobs = of
			return s.blobs
		}), app.WithPicturesFrom(func(of slip.Pictures) slip.Pictures {
			s.pictures.Pictures = of
			return s.pictures
		})),
		portaltest.WithConfig(func(config *app.Config) {
			config.Deposit = app.DepositConfig{GiftLinkURL: s.parties.URL + simulator.EWalletPath, GiftLinkKey: secret.NewText(credentials.Key(simulator.EWalletParty))}
			config.Slip = app.SlipConfig{
				VerifierURL: s.parties.URL + simulator.BankPath, VerifierKey: secret.NewText(credentials.Key(simulator.BankParty)),
				ImageRetention: imageRetention, CheckTries: 3, CheckRetry: 20 * time.Millisecond, CheckEvery: 20 * time.Millisecond,
			}
		}),
	}, options...)...)
	s.simulator = simulator.New(simulator.Config{Portal: s.URL(), Public: s.parties.URL, Credentials: credentials, Now: s.Clock.Now})
	s.book = postgres.Ledger{DB: s.Database.DB}
	for who, account := range accounts {
		made := member.Member{
			ID: who, Phone: "08" + who.String(), Name: account.Name, Currency: currencyOf(who), Status: "ACTIVE", CreatedAt: s.Clock.Now(), LastLoginAt: s.Clock.Now(), Bank: &account,
		}
		if err := errors.Join((postgres.Members{DB: s.Database.DB}).AddMember(t.Context(), made, "-"), s.book.OpenWallet(t.Context(), who, currencyOf(who), s.Clock.Now())); err != nil {
			t.Fatal(err)
		}
	}
	house := channel.Channel{
		Code: "KBANK1", Kind: channel.Bank, BankCode: "KBANK", Mode: channel.Auto, NameTH: "กสิกรไทย", NameEN: "Kasikornbank", AccountName: "KRAPAO CO LTD", AccountNo: houseNo,
		Currency: money.Baht, MinDeposit: money.Units(1), Open: true,
	}
	closed := house
	closed.Code, closed.AccountNo, closed.Open = "KBANK2", "0001112223", false
	if err := s.App.Channels.PutChannels(t.Context(), house, closed); err != nil {
		t.Fatal(err)
	}
	s.rules(func(rules *channel.Settings) { rules.SlipOpenFrom, rules.SlipOpenTo = 0, 0 })
	return s
}

func (s *env) rules(change func(*channel.Settings)) {
	s.t.Helper()
	rules, err := s.App.Channels.Settings(s.t.Context())
	change(&rules)
	if err := errors.Join(err, s.App.Channels.PutSettings(s.t.Context(), rules)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *env) as(who id.MemberID) *portaltest.Client { return s.Client(s.t).As(who.String()) }

// upload sends a file that must be taken, and gives its receipt.
func (s *env) upload(who id.MemberID, file []byte) (receipt portal.SlipReceipt) {
	s.t.Helper()
	answer := s.as(who).Upload(http.MethodPost, "/api/wallet/slip", "file", "slip.png", file)
	if err := json.Unmarshal(answer.Body, &receipt); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	return receipt
}

// slips gives the member's list.
func (s *env) slips(who id.MemberID) (page portal.SlipPage) {
	s.t.Helper()
	answer := s.as(who).Do(http.MethodPost, "/api/statement/slip", `{"page":1,"limit":100}`)
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	return page
}

// until waits for what becomes of a slip.
func (s *env) until(what string, there func() bool) {
	s.t.Helper()
	for end := time.Now().Add(30 * time.Second); !there(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("never: %s", what)
		}
	}
}

// decided waits for a slip and gives its status, with the reason behind it.
func (s *env) decided(who id.MemberID, reference string) (shown string) {
	s.t.Helper()
	s.until("slip "+reference+" is decided", func() bool {
		for _, slip := range s.slips(who).Slips {
			if slip.Reference == reference && slip.Status != portal.StatementStatusPENDING {
				shown = string(slip.Status)
				if slip.Note != nil {
					shown += " " + string(*slip.Note)
				}
			}
		}
		return shown != ""
	})
	return shown
}

// wantBalance fails unless the member has this much and the ledger is sound.
func (s *env) wantBalance(who id.MemberID, want money.Amount) {
	s.t.Helper()
	wallet, err := s.book.Wallet(s.t.Context(), who)
	if err != nil || wallet.Main != want {
		s.t.Errorf("%v has %v, not %v (%v)", who, wallet.Main, want, err)
	}
	findings, err := s.Database.DB.Check(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			s.t.Errorf("the ledger: %+v", finding)
		}
	}
}

func (s *env) house(account ledger.Account) money.Amount {
	s.t.Helper()
	balance, err := s.book.House(s.t.Context(), account)
	if err != nil {
		s.t.Fatal(err)
	}
	return balance
}

func (s *env) count(sql string, args ...any) (rows int) {
	s.t.Helper()
	if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select count(*) from "+sql, args...).Scan(&rows); err != nil {
		s.t.Fatal(err)
	}
	return rows
}

// files gives everything that is kept of uploads, and what is still coming.
func (s *env) files() (names []string) {
	s.t.Helper()
	for _, folder := range []string{"uploads", "incoming"} {
		err := filepath.WalkDir(filepath.Join(s.App.Config.DataDir, folder), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				names = append(names, path)
			}
			return err
		})
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			s.t.Fatal(err)
		}
	}
	return names
}
