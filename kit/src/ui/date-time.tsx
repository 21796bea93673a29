import { formatDate, formatDateTime, type Moment, timeOf } from '../format';

export interface DateTimeProps {
  value: Moment | null | undefined;
  /** DD/MM/YYYY without the time. */
  dateOnly?: boolean;
}

/** DD/MM/YYYY HH:mm:ss at Asia/Bangkok, or '-'. */
export function DateTime({ value, dateOnly = false }: DateTimeProps) {
  const text = dateOnly ? formatDate(value) : formatDateTime(value);
  const time = timeOf(value);
  return Number.isNaN(time) ? <span>{text}</span> : <time dateTime={new Date(time).toISOString()}>{text}</time>;
}
