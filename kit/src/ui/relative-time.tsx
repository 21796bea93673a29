import { useEffect, useState } from 'react';
import { serverNow } from '../api';
import { formatDateTime, type Moment, timeOf } from '../format';
import { relativeText, useLocale } from '../i18n';

/** How often the text is looked at again, in milliseconds. */
const REFRESH_MS = 10_000;

/** '{n} {unit}(s) ago', kept up to date; the full date is its title. */
export function RelativeTime({ value }: { value: Moment | null | undefined }) {
  useLocale();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const time = timeOf(value);
  if (Number.isNaN(time)) return null;
  return (
    <time dateTime={new Date(time).toISOString()} title={formatDateTime(time)}>
      {relativeText(time, Math.max(now, serverNow()))}
    </time>
  );
}
