package member

import (
	"context"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/secret"
)

// errCurrency: a currency that the edition does not offer.
var errCurrency = fault.KeyInvalid.Withf("member: the edition does not offer this currency")

// RegisterInput is a registration, whole or as far as the form has come.
type RegisterInput struct {
	Caller   Caller
	Name     string
	Phone    string
	Password secret.Text
	// SourceCode and InviteCode may be empty.
	SourceCode, InviteCode string
	// Bank may have empty fields in Validate.
	Bank BankAccount
	// Currency may be empty: the edition's first.
	Currency string
}

// How often one address may register or validate. Without an OTP a validation tells whose phone is a member's, so it is
// rarer.
const (
	registerPerMinute, registerPerHour = 10, 100
	unprovenPerMinute, unprovenPerHour = 5, 30

	maxDraws = 5 // of a member number that is taken
)

// Validate checks a registration as far as it has come, and stores nothing. Empty bank fields are not checked.
// Errors: PHONE_NUMBER_REQUIRE_10_DIGIT, UNVERIFIED_OTP, EXISTING_USER, EXISTING_BANK, INVALID_USER_INFO, INVALID_BANK,
// BANK_ACCOUNT_NAME_ENG, KEY_INVALID (currency), REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (s *Service) Validate(ctx context.Context, input RegisterInput) error {
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return err
	}
	if err := s.mayRegister(ctx, "validate:", input.Caller, rules); err != nil {
		return err
	}
	_, _, err = s.checkRegistration(ctx, rules, input, false)
	return err
}

// Register makes a member with an empty wallet, after the checks of Validate on every field.
// Errors: those of Validate; REGISTER_FAIL.
func (s *Service) Register(ctx context.Context, input RegisterInput) (id.MemberID, error) {
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return 0, err
	}
	if err := s.mayRegister(ctx, "register:", input.Caller, rules); err != nil {
		return 0, err
	}
	made, password, err := s.checkRegistration(ctx, rules, input, true)
	if err != nil {
		return 0, err
	}
	hash, err := s.hasher.Hash(ctx, password, ErrRegisterFail)
	if err != nil {
		return 0, err
	}
	for range maxDraws {
		made.ID = id.DrawMember(s.Random)
		err = s.Store.InTx(ctx, func(ctx context.Context) error { return s.add(ctx, rules, input.Caller, made, hash) })
		if !errors.Is(err, ErrNumberTaken) {
			return made.ID, err
		}
	}
	return 0, ErrRegisterFail.With(err)
}

// add uses up the proof and writes member and wallet, in one transaction.
func (s *Service) add(ctx context.Context, rules Rules, caller Caller, made Member, hash string) error {
	if rules.RegisterOTP {
		used, err := s.useProof(ctx, caller, made.Phone, ToRegister)
		if err != nil {
			return err
		}
		if !used {
			return s.unproved(ctx, made.Phone)
		}
	}
	if err := s.Store.AddMember(ctx, made, hash); err != nil {
		return err
	}
	return s.Ledger.OpenWallet(ctx, made.ID, made.Currency, made.CreatedAt)
}

// unproved says why a proof cannot be used: a registration with it has come first, or there never was one.
func (s *Service) unproved(ctx context.Context, phone string) error {
	switch _, err := s.Store.Credentials(ctx, phone); {
	case err == nil:
		return ErrExistingUser
	case errors.Is(err, ErrNoUser):
		return ErrUnverified
	default:
		return err
	}
}

func (s *Service) mayRegister(ctx context.Context, what string, caller Caller, rules Rules) error {
	perMinute, perHour := registerPerMinute, registerPerHour
	if !rules.RegisterOTP {
		perMinute, perHour = unprovenPerMinute, unprovenPerHour
	}
	from := bucket(caller.Addr)
	return s.within(ctx, bound{what + "minute:" + from, perMinute, time.Minute}, bound{what + "hour:" + from, perHour, time.Hour})
}

// checkRegistration checks what needs no knowledge of other members first, then the proof, and only then tells of
// others.
func (s *Service) checkRegistration(ctx context.Context, rules Rules, input RegisterInput, whole bool) (made Member, password string, err error) {
	now := s.Now()
	made = Member{Status: Active, CreatedAt: now, LastLoginAt: now, SourceCode: input.SourceCode}
	if made.Phone, err = s.Phones.Parse(input.Phone); err != nil {
		return made, "", err
	}
	if made.Name, err = checkName(input.Name); err != nil {
		return made, "", err
	}
	if password, err = checkPassword(input.Password.Reveal(), made.Phone); err != nil {
		return made, "", err
	}
	if made.Currency, err = chooseCurrency(s.Currencies, input.Currency); err != nil {
		return made, "", err
	}
	if input.SourceCode != "" && !rules.HasSource(input.SourceCode) {
		return made, "", ErrUserInfo.Withf("member: an unknown source")
	}
	if made.Inviter, err = parseInvite(input.InviteCode); err != nil {
		return made, "", err
	}
	if made.Bank, err = checkRegisteredBank(rules, input.Bank, whole); err != nil {
		return made, "", err
	}
	if rules.RegisterOTP {
		proof, err := s.proof(ctx, input.Caller, made.Phone, ToRegister)
		if err != nil {
			return made, "", err
		}
		switch proof {
		case NoProof:
			return made, "", ErrUnverified
		case UsedProof:
			return made, "", s.unproved(ctx, made.Phone)
		case FreshProof:
		}
	}
	return made, password, s.checkOthers(ctx, made)
}

// checkRegisteredBank checks the bank account; nil when there is none yet.
func checkRegisteredBank(rules Rules, account BankAccount, whole bool) (*BankAccount, error) {
	if !whole && account == (BankAccount{}) {
		return nil, nil //nolint:nilnil // none yet
	}
	bank, offered := rules.Bank(account.BankCode)
	if !offered {
		if !whole && account.BankCode == "" {
			return nil, nil //nolint:nilnil // number and name say nothing without the bank
		}
		return nil, ErrBank.Withf("member: an unknown bank")
	}
	if !whole {
		if account.Name == "" {
			account.Name = "NOT YET"
		}
		if account.Number == "" {
			_, err := checkAccountName(account.Name, bank.RequiresLatinName)
			return nil, err
		}
	}
	checked, err := checkBank(bank, account)
	return &checked, err
}

// checkOthers tells what other members have already. Only who proved the phone gets here, or where no proof is asked
// for.
func (s *Service) checkOthers(ctx context.Context, made Member) error {
	switch _, err := s.Store.Credentials(ctx, made.Phone); {
	case err == nil:
		return ErrExistingUser
	case !errors.Is(err, ErrNoUser):
		return err
	}
	if made.Bank != nil {
		taken, err := s.Store.HasBank(ctx, *made.Bank)
		if err != nil {
			return err
		}
		if taken {
			return ErrExistingBank
		}
	}
	if made.Inviter == 0 {
		return nil
	}
	switch inviter, err := s.Store.Member(ctx, made.Inviter); {
	case errors.Is(err, ErrNoUser), err == nil && inviter.Status == Closed:
		return ErrUserInfo.Withf("member: an invite code of nobody")
	default:
		return err
	}
}
