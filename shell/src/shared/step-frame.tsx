import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react';
import styles from './step-frame.module.css';

interface StepFrameProps {
  /** Gets the focus when the wizard moves to this step. */
  heading: RefObject<HTMLHeadingElement | null>;
  title: string;
  lead?: string;
  /** A call is under way. */
  pending: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** One step: its heading and its form. A refused form takes the focus to the first field that is wrong. */
export function StepFrame({ heading, title, lead, pending, onSubmit, children }: StepFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus(),
    );
  };
  return (
    <form className={styles.step} ref={form} onSubmit={submit} noValidate>
      <div className={styles.heading}>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
      <LoadingOverlay active={pending} />
    </form>
  );
}

/** What every step is given. */
export interface StepProps<W> {
  wizard: W;
  heading: RefObject<HTMLHeadingElement | null>;
}
