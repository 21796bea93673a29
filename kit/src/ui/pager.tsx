import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageCount, pageWindow } from './page-window';
import styles from './pager.module.css';

export interface PagerProps {
  /** The present page, counted from 1. */
  page: number;
  /** All entries, not pages. */
  total: number;
  pageSize: number;
  onPageChange: (page: number) => void;
}

/** The pages of a list: three before the present one and one after. Nothing when there is one page only. */
export function Pager({ page, total, pageSize, onPageChange }: PagerProps) {
  const { t } = useTranslation('common');
  const pages = pageCount(total, pageSize);
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      <button
        type="button"
        className={styles.page}
        aria-label={t('pager.previous')}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          className={styles.page}
          aria-label={t('pager.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPageChange(number)}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        className={styles.page}
        aria-label={t('pager.next')}
        disabled={page >= pages}
        onClick={() => onPageChange(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </nav>
  );
}
