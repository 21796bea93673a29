import { EntryForm, type FormHandle } from '@krapao/kit/forms';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import type { ReactNode, RefObject } from 'react';
import styles from './step-frame.module.css';

interface StepFrameProps {
  /** Gets the focus when the wizard moves to this step. */
  heading: RefObject<HTMLHeadingElement | null>;
  title: string;
  lead?: string;
  /** A call is under way. */
  pending: boolean;
  form: FormHandle;
  children: ReactNode;
}

/** One step: its heading and its form. */
export function StepFrame({ heading, title, lead, pending, form, children }: StepFrameProps) {
  return (
    <EntryForm form={form} className={styles.step}>
      <div className={styles.heading}>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
      <LoadingOverlay active={pending} />
    </EntryForm>
  );
}

/** What every step is given. */
export interface StepProps<W> {
  wizard: W;
  heading: RefObject<HTMLHeadingElement | null>;
}
