import { Card } from '@krapao/kit/ui/card';
import { CopyButton } from '@krapao/kit/ui/copy-button';
import { Check, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpinRecord } from '../../api/gen/model';
import styles from './check.module.css';
import type { Arithmetic, Verdict } from './proof';

/** A value as it is computed with: whole, in letters that are all equally wide. */
function Value({ name, value, copy }: { name: string; value: string; copy?: string }) {
  return (
    <div className={styles.value}>
      <p className={styles.name}>{name}</p>
      <code>{value}</code>
      {copy && <CopyButton text={value} label={copy} />}
    </div>
  );
}

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <li>
      <Card className={styles.step} role="group" aria-labelledby={id}>
        <h2 className={styles.title} id={id}>
          <span className={styles.number}>{number}</span>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
        {children}
      </Card>
    </li>
  );
}

function Outcome({ isRight, children }: { isRight: boolean; children: ReactNode }) {
  return (
    <p className={styles.outcome} data-right={isRight}>
      {isRight ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
      <span>{children}</span>
    </p>
  );
}

function Shares({ arithmetic: { shares, remainder, code }, won }: { arithmetic: Arithmetic; won: SpinRecord }) {
  const { t } = useTranslation('mf-spin');
  return (
    <div className={styles.scroll}>
      <table className={styles.shares}>
        <thead>
          <tr>
            <th scope="col">{t('odds.sector')}</th>
            <th scope="col">{t('check.weight')}</th>
            <th scope="col">{t('check.range')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={share.code} data-drawn={share.code === code || undefined}>
              <th scope="row">{share.code === won.code ? `${share.code} · ${won.label}` : share.code}</th>
              <td>{share.weight}</td>
              <td>
                {share.weight === 0 ? '-' : `${share.from} – ${share.to - 1n}`}
                {share.code === code && <b>{` ← ${remainder}`}</b>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The arithmetic of a spin, step by step, with every number that takes part. */
export function CheckSteps({ verdict, spin }: { verdict: Verdict; spin: SpinRecord }) {
  const { t } = useTranslation('mf-spin');
  const { arithmetic, isBound, isDrawn } = verdict;
  const { attempts, sum, limit, remainder, code } = arithmetic;
  const { proof } = spin;
  const used = attempts.at(-1);
  return (
    <ol className={styles.steps}>
      <Step number={1} title={t('check.sealTitle')} text={t('check.sealText')}>
        <Value name={t('check.seed')} value={proof.seed} copy={t('check.copySeed')} />
        <Value name={t('check.sealed')} value={arithmetic.sealed} copy={t('check.copySealed')} />
        <Value name="SHA-256" value={arithmetic.commitment} />
        <Value name={t('check.commitment')} value={proof.commitment} />
        <Outcome isRight={isBound}>{isBound ? t('check.sealRight') : t('check.sealWrong')}</Outcome>
      </Step>
      <Step number={2} title={t('check.drawTitle')} text={t('check.drawText')}>
        {attempts.map(({ message, digest, number, isUsed }) => (
          <div key={message} className={styles.attempt}>
            <Value name={t('check.request')} value={message} />
            <Value name="HMAC-SHA-256" value={digest} />
            <Value name={t('check.firstBytes', { bytes: digest.slice(0, 16) })} value={String(number)} />
            {!isUsed && <p className={styles.text}>{t('check.thrown', { limit: String(limit) })}</p>}
          </div>
        ))}
      </Step>
      <Step number={3} title={t('check.sectorTitle')} text={t('check.sectorText', { sum: String(sum) })}>
        <Value name={t('check.remainder')} value={`${used?.number} mod ${sum} = ${remainder}`} />
        <Shares arithmetic={arithmetic} won={spin} />
        <Outcome isRight={isDrawn}>
          {isDrawn ? t('check.drawRight', { code }) : t('check.drawWrong', { code, won: spin.code })}
        </Outcome>
      </Step>
    </ol>
  );
}
