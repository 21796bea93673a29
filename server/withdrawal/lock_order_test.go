package withdrawal_test

import (
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"
)

// An approval that is there without the order to the gateway would be paid by nobody.
func TestAnApprovalAndItsOrderAreOneTransaction(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.withdraw(somchai, "100")
	owner, err := pgx.Connect(t.Context(), s.Database.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(t.Context()) }()
	if _, err := owner.Exec(t.Context(), "alter table payout add constraint broken check (false) not valid"); err != nil {
		t.Fatal(err)
	}
	if answer := s.operate(made.Reference, "approve", ""); answer.Status != http.StatusInternalServerError {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if steps := s.steps(made.Reference); steps != "REQUESTED" {
		t.Errorf("I11: %s, and no gateway was ordered to pay", steps)
	}
	if _, err := owner.Exec(t.Context(), "alter table payout drop constraint broken"); err != nil {
		t.Fatal(err)
	}
	s.approve(made.Reference)
	s.holds(somchai, 90_000, 10_000, 0)
}
