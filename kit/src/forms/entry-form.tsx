import type { FormEvent, ReactNode } from 'react';
import type { FormHandle } from './use-entry-form';

export interface EntryFormProps {
  form: FormHandle;
  /** Ties a button outside of the form to it. */
  id?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The element of a form. The browser's own messages are off: ours are in the member's language. */
export function EntryForm({ form, id, className, children }: EntryFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form ref={form.ref} id={id} className={className} onSubmit={submit} noValidate>
      {children}
    </form>
  );
}
