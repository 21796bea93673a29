import { Slot } from '@krapao/kit/federation';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import type { useDialogs } from './use-dialogs';
import type { useHome } from './use-home';

/** What `wallet.deposit` gets. */
export interface DepositSlotProps {
  open: boolean;
  onClose: () => void;
  /** The registered phone number; undefined until the wallet is known. */
  phone: string | undefined;
}

/** What `wallet.withdraw` gets. `changed`: money moved, so the wallet must be read again. */
export interface WithdrawSlotProps {
  open: boolean;
  onClose: (changed: boolean) => void;
}

/** What `wallet.transfer` gets. */
export interface TransferSlotProps {
  open: boolean;
  onClose: (changed: boolean) => void;
  /** The account it goes to, to begin with. */
  to: string | undefined;
}

/** What `wallet.game` gets. */
export interface GameSlotProps {
  open: boolean;
  onClose: () => void;
  /** The provider's code. */
  code: string;
  /** The provider did not tell the amount: it is the last one known. */
  isLastKnown: boolean;
  checking: boolean;
  /** Asks the providers for the balances. */
  onCheck: () => void;
  /** The member wants to move money into this game. */
  onTransfer: () => void;
}

interface DialogsProps {
  dialogs: ReturnType<typeof useDialogs>;
  home: ReturnType<typeof useHome>;
}

/** The dialogs of home, each in its place; a place is asked for by the first tap and stays. */
export function Dialogs({ dialogs: { open, last, show, close }, home }: DialogsProps) {
  const pending = (kind: string) => <LoadingOverlay active={open?.kind === kind} />;
  const closeMoney = (changed: boolean) => {
    if (changed) void home.wallet.refetch();
    if (open?.kind === 'transfer' && open.back !== undefined) show({ kind: 'game', code: open.back });
    else close();
  };
  return (
    <>
      {last.deposit && (
        <Slot<DepositSlotProps>
          name="wallet.deposit"
          with={{ open: open?.kind === 'deposit', onClose: close, phone: home.wallet.data?.profile.username }}
          pending={pending('deposit')}
        />
      )}
      {last.withdraw && (
        <Slot<WithdrawSlotProps>
          name="wallet.withdraw"
          with={{ open: open?.kind === 'withdraw', onClose: closeMoney }}
          pending={pending('withdraw')}
        />
      )}
      {last.transfer && (
        <Slot<TransferSlotProps>
          name="wallet.transfer"
          with={{ open: open?.kind === 'transfer', onClose: closeMoney, to: last.transfer.to }}
          pending={pending('transfer')}
        />
      )}
      {last.game && (
        <Slot<GameSlotProps>
          name="wallet.game"
          with={{
            open: open?.kind === 'game',
            onClose: close,
            code: last.game.code,
            isLastKnown: home.lastKnown.has(last.game.code),
            checking: home.checking,
            onCheck: () => void home.check(),
            onTransfer: () => {
              const { code } = last.game ?? {};
              if (code !== undefined) show({ kind: 'transfer', to: code, back: code });
            },
          }}
          pending={pending('game')}
        />
      )}
    </>
  );
}
