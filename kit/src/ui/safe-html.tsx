import { useMemo } from 'react';
import { classNames } from './class-names';
import { purify } from './purify';
import styles from './safe-html.module.css';

export interface SafeHtmlProps {
  /** HTML that the operator wrote. */
  html: string;
  className?: string;
}

/** The only way for HTML of the server onto the page. */
export function SafeHtml({ html, className }: SafeHtmlProps) {
  const safe = useMemo(() => ({ __html: purify(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: purified above; every other use is refused
  return <div className={classNames(styles.html, className)} dangerouslySetInnerHTML={safe} />;
}
