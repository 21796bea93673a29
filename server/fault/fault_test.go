package fault_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"krapao/server/fault"
)

func TestACopyWithACauseOrAWaitIsStillItsFault(t *testing.T) {
	base := fault.New(fault.Conflict, "MONEY_NOT_ENOUGH")
	wrapped := fmt.Errorf("posting: %w", base.With(io.ErrUnexpectedEOF).After(time.Minute))
	if !errors.Is(wrapped, base) || !errors.Is(wrapped, io.ErrUnexpectedEOF) {
		t.Fatal(wrapped)
	}
	found := fault.From(wrapped)
	if found.Code != "MONEY_NOT_ENOUGH" || found.Kind != fault.Conflict || found.RetryAfter != time.Minute || !strings.Contains(found.Error(), "unexpected EOF") {
		t.Fatalf("%+v", found)
	}
	if base.RetryAfter != 0 || base.Unwrap() != nil || base.Error() != "MONEY_NOT_ENOUGH" {
		t.Fatalf("the package value changed: %+v", base)
	}
}

func TestAnythingElseIsInternal(t *testing.T) {
	if found := fault.From(io.EOF); !errors.Is(found, fault.InternalServerError) || !errors.Is(found, io.EOF) {
		t.Fatal(found)
	}
	if fault.From(nil) != nil {
		t.Fatal("nil is no fault")
	}
	if errors.Is(fault.ServiceUnavailable, fault.InternalServerError) || !errors.Is(fault.ServiceUnavailable.Withf("x"), fault.ServiceUnavailable) {
		t.Fatal("a part that is down is not a defect")
	}
	if fault.Gone.String() != "gone" || fault.Kind(99).String() != "kind(99)" {
		t.Fatal("names")
	}
}
