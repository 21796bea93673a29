import type { Currency } from '@krapao/kit/format';
import type { InviteBalance } from '@krapao/openapi/portal';
import type { ReactNode } from 'react';

/** What the tiles of other teams get on home. They are declared as data, or draw the kit's Tile, or nothing. */
export interface HomeTileProps {
  /** Coins for the prize wheel; undefined until the wallet is known. */
  coin: number | undefined;
  /**
   * Whether there is a wheel to spin, as the wallet said last; undefined until the wallet is known, false of one that
   * never said so.
   */
  hasWheel: boolean | undefined;
  /** The member's currency; undefined until the wallet is known. */
  currency: Currency | undefined;
  /** Reads the wallet again, after something has changed it. */
  onChanged: () => void;
  /** What to draw instead when the feature is off: 'refresh all' in `home.spin`, nothing elsewhere. */
  fallback: ReactNode;
}

/** What every dialog in a place gets. */
interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/** What a dialog that moves money gets. `changed`: money moved, or may have, so the wallet must be read again. */
interface MoneyDialogProps {
  open: boolean;
  onClose: (changed: boolean) => void;
}

/** What a list beside the statement gets. */
interface ListDialogProps extends DialogProps {
  /** Only this deposit or withdrawal, by what the statement calls it. */
  entry?: string | undefined;
}

declare module '@krapao/kit/federation' {
  interface Slots {
    'home.spin': HomeTileProps;
    'home.invite': HomeTileProps;
    'home.bonus': HomeTileProps;
    'home.refund': HomeTileProps;
    /** The button that receives the invite bonus, shown only while there is one. `onChanged` reads the wallet again. */
    'home.receiveInvite': { invite: InviteBalance; currency: Currency; onChanged: () => void };
    /** `phone` is the registered number; undefined until the wallet is known. */
    'wallet.deposit': DialogProps & { phone: string | undefined };
    'wallet.deposits': ListDialogProps;
    'wallet.slip': DialogProps & { view: 'upload' | 'status' };
    'wallet.withdraw': MoneyDialogProps;
    'wallet.withdrawals': ListDialogProps;
    /** Every reason why a withdrawal would be refused now, and what lifts it. */
    'withdraw.blockers': DialogProps;
    /** `to` is the account it goes to, to begin with. */
    'wallet.transfer': MoneyDialogProps & { to: string | undefined };
    'wallet.game': DialogProps & {
      /** The provider's code. */
      code: string;
      /** The provider did not tell the amount: it is the last one known. */
      isLastKnown: boolean;
      checking: boolean;
      /** Asks the providers for the balances. */
      onCheck: () => void;
      /** The member wants to move money into this game. */
      onTransfer: () => void;
    };
  }
}
