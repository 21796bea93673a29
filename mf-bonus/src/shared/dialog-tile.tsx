import { Slot } from '@krapao/kit/federation';
import { LoadingOverlay } from '@krapao/kit/ui/loading-overlay';
import { Tile } from '@krapao/kit/ui/tile';
import { type ReactNode, useState } from 'react';
import { useFocusBack } from './use-focus-back';

interface DialogTileProps {
  icon: ReactNode;
  label: string;
  /** The place of its dialog, whose code is asked for by the first tap. */
  place: 'bonus.invite' | 'bonus.refund';
}

/** A tile of home that opens a dialog. */
export function DialogTile({ icon, label, place }: DialogTileProps) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const opener = useFocusBack(open);
  const press = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <span ref={opener} style={{ display: 'grid' }}>
        <Tile icon={icon} label={label} onPress={press} opensDialog />
      </span>
      {asked && (
        <Slot name={place} with={{ open, onClose: () => setOpen(false) }} pending={<LoadingOverlay active={open} />} />
      )}
    </>
  );
}
