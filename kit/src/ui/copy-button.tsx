import { Check, Copy } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { copyText } from './copy-text';
import { IconButton } from './icon-button';
import { toast } from './toast';

/** How long the tick stays, in milliseconds. */
const TICK_MS = 2000;

export interface CopyButtonProps {
  /** What is copied, and named in the toast. */
  text: string;
  /** What the toast names instead of the text, when that is a secret. */
  mask?: string;
  /** What it copies, for those who do not see it: 'Copy account number'. 'Copy' unless given. */
  label?: string;
  /** Asked at the tap: false when something has to come before the copy, which a later tap then makes. */
  mayCopy?: () => boolean;
  /** With the word beside the icon. */
  wide?: boolean;
}

/** Copies a text and says so: 'Copied: {text}' or 'Failed to copy'. */
export function CopyButton({ text, mask, label, mayCopy, wide = false }: CopyButtonProps) {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    if (mayCopy && !mayCopy()) return;
    const done = await copyText(text, event.currentTarget);
    setCopied(done);
    if (done) toast.success(t('copy.done', { text: mask ?? text }));
    else toast.error(t('copy.failed'));
  };
  const icon = copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />;
  if (!wide) return <IconButton variant="tint" label={label ?? t('action.copy')} icon={icon} onClick={copy} />;
  return (
    <Button variant="secondary" size="small" icon={icon} aria-label={label} onClick={copy}>
      {t('action.copy')}
    </Button>
  );
}
