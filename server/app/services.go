package app

import (
	"context"
	"log/slog"
	"time"

	"krapao/server/approval"
	"krapao/server/bonus"
	"krapao/server/channel"
	"krapao/server/chat"
	"krapao/server/deposit"
	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/helpdesk"
	"krapao/server/member"
	"krapao/server/operator"
	"krapao/server/postgres"
	"krapao/server/realtime"
	"krapao/server/rebate"
	"krapao/server/referral"
	"krapao/server/secret"
	"krapao/server/site"
	"krapao/server/slip"
	"krapao/server/spin"
	"krapao/server/statement"
	"krapao/server/wallet"
	"krapao/server/withdrawal"
)

// Services is every feature over one database. The server, the commands and the tests have the same; who listens or
// runs jobs adds that.
type Services struct {
	// DB is the database. Limit counts rate-limited events for all servers together.
	DB    *postgres.DB
	Limit *postgres.RateLimit
	// Audit is the log of what operators change, Approvals where a second person decides.
	Audit     postgres.Audit
	Approvals *approval.Approvals
	// Operators has the accounts of the back office.
	Operators *operator.Service
	// Site is what the operator has set and written, SiteChanges what changes it with a second person.
	Site        *site.Service
	SiteChanges *site.Changes
	// Members is members and their sessions; nil without keys. MemberAdmin is what operators do with members.
	Members     *member.Service
	MemberAdmin *member.Admin
	// Spin is the prize wheel.
	Spin *spin.Service
	// Bonuses is bonuses, promotions, and the one condition that refunds, invites and prizes open too.
	Bonuses *bonus.Service
	// Rebates gives part of a day's net loss back, Referrals a share of what invitees lose.
	Rebates   *rebate.Service
	Referrals *referral.Service
	// Games is the game providers and members' accounts there; Providers calls the former.
	Games     *game.Service
	Providers *provider.Providers
	// Transfers moves money between main wallets and games.
	Transfers *wallet.Transfers
	// Channels is the deposit channels, Withdrawals money on its way out.
	Channels    *channel.Service
	Withdrawals *withdrawal.Service
	// Deposits is payment QR codes; Intake the other ways in; Slips the uploaded transfer slips, whose checks Queue has
	// done.
	Deposits *deposit.Service
	Intake   *deposit.Intake
	Slips    *slip.Service
	Queue    *postgres.Queue
	// Chat is the support chat, Exchange what tells all servers of its events.
	Chat *chat.Service
	// HelpDesk tells a help desk of another party; nil: there is none.
	HelpDesk *helpdesk.Service
	Exchange *realtime.Exchange
	// Statement is the member's history, Wallet the overview of the home screen.
	Statement *statement.Service
	Wallet    *wallet.Service
}

// ServicesConfig is what Services needs besides the database.
type ServicesConfig struct {
	Config
	// Keys are the server's. Without any, nothing sealed can be read or written, and no member logs in.
	Keys secret.Keyring
	Now  func() time.Time
	// Log takes what nobody is told of otherwise; nil: nowhere.
	Log *slog.Logger
	// SMS replaces the configured service; nil: none does.
	SMS member.SMS
	// WrapBlobs and WrapPictures put something in front of the store of uploads and of what reads pictures; nil:
	// nothing.
	WrapBlobs    func(slip.Blobs) slip.Blobs
	WrapPictures func(slip.Pictures) slip.Pictures
}

// box gives the box of a purpose, nil without keys.
func (c ServicesConfig) box(purpose string) *secret.Box {
	if c.Keys.Empty() {
		return nil
	}
	return c.Keys.Box(purpose)
}

// floor is what every feature is made from.
type floor struct {
	ServicesConfig
	db        *postgres.DB
	ledger    postgres.Ledger
	keyed     postgres.Idempotency
	limit     *postgres.RateLimit
	trail     postgres.Audit
	approvals *approval.Approvals
}

// alone adds up what each operator changes of these kinds without a second person.
func (f floor) alone(kinds ...string) approval.Alone {
	return approval.Alone{Store: postgres.ChangesAlone{DB: f.db}, Kinds: kinds, Now: f.Now}
}

// NewServices makes every feature, in an order in which each finds what it needs. It asks the database nothing. A
// running server shows within two seconds what others change.
func NewServices(ctx context.Context, db *postgres.DB, config ServicesConfig) (*Services, error) {
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	trail := postgres.Audit{DB: db, Now: config.Now}
	base := floor{
		ServicesConfig: config, db: db, ledger: postgres.Ledger{DB: db}, keyed: postgres.Idempotency{DB: db, Now: config.Now},
		limit: postgres.NewRateLimit(db, config.Now), trail: trail, approvals: approval.New(postgres.Approvals{DB: db}, trail, config.Now),
	}
	operators, err := newOperators(base)
	if err != nil {
		return nil, err
	}
	settings := newSite(base)
	members, err := newMembers(base, settings)
	if err != nil {
		return nil, err
	}
	providers := NewProviders(config.Game)
	games, err := newGames(base, providers)
	if err != nil {
		return nil, err
	}
	transfers, gateways := newTransfers(base, games, providers), newGateways(base)
	bonuses := newBonus(base, games, transfers)
	wheel := newSpin(base, bonuses)
	deposits := wheel.Rewarding(base.ledger) // whose deposits bring coins
	intake, err := newIntake(base, deposits, settings)
	if err != nil {
		return nil, err
	}
	queue, err := newQueue(base)
	if err != nil {
		return nil, err
	}
	slips, err := newSlips(ctx, base, intake, queue)
	if err != nil {
		return nil, err
	}
	exchange, err := newExchange(base)
	if err != nil {
		return nil, err
	}
	desk, err := newHelpDesk(base, queue)
	if err != nil {
		return nil, err
	}
	talks, err := newChat(ctx, base, exchange, desk)
	if err != nil {
		return nil, err
	}
	return &Services{
		DB: db, Limit: base.limit, Audit: trail, Approvals: base.approvals, Operators: operators,
		Site: settings, SiteChanges: newSiteChanges(base, settings), Members: members, MemberAdmin: newMemberAdmin(base, settings, members),
		Spin: wheel, Bonuses: bonuses, Rebates: newRebates(base, bonuses), Referrals: newReferrals(base, bonuses), Games: games, Providers: providers, Transfers: transfers,
		Channels: newChannels(base), Withdrawals: newWithdrawals(base, deposits, gateways, transfers, bonuses),
		Deposits: newDeposits(base, deposits, gateways), Intake: intake, Slips: slips, Queue: queue,
		Chat: talks, HelpDesk: desk, Exchange: exchange,
		Statement: &statement.Service{Book: base.ledger, Finder: postgres.Statement{DB: db}, Parties: postgres.Statement{DB: db}}, Wallet: &wallet.Service{Store: postgres.Wallet{DB: db}},
	}, nil
}
