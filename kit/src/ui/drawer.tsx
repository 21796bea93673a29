import { Dialog, type DialogProps } from './dialog';

/** A dialog at the side of the screen, as high as it, for long lists and tools; the page stays in sight beside it. */
export function Drawer(props: Omit<DialogProps, 'form' | 'role'>) {
  return <Dialog {...props} form="side" />;
}
