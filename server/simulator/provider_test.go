package simulator_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/gateway/api/provider"
	"krapao/server/id"
	"krapao/server/money"
)

func openPlayer(t *testing.T, client *provider.ClientWithResponses) provider.Player {
	t.Helper()
	answer, err := client.CreatePlayerWithResponse(ctx, provider.CreatePlayerRequest{Reference: "M1000042", Currency: provider.BAHT})
	if err != nil || answer.JSON200 == nil {
		t.Fatalf("player: %v %s", err, answer.Body)
	}
	return *answer.JSON200
}

func move(t *testing.T, client *provider.ClientWithResponses, reference, username string, direction provider.TransferDirection, amount money.Amount) provider.TransferOutcome {
	t.Helper()
	answer, err := client.CreateTransferWithResponse(ctx, reference, provider.CreateTransferRequest{
		Username: username, Direction: direction, Amount: amount, Currency: provider.BAHT,
	})
	if err != nil || answer.JSON200 == nil {
		t.Fatalf("transfer: %v %s", err, answer.Body)
	}
	return *answer.JSON200
}

func balance(t *testing.T, client *provider.ClientWithResponses, username string) provider.Balance {
	t.Helper()
	answer, err := client.GetBalanceWithResponse(ctx, username)
	if err != nil || answer.JSON200 == nil {
		t.Fatalf("balance: %v %s", err, answer.Body)
	}
	return *answer.JSON200
}

func TestATransferMovesOncePerReference(t *testing.T) {
	client := start(t).provider("SLOT1")
	player := openPlayer(t, client)
	if again := openPlayer(t, client); again != player {
		t.Errorf("opened twice: %v, %v", player, again)
	}
	in := id.NewID().String()
	for range 3 {
		if got := move(t, client, in, player.Username, provider.IN, baht(100)); got.Status != "APPLIED" || *got.Balance != baht(100) || *got.Sequence != 1 {
			t.Fatalf("in: %+v", got)
		}
	}
	if got := balance(t, client, player.Username); got.Amount != baht(100) || got.Sequence != 1 {
		t.Errorf("balance %+v", got)
	}
	answer, err := client.CreateTransferWithResponse(ctx, in, provider.CreateTransferRequest{
		Username: player.Username, Direction: provider.IN, Amount: baht(101), Currency: provider.BAHT,
	})
	if err != nil || answer.StatusCode() != http.StatusConflict || answer.JSONDefault.Code != "REFERENCE_CONFLICT" {
		t.Errorf("another body: %v %s", err, answer.Body)
	}
	out := id.NewID().String()
	for range 2 {
		if got := move(t, client, out, player.Username, provider.OUT, baht(101)); got.Status != "REJECTED" || *got.Reason != "INSUFFICIENT_FUNDS" {
			t.Errorf("out above the balance: %+v", got)
		}
	}
}

func TestACancelIsFinalWhenTheTransferNeverCame(t *testing.T) {
	client := start(t).provider("SLOT1")
	player := openPlayer(t, client)
	reference := id.NewID().String()
	for range 2 {
		answer, err := client.CancelTransferWithResponse(ctx, reference)
		if err != nil || answer.JSON200 == nil || answer.JSON200.Status != "CANCELLED" {
			t.Fatalf("cancel: %v %s", err, answer.Body)
		}
	}
	for range 2 {
		if got := move(t, client, reference, player.Username, provider.IN, baht(100)); got.Status != "REJECTED" || *got.Reason != "CANCELLED" {
			t.Errorf("a transfer after its cancel: %+v", got)
		}
	}
	if got := balance(t, client, player.Username); got.Amount != 0 || got.Sequence != 0 {
		t.Errorf("balance %+v", got)
	}
	state, err := client.GetTransferWithResponse(ctx, reference)
	if err != nil || state.JSON200 == nil || state.JSON200.Status != "CANCELLED" {
		t.Errorf("state: %v %s", err, state.Body)
	}
}

func TestACancelAfterTheTransferSaysApplied(t *testing.T) {
	client := start(t).provider("SLOT1")
	player := openPlayer(t, client)
	reference := id.NewID().String()
	unknown, err := client.GetTransferWithResponse(ctx, reference)
	if err != nil || unknown.JSON200 == nil || unknown.JSON200.Status != "NOT_FOUND" {
		t.Errorf("before: %v %s", err, unknown.Body)
	}
	move(t, client, reference, player.Username, provider.IN, baht(100))
	answer, err := client.CancelTransferWithResponse(ctx, reference)
	if err != nil || answer.JSON200 == nil || answer.JSON200.Status != "APPLIED" {
		t.Errorf("cancel: %v %s", err, answer.Body)
	}
	if got := balance(t, client, player.Username); got.Amount != baht(100) {
		t.Errorf("balance %+v", got)
	}
}

func TestAPasswordIsResetOncePerReference(t *testing.T) {
	client := start(t).provider("SLOT1")
	player := openPlayer(t, client)
	reset := func(reference string) string {
		t.Helper()
		answer, err := client.ResetPasswordWithResponse(ctx, player.Username, provider.ResetPasswordRequest{Reference: reference})
		if err != nil || answer.JSON200 == nil {
			t.Fatalf("reset: %v %s", err, answer.Body)
		}
		return answer.JSON200.Password
	}
	first, reference := player.Password, id.NewID().String()
	second := reset(reference)
	if second == first || reset(reference) != second || openPlayer(t, client).Password != second {
		t.Error("a repeated reset made another password, or the first one none")
	}
}

func TestALaunchLinkOpensOnce(t *testing.T) {
	w := start(t)
	client := w.provider("SLOT1")
	player := openPlayer(t, client)
	launch := func() string {
		t.Helper()
		back := "https://krapao.example/user/home"
		answer, err := client.GetLaunchLinkWithResponse(ctx, player.Username, provider.LaunchLinkRequest{Platform: provider.WEB, Language: provider.Th, ReturnURL: &back})
		if err != nil || answer.JSON200 == nil {
			t.Fatalf("launch: %v %s", err, answer.Body)
		}
		return strings.TrimPrefix(answer.JSON200.Link, w.server.URL)
	}
	link := launch()
	if page := w.page(link); !strings.Contains(page, player.Username) || !strings.Contains(page, "https://krapao.example/user/home") {
		t.Errorf("page: %s", page)
	}
	late := launch()
	w.clock.forward(time.Hour)
	for _, used := range []string{link, late} {
		response, err := http.Get(w.server.URL + used)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusGone {
			t.Errorf("a used or old link answered %d", response.StatusCode)
		}
	}
}

func TestBetsAreListedInPagesAndChangeTheBalance(t *testing.T) {
	w := start(t)
	client := w.provider("SLOT1")
	player := openPlayer(t, client)
	move(t, client, id.NewID().String(), player.Username, provider.IN, baht(100))
	play := "/provider/SLOT1/players/" + player.Username + "/play"
	for range 3 {
		if status, bet := w.control(play, `{"stake":20,"payout":"35.50"}`); status != http.StatusOK || bet["stake"] != 20.0 {
			t.Fatalf("play: %d %v", status, bet)
		}
	}
	if status, _ := w.control(play, `{"stake":1000}`); status != http.StatusConflict {
		t.Errorf("a stake above the balance: %d", status)
	}
	if got := balance(t, client, player.Username); got.Amount.String() != "146.50" || got.Sequence != 4 {
		t.Errorf("balance %+v", got)
	}
	seen, limit := 0, 2
	ask := &provider.ListBetsParams{From: w.clock.Now().Add(-time.Hour), To: w.clock.Now().Add(time.Hour), Limit: &limit}
	for {
		answer, err := client.ListBetsWithResponse(ctx, ask)
		if err != nil || answer.JSON200 == nil {
			t.Fatalf("bets: %v %s", err, answer.Body)
		}
		seen += len(answer.JSON200.Bets)
		if answer.JSON200.NextCursor == nil {
			break
		}
		ask.Cursor = answer.JSON200.NextCursor
	}
	if seen != 3 {
		t.Errorf("%d bets listed", seen)
	}
	for _, path := range []string{"/provider", "/provider/SLOT1", "/"} {
		w.page(path)
	}
}
