import { type ComponentType, useEffect, useState } from 'react';
import type { AgreementsLookup, WalletResponse } from '../../api/gen/model';
import { useGetAgreements } from '../../api/gen/portal';
import type { AgreementDialogProps } from './agreement-dialog';
import { useLater } from './use-later';

/** From the loaded screen to the dialog, in milliseconds (specification 9). */
const DELAY_MS = 1500;

/** The first part of it, in which the network is home's: then the agreement is asked for. */
const HEAD_START_MS = 1000;

/** How often an open page looks whether the agreement is another one, in milliseconds. */
const LOOK_MS = 300_000;

/** The agreement in force when this member has still to accept it: the server remembers whose acceptance it was. */
function unaccepted(
  agreement: AgreementsLookup | undefined,
  wallet: WalletResponse | undefined,
): AgreementsLookup | null {
  if (!agreement || !wallet || agreement.agreements.length === 0) return null;
  return wallet.profile.agreementVersion === agreement.version ? null : agreement;
}

/** The agreement as the member sees it. */
interface Shown {
  agreement: AgreementsLookup;
  /** The member has seen another version in this visit. */
  isOther: boolean;
}

/**
 * Opens the agreement 1.5 s after the screen has loaded, while its present version is not accepted. Closing it lasts
 * for this visit, or until there is another version. What is being read stays: another version takes its place only
 * once the server refuses the acceptance of this one, and it is said that it is another.
 */
export function useAgreement(wallet: WalletResponse | undefined) {
  const loaded = wallet !== undefined;
  const enabled = useLater(HEAD_START_MS, loaded);
  const due = useLater(DELAY_MS, loaded);
  const { data } = useGetAgreements({
    query: { enabled, staleTime: LOOK_MS, refetchInterval: LOOK_MS, refetchOnWindowFocus: true },
  });
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const [outdated, setOutdated] = useState(false);
  const [AgreementDialog, setDialog] = useState<ComponentType<AgreementDialogProps> | null>(null);
  const agreement = unaccepted(data, wallet);
  const next = agreement && agreement.version !== shown?.agreement.version ? agreement : null;
  // It was accepted in another place.
  if (open && !agreement) setOpen(false);
  if (outdated && next) {
    setOutdated(false);
    setShown({ agreement: next, isOther: true });
  }

  useEffect(() => {
    if (!due || !next || open) return;
    let left = false;
    import('./agreement-dialog').then(
      (module) => {
        if (left) return;
        setDialog(() => module.default);
        setShown((past) => ({ agreement: next, isOther: past !== null }));
        setOpen(true);
      },
      () => undefined, // it is asked again at the next visit
    );
    return () => {
      left = true;
    };
  }, [due, next, open]);

  return {
    AgreementDialog,
    shown,
    open,
    close: () => {
      setOpen(false);
      setOutdated(false);
    },
    /** Another version is in force by now. */
    outdate: () => setOutdated(true),
  };
}
