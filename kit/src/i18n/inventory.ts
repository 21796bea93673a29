/**
 * Every message that the product's specification names, by its section: what it says there, and where its text lives as
 * `home:key`. A home is a namespace of the kit or an application. Only the inventory's test reads this.
 */

/**
 * How long a text may be: a `label` fits a button, a tab or a column; a `line` a toast; a `text` a paragraph of a
 * dialog.
 */
export type Room = 'label' | 'line' | 'text';

/** One named message. */
export type Named = readonly [room: Room, at: string, specification: string];

/** Sections 2.2 and 2.3, 4.2, 5: public screens, layouts, registration. */
const PUBLIC: Named[] = [
  ['label', 'shell:nav.home', 'Home'],
  ['label', 'shell:nav.register', 'Register'],
  ['label', 'shell:nav.howto', 'How to use'],
  ['label', 'shell:nav.contact', 'Contact'],
  ['label', 'shell:nav.profile', 'Profile'],
  ['label', 'shell:nav.conditions', 'Conditions'],
  ['label', 'shell:nav.statement', 'Transaction history'],
  ['label', 'shell:nav.logout', 'logout'],
  ['line', 'shell:credit', 'credit line with the website link'],
  ['label', 'common:language.label', 'language dropdown'],
  ['label', 'common:action.confirm', 'Confirm'],
  ['label', 'common:action.cancel', 'Cancel'],
  ['label', 'common:action.save', 'Save'],
  ['label', 'common:action.close', 'close'],
  ['label', 'common:action.refresh', 'refresh link'],
  ['label', 'shell:login.phone', 'phone number'],
  ['label', 'shell:login.password', 'password'],
  ['label', 'shell:login.remember', 'remember'],
  ['label', 'shell:login.submit', 'Login'],
  ['label', 'shell:login.register', 'link to /register'],
  ['line', 'shell:login.phoneMissing', 'phone number is required'],
  ['line', 'shell:login.passwordMissing', 'password is required'],
  ['label', 'shell:register.steps.phone', 'Phone number'],
  ['label', 'shell:register.steps.otp', 'OTP confirmation'],
  ['label', 'shell:register.steps.profile', 'Profile'],
  ['label', 'shell:register.steps.bank', 'Bank data'],
  ['label', 'shell:register.otp.ref', 'OTP (ref : {otpRef})'],
  ['label', 'common:otp.label', '6-digit input placeholder'],
  ['line', 'shell:register.otp.missing', 'OTP code is required'],
  ['label', 'shell:register.profile.name', 'profile name'],
  ['label', 'shell:register.profile.confirm', 'confirm password'],
  ['label', 'shell:register.profile.source', 'how you found us'],
  ['label', 'shell:register.profile.invite', 'inviter code'],
  ['line', 'shell:register.profile.mismatch', "Passwords don't match"],
  ['label', 'shell:register.bank.bank', 'bank select'],
  ['line', 'shell:register.bank.recommended', 'recommendation note naming two banks'],
  ['label', 'shell:register.bank.accountNo', 'account number'],
  ['label', 'shell:register.bank.firstName', 'account first name'],
  ['label', 'shell:register.bank.firstNameEnglish', '(English)'],
  ['label', 'shell:register.bank.lastName', 'last name'],
  ['label', 'shell:register.bank.lastNameEnglish', '(English)'],
  ['label', 'shell:register.bank.currency', 'currency select'],
  ['label', 'common:currency.LAK', 'LAK'],
  ['label', 'common:currency.BAHT', 'BAHT'],
  ['line', 'shell:register.done.toast', 'registration success toast'],
  ['label', 'shell:contact.version', 'app version'],
  ['label', 'shell:notFound.title', 'Page Not Found'],
  ['label', 'shell:terminated.title', 'Page not found'],
];

/** Sections 2.4 and 5: profile and its dialogs. */
const ACCOUNT: Named[] = [
  ['label', 'shell:profile.name', 'name'],
  ['label', 'shell:profile.number', 'member number'],
  ['label', 'shell:profile.since', 'member since'],
  ['label', 'shell:profile.username', 'username'],
  ['label', 'shell:profile.accountName', 'bank account name'],
  ['label', 'shell:profile.bank', 'bank name'],
  ['label', 'shell:profile.accountNo', 'bank account number'],
  ['label', 'shell:profile.contact', 'contact'],
  ['label', 'account:password.title', 'change-password dialog'],
  ['label', 'account:password.old', 'old password'],
  ['label', 'account:password.new', 'new password'],
  ['label', 'account:password.confirm', 'confirm new password'],
  ['line', 'account:password.notEqual', 'passwords do not match'],
  ['label', 'account:profile.edit', 'edit-profile form'],
  ['label', 'account:bankName.edit', 'edit-bank-account-name form'],
  ['label', 'account:bankName.name', 'bank account name'],
  ['label', 'account:bankName.english', 'English only'],
  ['line', 'account:bankName.required', 'requiredEngLangMsg'],
];

/** Sections 2.4, 2.5, 5 and 9: home, deposit, slips, transfer, withdraw, game accounts, statement. */
const WALLET: Named[] = [
  ['label', 'mf-wallet:home.refresh', 'check balance'],
  ['label', 'mf-wallet:home.updated', 'updated at'],
  ['label', 'mf-wallet:home.balance', 'total balance'],
  ['label', 'mf-wallet:home.coins', 'coin total'],
  ['label', 'mf-wallet:home.invite', 'invite bonus amount'],
  ['label', 'mf-wallet:home.deposit', 'Deposit'],
  ['label', 'mf-wallet:home.withdraw', 'Withdraw'],
  ['label', 'mf-wallet:home.transfer', 'Transfer'],
  ['label', 'mf-wallet:home.refreshAll', 'refresh all'],
  ['label', 'mf-wallet:home.slot', 'Slot'],
  ['label', 'mf-wallet:home.sport', 'Sport + Casino'],
  ['label', 'mf-wallet:home.lotto', 'Lotto'],
  ['label', 'mf-wallet:home.open', 'open account'],
  ['label', 'mf-wallet:home.view', 'view data'],
  ['label', 'mf-wallet:home.tap', 'tap to view'],
  ['label', 'mf-wallet:deposit.bankTab', 'bank account number'],
  ['label', 'mf-wallet:deposit.qrTab', 'QR code'],
  ['label', 'mf-wallet:deposit.walletTab', 'e-wallet link'],
  ['line', 'mf-wallet:deposit.instant', 'deposits reach the wallet within 1 minute'],
  ['label', 'mf-wallet:qr.create', 'creates a QR'],
  ['label', 'mf-wallet:qr.quick', 'quick-amount buttons'],
  ['label', 'mf-wallet:qr.cancel', 'Cancel'],
  ['label', 'mf-wallet:qr.transferred', 'Transferred'],
  ['text', 'mf-wallet:qr.checking', 'refresh amount'],
  ['line', 'mf-wallet:qr.ruleNew', 'a new QR is needed for each deposit'],
  ['line', 'mf-wallet:qr.ruleOnce', 'a QR can be used once and only within a time limit'],
  ['line', 'mf-wallet:qr.ruleExact', 'the amount must not be altered or rounded'],
  ['line', 'mf-wallet:qr.ruleNoWallet', 'transfers from the e-wallet are not supported for QR deposits'],
  ['line', 'mf-wallet:qr.belowMinimum', 'the minimum is {minDeposit} baht'],
  ['line', 'mf-wallet:deposit.ownPhone', "condition that mentions the member's username"],
  ['label', 'wallet:giftLink.label', 'gift-link submission form'],
  ['label', 'wallet:giftLink.send', 'send button'],
  ['line', 'wallet:giftLink.minimum', 'link deposits have a minimum of 2 baht'],
  ['line', 'wallet:giftLink.ownPhone', 'must come from the registered phone number'],
  ['line', 'wallet:giftLink.sent', 'link-sent message'],
  ['line', 'wallet:giftLink.changePhone', 'an admin handles changing the registered wallet phone number'],
  ['line', 'common:copy.done', 'Copied: {text}'],
  ['line', 'common:copy.failed', 'Failed to copy'],
  ['line', 'slip:withinHours_other', 'a slip must be uploaded within 1 hour of the transfer'],
  ['line', 'slip:closed', 'slip upload is closed during a daily time window'],
  ['label', 'wallet:transfer.from', 'From'],
  ['label', 'wallet:transfer.to', 'To'],
  ['label', 'wallet:transfer.amount', 'Amount'],
  ['line', 'wallet:transfer.pickAccount', 'Please select correct account'],
  ['line', 'wallet:transfer.sameAccount', 'Cannot transfer to or from same account'],
  ['line', 'wallet:transfer.done', 'transfer message'],
  ['line', 'wallet:transfer.pending', 'a transfer whose outcome is unknown is in progress'],
  ['line', 'wallet:limit.minimum', 'Minimum amount is …'],
  ['line', 'wallet:limit.maximum', 'maximum amount is …'],
  ['label', 'wallet:withdraw.total', 'a total'],
  ['label', 'wallet:withdraw.amount', 'Amount field'],
  ['text', 'wallet:withdraw.bonusWarning', 'bonus-condition warning'],
  ['line', 'wallet:withdraw.waiting', 'waiting for transfer'],
  ['label', 'common:alert.success', 'success'],
  ['label', 'common:alert.saved', 'saved'],
  ['label', 'common:alert.error', 'error'],
  ['label', 'wallet:game.activate', 'activate'],
  ['label', 'wallet:game.username', 'username'],
  ['label', 'wallet:game.password', 'password'],
  ['label', 'wallet:game.resetPassword', 'reset password'],
  ['label', 'wallet:game.transferIn', 'transfer into game'],
  ['label', 'wallet:game.amount', 'in-game amount'],
  ['label', 'wallet:game.play', 'play game'],
  ['label', 'wallet:game.android', 'Android app link'],
  ['label', 'wallet:game.ios', 'iOS app link'],
  ['label', 'mf-wallet:agreement.accept', 'agreement confirm button'],
  ['label', 'mf-wallet:statement.deposit', 'deposit'],
  ['label', 'mf-wallet:statement.bonus', 'bonus received'],
  ['label', 'mf-wallet:statement.finish_bonus', 'bonus ended'],
  ['label', 'mf-wallet:statement.withdraw', 'withdraw'],
  ['label', 'mf-wallet:statement.transfer', 'transfer'],
  ['label', 'mf-wallet:statement.success', 'success'],
  ['label', 'mf-wallet:statement.failed', 'fail'],
  ['label', 'mf-wallet:statement.pending', 'in progress'],
  ['label', 'slip:uploadStatus', 'upload status'],
  ['label', 'slip:title', 'slip-status dialog'],
  ['label', 'slip:receivedAt', 'received at'],
  ['label', 'slip:amount', 'amount'],
  ['label', 'slip:status', 'status with reason'],
  ['label', 'slip:view', 'view'],
  ...['second', 'minute', 'hour', 'day', 'month', 'year'].map(
    (unit): Named => ['label', `common:relative.${unit}_other`, '{n} {unit}(s) ago'],
  ),
];

/** Sections 2.4, 2.5, 4.6 and 4.7: bonus, promotion, invite, refund. */
const REWARD: Named[] = [
  ['label', 'mf-bonus:bonus.tile', 'Bonus'],
  ['label', 'mf-bonus:invite.title', 'Invite'],
  ['label', 'mf-bonus:refund.title', 'Refund'],
  ['line', 'reward:bonus.active', 'the active bonus type'],
  ['label', 'reward:bonus.current', 'current'],
  ['label', 'reward:bonus.received', 'bonus received'],
  ['label', 'reward:bonus.receive', 'Receive'],
  ['label', 'reward:bonus.cancel', 'cancel bonus'],
  ['text', 'reward:bonus.cancelWarning', 'a confirm dialog warns the user'],
  ['label', 'reward:promotion.code', 'promotion code'],
  ['label', 'reward:promotion.search', 'search button'],
  ['label', 'reward:promotion.searching', 'searching…'],
  ['label', 'reward:promotion.receive', 'receive promotion'],
  ['line', 'reward:promotion.notFound', 'promotion not found'],
  ['line', 'reward:promotion.warning', 'a warning'],
  ['label', 'reward:invite.receive', 'receive'],
  ['label', 'reward:invite.receiveTitle', 'Receive invite bonus'],
  ['label', 'reward:invite.from', 'from name'],
  ['label', 'reward:invite.amount', 'amount'],
  ['label', 'reward:invite.date', 'date'],
  ['text', 'reward:terms.success', 'success percentage'],
  ['text', 'reward:terms.fail', 'fail percentage'],
  ['label', 'reward:refund.amount', 'refund amount'],
  ['label', 'reward:refund.receive', 'receive button'],
  ['label', 'reward:refund.addWallet', 'adding the refund to the wallet'],
  ['line', 'reward:refund.notFound', 'not found'],
  ['label', 'reward:refund.date', 'date'],
  ['text', 'reward:rule.withdrawAll', 'must withdraw the full balance; any remaining credit is cut'],
  ['text', 'reward:rule.turnover', 'puts the wallet and all game balances under a turnover condition'],
  ['text', 'reward:rule.threshold', 'a bonus can be ended when deposit + bonus falls below a threshold'],
  ['text', 'reward:rule.beforeDeposit', 'must end the bonus before the next deposit'],
  ['text', 'reward:rule.clearsGames', 'ending a bonus clears all in-game balances'],
  ['text', 'reward:rule.noRefund', 'refunds cannot be claimed while a bonus is active'],
];

/** Sections 2.4, 2.6, 5 and 8: the wheel and the chat. */
const SPIN_AND_CHAT: Named[] = [
  ['label', 'mf-spin:wheel.tile', 'spin the wheel'],
  ['label', 'mf-spin:wheel.coins_other', 'remaining coin count'],
  ['label', 'spin:coupon.index', 'index'],
  ['label', 'spin:coupon.prize', 'prize'],
  ['label', 'spin:coupon.amount', 'amount'],
  ['label', 'spin:coupon.claim', 'claim'],
  ['line', 'spin:won', 'Congratulations! You received a coupon'],
  ['label', 'spin:claim.title', 'Receive prize'],
  ['line', 'spin:claim.success', 'claim prize success'],
  ['line', 'spin:claim.received', 'received {label}'],
  ['label', 'chat:invite', 'chat with admin'],
  ['label', 'chat:title', 'Contact us'],
  ['label', 'chat:reload', 'reload-history button'],
  ['label', 'chat:input', 'message box'],
  ['label', 'chat:attach', 'attachment button'],
  ['label', 'chat:ended', 'End Conversation'],
  ['line', 'chat:newMessages_one', 'You have a new message'],
  ['line', 'chat:newMessages_other', 'You have N new messages'],
  ['label', 'chat:resend', 'resend'],
  ['label', 'chat:remove', 'remove'],
  ['line', 'chat:notStarted', 'Cannot start chatting'],
  ['line', 'chat:notSupported', 'File is not supported'],
  ['line', 'chat:tooLarge', 'The file is too large. Please select file no larger than {N} MB.'],
];

/** All messages that are no codes. */
export const NAMED: readonly Named[] = [...PUBLIC, ...ACCOUNT, ...WALLET, ...REWARD, ...SPIN_AND_CHAT];

/** Section 8, the slip's note: reading B. */
export const SLIP_REASONS =
  `UPLOADED_FILE_NOT_EXIST IMG_SIZE_UNABLE_TO_PROCESS CANNOT_READ_CROPPED_IMAGE DEST_ACC_INVALID SLIP_REFNO_DUPLICATED
  UNSTABLE_REFNO_ON_SLIP TRIPPLE_WRONG_CAPTCHA INVALID_SLIP NOT_MATCH EXPIRED_SLIP UNKNOW_ERROR`.split(/\s+/);

/** Section 8, spin errors. */
export const SPIN_ERRORS =
  'NO_CLAIMABLE_COUPON INVALID_PRIZE_CODE INVALID_CODE INVALID_COUPON_TYPE COUPON_EXPIRED BONUS_REMAINING'.split(' ');

/** Section 8, the catalogue's codes; `NOT_{PROVIDER}` is one text for all providers. */
export const CODES =
  `UNAUTHORIZED EXPIRED_AUTH_TOKEN INVALID_USER_1 INVALID_USER_2 INVALID_USER_3 INVALID_USER_4 INVALID_IP
  NOT_PROVIDER OTP_BLOCK OTP_TOKEN_INVALID OTP_NOT_EXIST OTP_VERIFIED OTP_EXPIRED OTP_CODE_INVALID OTP_CODE_VALID OTP_SEND_FAIL
  OTP_VERIFY_FAIL UNVERIFIED_OTP EXISTING_USER EXISTING_BANK INVALID_USER_INFO INVALID_BANK BANK_ACCOUNT_NAME_ENG REGISTER_FAIL
  PHONE_NUMBER_REQUIRE_10_DIGIT NO_USER WRONG_PASSWORD WRONG_CREDENTIAL INACTIVE_USER LOGIN_FAIL REQUEST_LIMIT REQUEST_LIMIT_1MIN
  BONUS_REMAINING BONUS_ALREADY_ACTIVE BONUS_MAX_CLAIMED BONUS_CONDITION BONUS_CLEAR BONUS_FULL NO_PROMOTION PROMOTION_RECEIVED
  INVITE_COLLECT INVITE_INACTIVE NO_INVITE_BONUS NO_INVITEE_PLAY_INFO INVITE_BONUS_SUCCESS INVITE_BONUS_FAIL INTERNAL_SERVER_ERROR
  OK SUCCESS KEY_MISSING KEY_INVALID NO_DATA QR_FAIL NO_REFUND REFUND_CONDITION REFUND_SUCCESS REFUND_INACTIVE REFUND_MINIMUM NO_BANK
  NO_WALLET GAME_ACTIVATION_FAIL SLOT_ACTIVATE_FAIL SLOT_ALREADY_ACTIVE SLOT_NO_ACCOUNT SLOT_RESET_PASSWORD_FAIL NO_GAME
  TRANSFER_MINIMUM MONEY_NOT_ENOUGH TRANSFER_FAIL SLIP_UPLOAD_FAIL SLIP_NO_FILE SLIP_INVALID_FILE TRUELINK_DUPLICATE
  TRUELINK_INVALID`.split(/\s+/);
