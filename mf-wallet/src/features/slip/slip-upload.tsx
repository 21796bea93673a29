import { Alert } from '@krapao/kit/ui/alert';
import { CallFailure } from '@krapao/kit/ui/unfinished';
import { Camera, Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlipLookup } from '../../api/gen/model';
import stack from '../../shared/stack.module.css';
import styles from './slip.module.css';
import { isAlwaysOpen, TAKEN_TYPES } from './slip-rules';
import type { SlipFile } from './use-slip-file';
import type { UploadState } from './use-slip-upload';

/** Until when a slip is taken, when it is not, and how large it may be. */
function Rules({ rules }: { rules: SlipLookup }) {
  const { t } = useTranslation(['mf-wallet', 'slip']);
  const { maxAgeMinutes, maxSizeMB, openFrom, openTo } = rules;
  return (
    <section aria-label={t('qr.rules')}>
      <ul className={styles.rules}>
        <li>
          {maxAgeMinutes % 60 === 0
            ? t('slip:withinHours', { count: maxAgeMinutes / 60 })
            : t('slipUpload.withinMinutes', { count: maxAgeMinutes })}
        </li>
        {!isAlwaysOpen(rules) && <li>{t('slip:closed', { from: openTo, to: openFrom })}</li>}
        <li>{t('slipUpload.whole')}</li>
        <li>{t('slipUpload.limit', { size: maxSizeMB })}</li>
      </ul>
    </section>
  );
}

interface PickProps {
  label: string;
  icon: ReactNode;
  /** Straight to the camera instead of the gallery. */
  camera?: boolean;
  disabled: boolean;
  onPick: (file: File | undefined) => void;
}

function Pick({ label, icon, camera = false, disabled, onPick }: PickProps) {
  return (
    <label className={styles.pick}>
      <input
        type="file"
        className={styles.input}
        accept={TAKEN_TYPES.join(',')}
        capture={camera ? 'environment' : undefined}
        disabled={disabled}
        onChange={(event) => {
          onPick(event.currentTarget.files?.[0]);
          // The same file again is a choice again.
          event.currentTarget.value = '';
        }}
      />
      <span className={styles.sign} aria-hidden="true">
        {icon}
      </span>
      {label}
    </label>
  );
}

/** How much has left. */
function Progress({ part }: { part: number }) {
  const { t } = useTranslation('mf-wallet');
  const percent = Math.floor(part * 100);
  const text = part < 1 ? t('slipUpload.sending', { percent }) : t('slipUpload.storing');
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} max={100} value={percent} aria-label={t('slipUpload.progress')} />
      <p className={styles.soft} aria-hidden="true">
        {text}
      </p>
    </div>
  );
}

interface SlipUploadProps {
  rules: SlipLookup;
  isOpen: boolean;
  picked: SlipFile;
  upload: UploadState;
}

/** A slip to send: the rules, the picture, how far it has come. Its buttons stand in the dialog's footer. */
export function SlipUpload({ rules, isOpen, picked, upload }: SlipUploadProps) {
  const { t } = useTranslation(['mf-wallet', 'errors', 'slip']);
  const sending = upload.kind === 'sending';
  const { file, problem, preview } = picked;
  const wrong = problem && t(`slipUpload.problem.${problem}`, { size: rules.maxSizeMB });
  return (
    <div className={stack.stack}>
      {!isOpen && (
        <Alert tone="warning" title={t('slipUpload.closedNow')} live>
          {t('slip:closed', { from: rules.openTo, to: rules.openFrom })}
        </Alert>
      )}
      {upload.kind === 'failed' && <CallFailure error={upload.error} title={t('slipUpload.failed')} />}
      {wrong && <Alert tone="danger">{wrong}</Alert>}
      {preview && problem === null && (
        <figure className={styles.figure}>
          <img className={styles.preview} src={preview} alt={t('slipUpload.preview')} onError={picked.markUnreadable} />
          <figcaption className={styles.soft}>{file?.name}</figcaption>
        </figure>
      )}
      {sending ? (
        <Progress part={upload.part} />
      ) : (
        <div className={styles.picks}>
          <Pick
            label={t(file ? 'slipUpload.other' : 'slipUpload.choose')}
            icon={<Image />}
            disabled={!isOpen}
            onPick={picked.choose}
          />
          <Pick label={t('slipUpload.camera')} icon={<Camera />} camera disabled={!isOpen} onPick={picked.choose} />
        </div>
      )}
      <Rules rules={rules} />
    </div>
  );
}
