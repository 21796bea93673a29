import type { Currency } from '@krapao/kit/format';
import { Money } from '@krapao/kit/ui/money';
import { useTranslation } from 'react-i18next';
import type { TransferLeg } from '../../api/gen/model';
import { WALLET } from '../../text/account-name';
import styles from './withdraw.module.css';

interface LegsProps {
  legs: readonly TransferLeg[];
  currency: Currency;
  nameOf: (code: string) => string;
}

/** Where the money of each game is now: in the wallet, on its way, or still in a game. */
export function Legs({ legs, currency, nameOf }: LegsProps) {
  const { t } = useTranslation('mf-wallet');
  const placeOf = ({ heldBy }: TransferLeg) => {
    if (heldBy === null) return t('withdraw.onItsWay');
    return heldBy === WALLET ? t('withdraw.isHome') : t('withdraw.heldBy', { place: nameOf(heldBy) });
  };
  return (
    <ul className={styles.legs}>
      {legs.map((leg) => (
        <li key={leg.reference}>
          <span className={styles.strong}>{nameOf(leg.from)}</span> <Money value={leg.amount} currency={currency} />{' '}
          {placeOf(leg)}
        </li>
      ))}
    </ul>
  );
}
