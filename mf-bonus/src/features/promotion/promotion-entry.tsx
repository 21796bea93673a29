import { EntryForm, useEntryForm } from '@krapao/kit/forms';
import { Button } from '@krapao/kit/ui/button';
import { Card } from '@krapao/kit/ui/card';
import { Field } from '@krapao/kit/ui/field';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import styles from './promotion.module.css';
import { PromotionDialog } from './promotion-dialog';

const SCHEMA = z.object({ code: z.string().check(z.trim(), z.minLength(1)) });

/** Fills `bonus.promotion`: a code is looked up before it is received. */
export default function PromotionEntry() {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  const [sought, setSought] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const form = useEntryForm({
    schema: SCHEMA,
    defaultValues: { code: '' },
    problems: { code: t('promotion.required') },
    say: (text) => text,
    onSubmit: ({ code }) => {
      setSought(code.toUpperCase());
      setOpen(true);
    },
  });
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{t('promotion.title')}</h2>
      <EntryForm form={form} className={styles.entry}>
        <Field
          label={t('reward:promotion.code')}
          placeholder={t('reward:promotion.code')}
          uppercase
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={64}
          {...form.field('code')}
        />
        <Button type="submit" icon={<Search aria-hidden="true" />}>
          {t('reward:promotion.search')}
        </Button>
      </EntryForm>
      {sought !== null && (
        <PromotionDialog
          key={sought}
          code={sought}
          open={open}
          onClose={(received) => {
            setOpen(false);
            if (received) form.reset();
          }}
        />
      )}
    </Card>
  );
}
