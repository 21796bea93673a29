import type { ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { useGetSiteInfo } from '../../api/gen/portal';
import styles from './credit-line.module.css';

function Website({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** The operator's website. It is no screen's business when it cannot be loaded: the line stays away then. */
export function CreditLine() {
  const { data: info } = useGetSiteInfo();
  const host = info?.website.startsWith('https://') ? new URL(info.website).host : '';
  return (
    <footer className={styles.line}>
      {info && host !== '' && (
        <Trans
          ns="shell"
          i18nKey="credit"
          values={{ site: host.replace(/^www\./, '') }}
          components={{ site: <Website href={info.website} /> }}
        />
      )}
    </footer>
  );
}
