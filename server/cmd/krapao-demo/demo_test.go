package main

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
	"krapao/server/site"
)

func TestMain(m *testing.M) { postgrestest.Main(m) }

// freeEnvironment is an edition in a folder and on ports of the test's own.
func freeEnvironment(t *testing.T, edition app.Edition) (environment, app.Config, *logs) {
	t.Helper()
	at, err := newEnvironment(edition, t.TempDir(), "127.0.0.1", freePorts(t))
	if err != nil {
		t.Fatal(err)
	}
	release, err := at.hold()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	config, err := at.configuration()
	if err != nil {
		t.Fatal(err)
	}
	config.DatabaseURL, config.SecretKey = secret.NewText(postgrestest.New(t).URL), secret.NewText(strings.Repeat("5a", 32))
	config.Front.ShellDir = ""
	return at, config, &logs{t: t}
}

type logs struct{ t *testing.T }

func (l *logs) Write(line []byte) (int, error) {
	if strings.Contains(string(line), `"level":"ERROR"`) {
		l.t.Errorf("the server logged an error: %s", line)
	}
	return len(line), nil
}

// freePorts finds a portal port whose followers are free too. It looks where no socket gets its port by chance.
func freePorts(t *testing.T) int {
	t.Helper()
	for range 50 {
		port := 12_000 + 20*rand.IntN(900)
		at := environment{listen: "127.0.0.1", port: port}
		if at.checkPorts(context.Background()) == nil {
			return port
		}
	}
	t.Fatal("no free ports")
	return 0
}

func TestTheDemoDataIsMadeOnceInBothEditions(t *testing.T) {
	for _, edition := range []app.Edition{app.Thai, app.Laos} {
		t.Run(string(edition), func(t *testing.T) {
			at, config, out := freeEnvironment(t, edition)
			log := app.NewLog(out, "warn")
			for range 2 {
				if err := seed(context.Background(), config, log); err != nil {
					t.Fatal(err)
				}
			}
			running(t, at, config, log, func() {
				talked(t, config)
				for _, who := range demoMembers(edition) {
					person, err := newBrowser("http://"+at.address(0), "http://"+at.address(partiesPort))
					if err != nil {
						t.Fatal(err)
					}
					known, err := person.logIn(t.Context(), who)
					if err != nil || !known {
						t.Fatalf("%s cannot log in: %v", who.phone, err)
					}
					if got, err := person.entries(t.Context()); err != nil || got != len(who.deposits)+len(who.games) {
						t.Errorf("%s has %d statement lines, want %d: %v", who.phone, got, len(who.deposits)+len(who.games), err)
					}
					if amount, err := person.inGames(t.Context()); err != nil || (amount > 0) != (len(who.games) > 0) {
						t.Errorf("%s has %v in games: %v", who.phone, amount, err)
					}
				}
				lostYesterday(t, edition, at)
			})
		})
	}
}

// lostYesterday holds what two members lost on the day before against the refund and the invite bonus that wait.
func lostYesterday(t *testing.T, edition app.Edition, at environment) {
	t.Helper()
	for i, who := range demoLosers(edition) {
		person, err := newBrowser("http://"+at.address(0), "http://"+at.address(partiesPort))
		if err != nil {
			t.Fatal(err)
		}
		if known, err := person.logIn(t.Context(), who); err != nil || !known {
			t.Fatalf("%s cannot log in: %v", who.phone, err)
		}
		share := (who.games[0].brought - who.games[0].left) / 20
		found, err := person.portal.CheckRefundWithResponse(t.Context(), nil)
		if err != nil || found.JSON200 == nil || !found.JSON200.Result || found.JSON200.RefundAmount != share || found.JSON200.Info == "" {
			t.Errorf("%s has no refund of %v: %+v %v", who.phone, share, found, err)
		}
		overview, err := person.portal.GetWalletWithResponse(t.Context(), nil)
		if err != nil || overview.JSON200 == nil || overview.JSON200.Invite.Amount != share*money.Amount(1-i) {
			t.Errorf("%s: the invite bonus is not %v: %v", who.phone, share*money.Amount(1-i), err)
		}
		for name, banners := range map[string]func() (*portal.BannerList, error){
			"refund": func() (*portal.BannerList, error) {
				got, err := person.portal.GetRefundBannersWithResponse(t.Context(), nil)
				return got.JSON200, err
			},
			"invite": func() (*portal.BannerList, error) {
				got, err := person.portal.GetInviteBannersWithResponse(t.Context(), nil)
				return got.JSON200, err
			},
		} {
			if list, err := banners(); err != nil || list == nil || len(list.Banners) != 1 || list.Banners[0].HTML == "" {
				t.Errorf("the banners of %s: %+v %v", name, list, err)
			}
		}
	}
}

func TestAVisitorBecomesAMemberAndDepositsThroughThePages(t *testing.T) {
	at, config, out := freeEnvironment(t, app.Thai)
	log := app.NewLog(out, "warn")
	if err := seed(context.Background(), config, log); err != nil {
		t.Fatal(err)
	}
	running(t, at, config, log, func() {
		who := demoMember{
			phone: "0871112222", password: "correct horse battery", name: "Noi", bankCode: "BAY", bankAccountNo: "7771234567", bankAccountName: "NOI DEE",
		}
		person, err := newBrowser("http://"+at.address(0), "http://"+at.address(partiesPort))
		if err != nil {
			t.Fatal(err)
		}
		if err := person.register(t.Context(), who); err != nil {
			t.Fatal(err)
		}
		if known, err := person.logIn(t.Context(), who); err != nil || !known {
			t.Fatalf("log in: %v %v", known, err)
		}
		if err := person.deposit(t.Context(), "KBANKQR", 10_000); err != nil {
			t.Fatal(err)
		}
	})
}

// running serves the demo while act runs, and fails unless it stops in order.
func running(t *testing.T, at environment, config app.Config, log *slog.Logger, act func()) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- serve(ctx, at, config, log, func(*app.App) { close(ready) }) }()
	select {
	case <-ready:
		act()
	case err := <-ended:
		stop()
		t.Fatalf("it did not start: %v", err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it did not stop in order: %v", err)
	}
	if err := at.checkPorts(context.Background()); err != nil {
		t.Errorf("after the stop: %v", err)
	}
}

func TestTheServerAndThePartiesShareAClockThatOnlyGoesForward(t *testing.T) {
	at, config, out := freeEnvironment(t, app.Thai)
	running(t, at, config, app.NewLog(out, "warn"), func() {
		post := func(body string) (int, string) {
			response, err := http.Post("http://"+at.address(partiesPort)+"/clock", "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = response.Body.Close() }()
			text, _ := io.ReadAll(response.Body)
			return response.StatusCode, string(text)
		}
		if status, text := post(`{"forward":"48h"}`); status != http.StatusOK || !strings.Contains(text, time.Now().UTC().AddDate(0, 0, 2).Format("2006-01-02")) {
			t.Errorf("forward: %d %s", status, text)
		}
		if status, _ := post(`{"forward":"-1h"}`); status != http.StatusBadRequest {
			t.Errorf("back: %d", status)
		}
	})
}

func TestATakenPortIsExplained(t *testing.T) {
	at := environment{listen: "127.0.0.1", port: freePorts(t)}
	taken, err := net.Listen("tcp", at.address(partiesPort))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	err = at.checkPorts(t.Context())
	if err == nil || !strings.Contains(err.Error(), "port "+strconv.Itoa(at.port+partiesPort)+" (the simulators) is taken") {
		t.Errorf("%v", err)
	}
}

func TestAFolderIsHeldByOneDemo(t *testing.T) {
	at, _, _ := freeEnvironment(t, app.Thai)
	if _, err := at.hold(); err == nil || !strings.Contains(err.Error(), "another krapao-demo runs on") {
		t.Errorf("%v", err)
	}
}

func TestTheEditionsShareNoPortAndNoFolder(t *testing.T) {
	thai, err := newEnvironment(app.Thai, "data", "127.0.0.1", 0)
	if err != nil {
		t.Fatal(err)
	}
	laos, err := newEnvironment(app.Laos, "data", "127.0.0.1", 0)
	if err != nil {
		t.Fatal(err)
	}
	if thai.data == laos.data || laos.port-thai.port <= partiesPort {
		t.Errorf("%+v and %+v", thai, laos)
	}
}

func TestEveryChannelIsValidAndNamedOnce(t *testing.T) {
	for _, edition := range []app.Edition{app.Thai, app.Laos} {
		seen, quick := map[string]bool{}, 0
		for _, channel := range channels(edition) {
			if err := channel.Validate(); err != nil || seen[channel.Code] {
				t.Errorf("%s: %s: %v", edition, channel.Code, err)
			}
			seen[channel.Code] = true
			if channel.TakesQR && channel.Currency == edition.Currencies()[0] {
				quick++
			}
		}
		if quick != 5 {
			t.Errorf("%s has %d gateways in its own currency", edition, quick)
		}
	}
}

func TestTheDemosSiteLooksLikeAnOperators(t *testing.T) {
	_, config, out := freeEnvironment(t, app.Laos)
	server, err := app.New(t.Context(), config, app.WithLog(app.NewLog(out, "warn")))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	for range 2 {
		if err := seedSite(t.Context(), server); err != nil {
			t.Fatal(err)
		}
	}
	now, err := server.Site.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if settings := now.Settings(); settings.LineQR != site.ContactQRPath || settings.LineLink != demoLineLink || !settings.EnableChatWidget {
		t.Errorf("%+v", settings)
	}
	if image, err := server.Site.ContactQR(t.Context()); err != nil || len(image.Content) == 0 {
		t.Errorf("the contact page has no QR code: %v", err)
	}
	texts, err := server.Site.Texts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own := map[site.TextKey]int{}
	for _, text := range texts {
		if text.Own {
			own[text.Key]++
		}
	}
	if len(own) != 2 || own[site.ContactText] != 3 || own[site.ConditionsText] != 3 {
		t.Errorf("the operator's own texts: %v", own)
	}
	if err := server.Site.RemoveContactQR(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := seedSite(t.Context(), server); err != nil {
		t.Fatal(err)
	}
	if image, err := server.Site.ContactQR(t.Context()); err != nil || len(image.Content) > 0 {
		t.Errorf("a QR code that was removed is back: %v", err)
	}
}
