package member

import (
	"context"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
)

// Profile is a member as the member sees it.
type Profile struct {
	Member Member
	// Coins are for the prize wheel.
	Coins int64
	// Bank names the bank of the member's account; Locked: money has moved, so only the operator changes bank and
	// number.
	Bank   Bank
	Locked bool
}

// Profile gives a member's profile. Errors: NO_BANK.
func (s *Service) Profile(ctx context.Context, member id.MemberID) (Profile, error) {
	found, err := s.Store.Member(ctx, member)
	if err != nil {
		return Profile{}, gone(err)
	}
	wallet, err := s.Ledger.Wallet(ctx, member)
	if err != nil && !errors.Is(err, ledger.ErrNoWallet) {
		return Profile{}, err
	}
	return s.profile(ctx, found, wallet)
}

func (s *Service) profile(ctx context.Context, found Member, wallet ledger.Wallet) (Profile, error) {
	if found.Bank == nil {
		return Profile{}, ErrNoBank
	}
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return Profile{}, err
	}
	bank, offered := rules.Bank(found.Bank.BankCode)
	if !offered { // no longer
		bank = Bank{Code: found.Bank.BankCode, NameLocal: found.Bank.BankCode, NameEN: found.Bank.BankCode}
	}
	return Profile{Member: found, Coins: wallet.Coins, Bank: bank, Locked: moved(wallet)}, nil
}

// moved tells whether money ever moved in a wallet.
func moved(wallet ledger.Wallet) bool { return wallet.Statements > 0 }

// gone: the member vanished after the session was read.
func gone(err error) error {
	if errors.Is(err, ErrNoUser) {
		return ErrNoMember
	}
	return err
}

// UpdateProfileInput changes a member's name and bank account. Nil fields stay as they are.
type UpdateProfileInput struct {
	Member                                   id.MemberID
	Name                                     string
	BankCode, BankAccountName, BankAccountNo *string
}

// UpdateProfile changes name and bank account. Once money has moved, bank and number stay, and the account's name can
// only be given in Latin letters. Errors: INVALID_USER_INFO, INVALID_BANK, EXISTING_BANK, BANK_ACCOUNT_NAME_ENG,
// NO_BANK, REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (s *Service) UpdateProfile(ctx context.Context, input UpdateProfileInput) (Profile, error) {
	name, err := checkName(input.Name)
	if err != nil {
		return Profile{}, err
	}
	rules, err := s.Site.Rules(ctx) // before the transaction: reading them may take a connection of its own
	if err != nil {
		return Profile{}, err
	}
	if err := s.limitAccounts(ctx, input); err != nil {
		return Profile{}, err
	}
	var updated Profile
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		found, wallet, err := s.lock(ctx, input.Member)
		if err != nil {
			return err
		}
		if err := s.Store.PutName(ctx, found.ID, name); err != nil {
			return err
		}
		found.Name = name
		account := *found.Bank
		for to, value := range map[*string]*string{&account.BankCode: input.BankCode, &account.Name: input.BankAccountName, &account.Number: input.BankAccountNo} {
			if value != nil {
				*to = *value
			}
		}
		if account != *found.Bank {
			if found.Bank, err = s.changeBank(ctx, rules, found, account, moved(wallet)); err != nil {
				return err
			}
		}
		updated, err = s.profile(ctx, found, wallet)
		return err
	})
	return updated, err
}

// How often a member may ask for another bank account: the answer tells whether another member has it.
const (
	accountsPerMinute = 5
	accountsPerHour   = 20
)

// limitAccounts counts an input that names another bank or number than the member's. It runs outside the transaction,
// which a refusal rolls back.
func (s *Service) limitAccounts(ctx context.Context, input UpdateProfileInput) error {
	if input.BankCode == nil && input.BankAccountNo == nil {
		return nil
	}
	found, err := s.Store.Member(ctx, input.Member)
	if err != nil {
		return gone(err)
	}
	own := func(named *string, has string) bool { return named == nil || *named == has }
	if found.Bank == nil || own(input.BankCode, found.Bank.BankCode) && own(input.BankAccountNo, found.Bank.Number) {
		return nil
	}
	of := input.Member.String()
	return s.within(ctx, bound{"account:" + of, accountsPerMinute, time.Minute}, bound{"account:hour:" + of, accountsPerHour, time.Hour})
}

// lock keeps a member and the wallet from being changed by others, in the order that everybody locks in.
func (s *Service) lock(ctx context.Context, member id.MemberID) (Member, ledger.Wallet, error) {
	found, err := s.Store.LockMember(ctx, member)
	if err != nil {
		return found, ledger.Wallet{}, gone(err)
	}
	if found.Bank == nil {
		return found, ledger.Wallet{}, ErrNoBank
	}
	wallet, err := s.Ledger.LockWallet(ctx, member)
	if err != nil && !errors.Is(err, ledger.ErrNoWallet) {
		return found, wallet, err
	}
	return found, wallet, nil
}

func (s *Service) changeBank(ctx context.Context, rules Rules, found Member, account BankAccount, locked bool) (*BankAccount, error) {
	if locked && (account.BankCode != found.Bank.BankCode || account.Number != found.Bank.Number) {
		return nil, ErrBank.Withf("member: money has moved")
	}
	bank, offered := rules.Bank(account.BankCode)
	switch {
	case !offered && account.BankCode != found.Bank.BankCode:
		return nil, ErrBank.Withf("member: an unknown bank")
	case !offered: // no longer: the name alone may change
		bank = Bank{Code: account.BankCode}
	}
	bank.RequiresLatinName = bank.RequiresLatinName || locked
	checked, err := checkBank(bank, account)
	if err != nil {
		return nil, err
	}
	if checked.BankCode != found.Bank.BankCode || checked.Number != found.Bank.Number {
		if err := s.Store.HoldWithdrawals(ctx, found.ID, s.Now().Add(withdrawHold)); err != nil {
			return nil, err
		}
	}
	return &checked, s.Store.PutBank(ctx, found.ID, checked, s.Now())
}

// UpdateBankAccountNameInput gives the bank account's name in Latin letters.
type UpdateBankAccountNameInput struct {
	Member   id.MemberID
	BankCode string
	Name     string
}

// UpdateBankAccountName replaces the account's name. Errors: BANK_ACCOUNT_NAME_ENG, INVALID_BANK (another bank),
// NO_BANK.
func (s *Service) UpdateBankAccountName(ctx context.Context, input UpdateBankAccountNameInput) (Profile, error) {
	name, err := checkAccountName(input.Name, true)
	if err != nil {
		return Profile{}, err
	}
	var updated Profile
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		found, wallet, err := s.lock(ctx, input.Member)
		if err != nil {
			return err
		}
		if found.Bank.BankCode != input.BankCode {
			return ErrBank.Withf("member: another bank than the member's")
		}
		found.Bank.Name = name
		if err := s.Store.PutBank(ctx, found.ID, *found.Bank, s.Now()); err != nil {
			return err
		}
		updated, err = s.profile(ctx, found, wallet)
		return err
	})
	return updated, err
}

// AcceptAgreement stores that a member accepts the agreement in force; accepting it again gives the first time.
// Errors: NO_DATA (another version).
func (s *Service) AcceptAgreement(ctx context.Context, member id.MemberID, version string) (acceptedAt time.Time, err error) {
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return time.Time{}, err
	}
	if version != rules.AgreementVersion {
		return time.Time{}, fault.NoData.Withf("member: agreement %.20q is not in force", version)
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Store.LockMember(ctx, member); err != nil {
			return gone(err)
		}
		acceptedAt, err = s.Store.AcceptAgreement(ctx, member, version, s.Now())
		return err
	})
	return acceptedAt, err
}
