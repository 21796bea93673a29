import { Share2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { plainText } from '../i18n';
import { Button } from './button';
import { copyText } from './copy-text';
import { IconButton } from './icon-button';
import { toast } from './toast';

export interface ShareButtonProps {
  /** What is shared, in a few words: a share sheet may show them, the toast of a copy does. */
  title: string;
  /** What the other side reads. */
  text: string;
  /** The button's words: 'Share receipt'. */
  label: string;
  /** The icon alone; the words are for those who do not see it. */
  compact?: boolean;
}

/** Whether the member has closed the share sheet: nothing was shared, which is no failure. */
function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Hands a text to the phone's share sheet. A browser without one, or one that refuses, as some apps' own browsers do,
 * copies it.
 */
export function ShareButton({ title, text, label, compact = false }: ShareButtonProps) {
  const { t } = useTranslation('common');
  const share = async (event: MouseEvent<HTMLButtonElement>) => {
    const near = event.currentTarget;
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title: plainText(title), text: plainText(text) });
        return;
      } catch (error) {
        if (isClosed(error)) return;
      }
    }
    if (await copyText(text, near)) toast.success(t('copy.done', { text: title }));
    else toast.error(t('copy.failed'));
  };
  const icon = <Share2 aria-hidden="true" />;
  if (compact) return <IconButton variant="tint" label={label} icon={icon} onClick={share} />;
  return (
    <Button variant="secondary" size="small" icon={icon} onClick={share}>
      {label}
    </Button>
  );
}
