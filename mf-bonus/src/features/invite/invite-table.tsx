import { errorText } from '@krapao/kit/i18n';
import { DateTime } from '@krapao/kit/ui/date-time';
import { Money } from '@krapao/kit/ui/money';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetWallet, useListInvites } from '../../api/gen/portal';
import { PAGE_SIZE, PagedTable } from '../../shared/paged-table';
import styles from './invite.module.css';
import ReceiveButton from './receive-button';

/** What waits to be received, and what each friend's day earned, ten a page. */
export function InviteTable({ open }: { open: boolean }) {
  const { t } = useTranslation(['mf-bonus', 'reward']);
  const [page, setPage] = useState(1);
  const wallet = useGetWallet({ query: { enabled: open } }).data;
  const query = useListInvites(
    { page, limit: PAGE_SIZE },
    { query: { enabled: open, staleTime: 0, placeholderData: keepPreviousData } },
  );
  const currency = wallet?.profile.currency;
  return (
    <div className={styles.earned}>
      {wallet && currency && (
        <div className={wallet.invite.amount > 0 ? styles.waiting : undefined} hidden={wallet.invite.amount === 0}>
          {wallet.invite.amount > 0 && (
            <p>
              {t('invite.waiting')} <Money value={wallet.invite.amount} currency={currency} />
            </p>
          )}
          <ReceiveButton invite={wallet.invite} currency={currency} look="primary" />
        </div>
      )}
      <p className={styles.note}>{errorText('INVITE_COLLECT')}</p>
      <PagedTable
        label={t('invite.earned')}
        query={query}
        page={page}
        onPageChange={setPage}
        empty={{ title: t('invite.empty'), text: t('invite.emptyText') }}
        columns={[t('reward:invite.from'), t('reward:invite.date'), t('reward:invite.amount')]}
        rows={({ invites }) =>
          invites.map(({ _id, from, createdAt, amount }) => ({
            key: _id,
            cells: [from.name, <DateTime key="date" value={createdAt} />, <Money key="amount" value={amount} />],
          }))
        }
      />
    </div>
  );
}
