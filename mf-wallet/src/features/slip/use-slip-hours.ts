import { serverNow } from '@krapao/kit/api';
import { useEffect, useState } from 'react';
import type { SlipLookup } from '../../api/gen/model';
import { isOpenAt } from './slip-rules';

/** How often the clock is looked at, in milliseconds: the hours may begin or end while the dialog is open. */
const CLOCK_MS = 10_000;

/** Whether slips are taken now, kept up to date; false while the rules are not known. */
export function useSlipHours(rules: SlipLookup | undefined): boolean {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return rules !== undefined && isOpenAt(rules, Math.max(now, serverNow()));
}
