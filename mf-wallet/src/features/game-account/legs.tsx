import type { Currency } from '@krapao/kit/format';
import { Money } from '@krapao/kit/ui/money';
import { useTranslation } from 'react-i18next';
import type { TransferLeg } from '../../api/gen/model';
import styles from './game.module.css';

interface LegsProps {
  legs: readonly TransferLeg[];
  currency: Currency;
  nameOf: (code: string) => string;
}

/** Where the money of each account is that did not arrive: still there, back in the wallet, or on its way. */
export function Legs({ legs, currency, nameOf }: LegsProps) {
  const { t } = useTranslation('mf-wallet');
  return (
    <ul className={styles.legs}>
      {legs.map((leg) => (
        <li key={leg.reference} className={styles.leg}>
          <span>{nameOf(leg.from)}</span>
          <Money value={leg.amount} currency={currency} />
          <span className={styles.soft}>
            {leg.heldBy === null ? t('game.onItsWay') : t('game.heldBy', { place: nameOf(leg.heldBy) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
