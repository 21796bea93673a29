import { Dices, Gamepad2, type LucideIcon, Ticket, Trophy } from 'lucide-react';
import { useState } from 'react';
import type { GameAccount } from '../api/gen/model';
import styles from './provider-art.module.css';
import { useSeen } from './use-seen';

/** What stands for a category where a provider brings no background. */
const SYMBOLS: Record<string, LucideIcon> = { slot: Dices, sport: Trophy, lotto: Ticket };

/** The first letters of a provider's name, at most two. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

interface ProviderArtProps {
  account: Pick<GameAccount, 'name' | 'category' | 'logo' | 'background'>;
}

/** What stands in the place of a logo: the picture once that is seen, or the provider's initials. */
function LogoPicture({ account, seen }: ProviderArtProps & { seen: boolean }) {
  const [failed, setFailed] = useState<string>();
  if (!seen || account.logo === '' || failed === account.logo) return initialsOf(account.name);
  return <img src={account.logo} alt="" width={48} height={48} onError={() => setFailed(account.logo)} />;
}

/** A provider's logo, or its initials. Decorative: the name stands beside it. */
export function ProviderLogo({ account }: ProviderArtProps) {
  const [place, seen] = useSeen<HTMLSpanElement>();
  return (
    <span ref={place} className={styles.logo} aria-hidden="true">
      <LogoPicture account={account} seen={seen} />
    </span>
  );
}

/** A provider's background with its logo on it; without the pictures a quiet drawing of ours. Decorative. */
export function ProviderArt({ account }: ProviderArtProps) {
  const [failed, setFailed] = useState<string>();
  const Drawing = SYMBOLS[account.category] ?? Gamepad2;
  const [place, seen] = useSeen<HTMLSpanElement>();
  const drawn = seen && account.background !== '' && failed !== account.background;
  return (
    <span ref={place} className={styles.art} aria-hidden="true">
      <Drawing className={styles.symbol} />
      {drawn && (
        <img
          className={styles.background}
          src={account.background}
          alt=""
          onError={() => setFailed(account.background)}
        />
      )}
      <span className={styles.logo}>
        <LogoPicture account={account} seen={seen} />
      </span>
    </span>
  );
}
