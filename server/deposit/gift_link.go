package deposit

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// Faults of a gift link.
var (
	// ErrGiftDuplicate: the voucher was sent before.
	ErrGiftDuplicate = fault.New(fault.Conflict, "TRUELINK_DUPLICATE")
	// ErrGiftInvalid: no gift link, or one that cannot be redeemed.
	ErrGiftInvalid = fault.New(fault.Conflict, "TRUELINK_INVALID")
)

// GiftStatus is what became of a gift link.
type GiftStatus string

// The statuses. Claimed is ours and not redeemed, as far as we know.
const (
	GiftClaimed  GiftStatus = "CLAIMED"
	GiftCredited GiftStatus = "CREDITED"
	GiftReview   GiftStatus = "REVIEW" // redeemed, and the operator decides
	GiftRefused  GiftStatus = "REFUSED"
)

// GiftLink is one voucher that a member sent.
type GiftLink struct {
	ID     id.ID
	Member id.MemberID
	// Hash is the voucher's; nothing else of the link is used.
	Hash string
	// Target is the phone number of the house's e-wallet.
	Target string
	Status GiftStatus
	// Outcome of a claimed one is GiftNoTarget while no try has had another answer, so that nothing can have been
	// redeemed; else empty.
	Outcome  GiftOutcome
	Amount   money.Amount
	Currency money.Currency
	// Sender is the phone number that gave it.
	Sender                           string
	CreatedAt, NextTryAt, RedeemedAt time.Time
	// Tries counts how often ReconcileGifts has asked.
	Tries int
}

// GiftTurn is one turn of the reconciler: up to Limit claimed links whose next try is due at Now. The next one comes
// after Pause for Quick tries, and then after twice the last pause, at most Longest.
type GiftTurn struct {
	Now            time.Time
	Pause, Longest time.Duration
	Quick, Limit   int
}

// GiftOutcome is what the e-wallet did.
type GiftOutcome string

// The outcomes.
const (
	GiftSuccess         GiftOutcome = "SUCCESS"
	GiftAlreadyByTarget GiftOutcome = "ALREADY_REDEEMED_BY_TARGET"
	GiftNoTarget        GiftOutcome = "TARGET_NOT_FOUND"
)

// Redemption is an e-wallet's answer. Amount is 0, Currency and Sender empty, where it does not tell them.
type Redemption struct {
	Outcome    GiftOutcome
	Amount     money.Amount
	Currency   money.Currency
	Sender     bankaccount.Payer
	RedeemedAt time.Time
}

// GiftLinks redeems vouchers. It refuses a context that carries a transaction.
type GiftLinks interface {
	// Redeem pays a voucher out to one of the house's e-wallets. Any error: whether it did is unknown.
	Redeem(ctx context.Context, hash, target string) (Redemption, error)
}

// GiftStore keeps gift links.
type GiftStore interface {
	// AddGiftLink claims a voucher; false when it was sent before.
	AddGiftLink(ctx context.Context, link GiftLink) (bool, error)
	// NthGiftLink gives when the member's n-th newest gift link was sent (1 is the newest), the zero time when there
	// are fewer.
	NthGiftLink(ctx context.Context, member id.MemberID, n int) (time.Time, error)
	// GiftLink gives one; LockGiftLink also keeps others from deciding it. Errors: NO_DATA.
	GiftLink(ctx context.Context, linkID id.ID) (GiftLink, error)
	LockGiftLink(ctx context.Context, linkID id.ID) (GiftLink, error)
	// GiftLinkOf gives the link of a voucher.
	GiftLinkOf(ctx context.Context, hash string) (link GiftLink, found bool, err error)
	// AimGiftLink writes the target of a claimed link, and what has become of every try so far: GiftNoTarget, or empty
	// where one is not known.
	AimGiftLink(ctx context.Context, link GiftLink) error
	// FinishGiftLink writes what became of a link.
	FinishGiftLink(ctx context.Context, link GiftLink, now time.Time) error
	// DueGiftLinks gives claimed links that are due, counts the try and puts off the next.
	DueGiftLinks(ctx context.Context, turn GiftTurn) ([]GiftLink, error)
	// PhoneOf gives a member's registered phone number. Errors: NO_DATA.
	PhoneOf(ctx context.Context, member id.MemberID) (string, error)
}

const (
	// giftLimit is how many gift links a member may send in a minute.
	giftLimit = 5
	// giftRetry is how long after a try whose outcome is unknown the next one comes.
	giftRetry = 15 * time.Second
	// giftQuick is how many tries come at that pace; from then on each pause is twice the last one, up to giftLongest.
	giftQuick   = 8
	giftLongest = time.Hour
	// giftTries is after how many tries in vain, about a day, the operator decides.
	giftTries = 40
	// giftSkew is how far the e-wallet's clock may be behind ours.
	giftSkew = 5 * time.Minute
	// giftsAtOnce bounds the links that one turn of the reconciler asks about.
	giftsAtOnce = 20
)

var (
	voucherHash = regexp.MustCompile(`^[A-Za-z0-9]{8,64}$`)
	// giftHosts are where gift links are made. No link is ever fetched: its voucher's hash alone goes to the e-wallet's
	// interface.
	giftHosts = map[string]bool{"gift.truemoney.com": true}
)

// parseGift finds the voucher's hash in what a client sent: `link::walletAccountName`, plain or as base64(iv |
// ciphertext | tag) of AES-256-GCM under the site's key. Errors: TRUELINK_INVALID.
func parseGift(text string, key []byte) (hash string, err error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		if text, err = openGift(text, key); err != nil {
			return "", ErrGiftInvalid.With(err)
		}
	}
	link, _, _ := strings.Cut(text, "::")
	parsed, err := url.Parse(strings.TrimSpace(link))
	switch {
	case err != nil:
		return "", ErrGiftInvalid.Withf("deposit: no URL")
	case parsed.Scheme != "https", !giftHosts[parsed.Host], parsed.User != nil, parsed.Opaque != "", parsed.Fragment != "":
		return "", ErrGiftInvalid.Withf("deposit: not at the e-wallet")
	case parsed.EscapedPath() != "/campaign" && parsed.EscapedPath() != "/campaign/":
		return "", ErrGiftInvalid.Withf("deposit: no campaign")
	}
	query, err := url.ParseQuery(parsed.RawQuery)
	if err != nil || len(query) != 1 || len(query["v"]) != 1 || !voucherHash.MatchString(query.Get("v")) {
		return "", ErrGiftInvalid.Withf("deposit: no voucher")
	}
	return query.Get("v"), nil
}

var errGiftForm = errors.New("deposit: neither a link nor an encoded one")

func openGift(text string, key []byte) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", errGiftForm
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	sealed, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	if len(raw) <= sealed.NonceSize() {
		return "", errGiftForm
	}
	plain, err := sealed.Open(nil, raw[:sealed.NonceSize()], raw[sealed.NonceSize():], nil)
	if err != nil {
		return "", errGiftForm
	}
	return string(plain), nil
}

// SendGiftLinkInput is a link that a member sends.
type SendGiftLinkInput struct {
	Member   id.MemberID
	Currency money.Currency
	// Link is the text as the client sent it.
	Link string
	Key  idempotency.Key
}

// SendGiftLink redeems a gift link and credits its member. What it gives is Credited; or Claimed or Review: its money
// is not in the wallet yet. A voucher of the member's own that another member sent first is in Review too.
// Errors: TRUELINK_INVALID, TRUELINK_DUPLICATE, REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT.
func (s *Intake) SendGiftLink(ctx context.Context, input SendGiftLinkInput) (GiftLink, error) {
	earlier, err := s.Keys.Find(ctx, input.Member, input.Key)
	if err != nil {
		return GiftLink{}, err
	}
	if !earlier.IsZero() {
		return s.earlierGift(ctx, input.Member, earlier)
	}
	link, err := s.newGift(ctx, input)
	if err != nil {
		return GiftLink{}, err
	}
	var sent GiftLink
	var waits bool
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, input.Member); err != nil {
			return err
		}
		if sent, waits, err = s.giftForSender(ctx, link); err != nil {
			return err
		}
		if earlier, err = s.Keys.Claim(ctx, input.Member, input.Key, sent.ID); err != nil || !earlier.IsZero() {
			return err
		}
		if waits {
			return nil
		}
		return s.addGift(ctx, link)
	})
	switch {
	case err != nil:
		return GiftLink{}, err
	case !earlier.IsZero():
		return s.earlierGift(ctx, input.Member, earlier)
	case waits:
		return sent, nil
	}
	return s.redeem(ctx, link)
}

// addGift claims a voucher. Errors: TRUELINK_DUPLICATE, REQUEST_LIMIT_1MIN; with either, nothing is kept.
func (s *Intake) addGift(ctx context.Context, link GiftLink) error {
	sent, err := s.Store.NthGiftLink(ctx, link.Member, giftLimit)
	if err != nil {
		return err
	}
	if err := s.limited(sent); err != nil {
		return err
	}
	added, err := s.Store.AddGiftLink(ctx, link)
	if err == nil && !added {
		return ErrGiftDuplicate
	}
	return err
}

// newGift checks what is sent. Errors: TRUELINK_INVALID.
func (s *Intake) newGift(ctx context.Context, input SendGiftLinkInput) (GiftLink, error) {
	if s.Gifts == nil || input.Currency != money.Baht {
		return GiftLink{}, ErrGiftInvalid.Withf("deposit: no gift links here")
	}
	key, err := s.GiftLinkKey(ctx)
	if err != nil {
		return GiftLink{}, err
	}
	hash, err := parseGift(input.Link, key)
	if err != nil {
		return GiftLink{}, err
	}
	target, err := s.giftTarget(ctx)
	now := s.Now()
	return GiftLink{
		ID: id.NewID(), Member: input.Member, Hash: hash, Target: target, Status: GiftClaimed, Currency: money.Baht, CreatedAt: now, NextTryAt: now.Add(giftRetry),
	}, err
}

// giftTarget gives the phone number of the house's e-wallet for gift links. Errors: TRUELINK_INVALID, when none is
// open.
func (s *Intake) giftTarget(ctx context.Context) (string, error) {
	houses, err := s.Store.Houses(ctx)
	if err != nil {
		return "", err
	}
	if at := slices.IndexFunc(houses, func(house bankaccount.House) bool { return takesGifts(house) && house.Open }); at >= 0 {
		return houses[at].Number, nil
	}
	return "", ErrGiftInvalid.Withf("deposit: no e-wallet takes gift links")
}

// takesGifts tells whether gift links are redeemed into the house's e-wallet while its channel is open.
func takesGifts(house bankaccount.House) bool {
	return house.TakesGifts && house.Currency == money.Baht && house.Number != ""
}
