import type { Currency } from '@krapao/kit/format';
import { Money } from '@krapao/kit/ui/money';
import { useTranslation } from 'react-i18next';
import type { TransferLeg } from '../api/gen/model';
import { WALLET } from './account-name';
import styles from './legs.module.css';

interface LegsProps {
  legs: readonly TransferLeg[];
  currency: Currency;
  nameOf: (code: string) => string;
}

/** Where the money of each account of a transferAll is now: back in the wallet, on its way, or still where it was. */
export function Legs({ legs, currency, nameOf }: LegsProps) {
  const { t } = useTranslation('mf-wallet');
  const placeOf = ({ from, heldBy }: TransferLeg) => {
    if (heldBy === null) return t('legs.onItsWay');
    return heldBy === WALLET && from !== WALLET ? t('legs.isHome') : t('legs.heldBy', { place: nameOf(heldBy) });
  };
  return (
    <ul className={styles.legs}>
      {legs.map((leg) => (
        <li key={leg.reference}>
          <span className={styles.from}>{nameOf(leg.from)}</span> <Money value={leg.amount} currency={currency} />{' '}
          {placeOf(leg)}
        </li>
      ))}
    </ul>
  );
}
