import { Slot } from '@krapao/kit/federation';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import type { useDialogs } from './use-dialogs';
import type { useHome } from './use-home';

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
        <Slot
          name="wallet.deposit"
          with={{ open: open?.kind === 'deposit', onClose: close, phone: home.wallet.data?.profile.username }}
          pending={pending('deposit')}
        />
      )}
      {last.withdraw && (
        <Slot
          name="wallet.withdraw"
          with={{ open: open?.kind === 'withdraw', onClose: closeMoney }}
          pending={pending('withdraw')}
        />
      )}
      {last.transfer && (
        <Slot
          name="wallet.transfer"
          with={{ open: open?.kind === 'transfer', onClose: closeMoney, to: last.transfer.to }}
          pending={pending('transfer')}
        />
      )}
      {last.game && (
        <Slot
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
