import '@krapao/kit/federation';
import type { Currency } from '@krapao/kit/format';
import type { ActiveBonus, Bonus, BonusMinimum, InviteBalance } from '@krapao/openapi/portal';

/** What a dialog in a place gets. */
interface DialogProps {
  open: boolean;
  onClose: () => void;
}

declare module '@krapao/kit/federation' {
  interface Slots {
    /** The entry of a promotion code, above the bonuses. */
    'bonus.promotion': object;
    /** What stands behind a card. `active` is the condition that the member is under; undefined until it is known. */
    'bonus.offer': DialogProps & { bonus: Bonus; active: ActiveBonus | undefined };
    /** The question before the condition is ended. `way` is how far it is; undefined while it is not known. */
    'bonus.end': DialogProps & { way: BonusMinimum | undefined };
    /** Behind the tiles of home; each is asked for when a finger comes to its tile. */
    'bonus.invite': DialogProps;
    'bonus.refund': DialogProps;
    'bonus.receiveInvite': DialogProps & { invite: InviteBalance; currency: Currency };
    /** What playing won and lost by day, beside the refund that comes from it. */
    'bonus.gameResults': { currency: Currency | undefined };
  }
}
