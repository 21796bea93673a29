import { IconButton } from '@krapao/kit/ui/icon-button';
import { VisuallyHidden } from '@krapao/kit/ui/visually-hidden';
import { Paperclip, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './composer.module.css';
import { type FileVerdict, judge, TAKEN_TYPES } from './file-rules';

/** The most characters of a message (specification 5), and from when on they are counted on the screen. */
export const MOST_CHARACTERS = 2000;
const COUNTED_FROM = 1800;

interface ComposerProps {
  /** What was being written when the chat was last open. */
  draft: string;
  onDraft: (text: string) => void;
  onSend: (text: string) => void;
  onFile: (file: File, kind: 'image' | 'video') => void;
  onRefused: (verdict: Extract<FileVerdict, { problem: string }>) => void;
  onTyping: (isTyping: boolean) => void;
}

/** As people and the server count: an emoji is one. */
const lengthOf = (text: string) => [...text].length;

/** The message box: Enter sends, Enter with another key begins a line. */
export function Composer({ draft, onDraft, onSend, onFile, onRefused, onTyping }: ComposerProps) {
  const { t } = useTranslation(['mf-chat', 'chat']);
  const [text, setText] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const countId = useId();
  const count = lengthOf(text);
  const isTooLong = count > MOST_CHARACTERS;
  const canSend = text.trim() !== '' && !isTooLong;

  const write = (next: string) => {
    setText(next);
    onDraft(next);
  };
  const send = () => {
    field.current?.focus();
    if (!canSend) return;
    onSend(text.trim());
    write('');
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const hasModifier = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;
    // An Enter that ends a composed word is the keyboard's.
    if (event.key !== 'Enter' || hasModifier || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const pick = (file: File | undefined) => {
    if (!file) return;
    const verdict = judge(file);
    if ('kind' in verdict) onFile(file, verdict.kind);
    else onRefused(verdict);
  };

  return (
    <div className={styles.composer}>
      <input
        ref={picker}
        type="file"
        hidden
        accept={TAKEN_TYPES}
        onChange={(event) => {
          pick(event.currentTarget.files?.[0]);
          // The same file again is a choice again.
          event.currentTarget.value = '';
        }}
      />
      <IconButton
        label={t('chat:attach')}
        icon={<Paperclip aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      />
      <div className={styles.box} data-invalid={isTooLong || undefined}>
        <textarea
          ref={field}
          className={styles.text}
          rows={1}
          value={text}
          aria-label={t('chat:input')}
          placeholder={t('chat:input')}
          aria-invalid={isTooLong || undefined}
          aria-describedby={count > COUNTED_FROM ? countId : undefined}
          enterKeyHint="send"
          onChange={(event) => {
            write(event.currentTarget.value);
            onTyping(event.currentTarget.value.trim() !== '');
          }}
          onBlur={() => onTyping(false)}
          onKeyDown={press}
        />
        {count > COUNTED_FROM && (
          <p className={styles.count} id={countId} data-invalid={isTooLong || undefined}>
            <span aria-hidden="true">{`${count}/${MOST_CHARACTERS}`}</span>
            <VisuallyHidden>{t('counted', { written: count, most: MOST_CHARACTERS })}</VisuallyHidden>
          </p>
        )}
      </div>
      <IconButton
        className={styles.send}
        label={t('send')}
        icon={<SendHorizontal aria-hidden="true" />}
        aria-disabled={!canSend || undefined}
        onClick={send}
      />
    </div>
  );
}
