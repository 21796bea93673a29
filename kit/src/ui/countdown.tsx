import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../api';
import { formatCountdown, type Moment, timeOf } from '../format';
import { classNames } from './class-names';
import styles from './countdown.module.css';

/** The last minute is red, in milliseconds. */
const URGENT_MS = 60_000;

export interface CountdownProps {
  /** When it reaches 00:00, by the server's clock. */
  until: Moment;
  /** Called once, at 00:00. */
  onEnd?: () => void;
  /** Part of a control that says what it counts: mere text, without a role and a name of its own. */
  plain?: boolean;
}

/** mm:ss until a moment, ticking every second. */
export function Countdown({ until, onEnd, plain = false }: CountdownProps) {
  const { t } = useTranslation('common');
  const end = timeOf(until);
  const [left, setLeft] = useState(() => end - serverNow());
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const rest = end - serverNow();
      setLeft(rest);
      if (rest > 0) timer = setTimeout(tick, rest % 1000 || 1000);
      else ended.current?.();
    };
    tick();
    return () => clearTimeout(timer);
  }, [end]);
  return (
    <span
      className={classNames(styles.countdown, left <= URGENT_MS && styles.urgent)}
      {...(!plain && { role: 'timer', 'aria-label': t('countdown.label') })}
    >
      {formatCountdown(left)}
    </span>
  );
}
