import { getAcceptedAgreement, setAcceptedAgreement } from '@krapao/kit/session';
import { type ComponentType, useEffect, useState } from 'react';
import type { AgreementsLookup, WalletResponse } from '../../api/gen/model';
import { useGetAgreements } from '../../api/gen/portal';
import type { AgreementDialogProps } from './agreement-dialog';

/** From the loaded screen to the dialog, in milliseconds (specification 9). */
const DELAY_MS = 1500;

/** The agreement in force when this member has still to accept it; the device remembers an acceptance so that nobody is asked twice. */
function unaccepted(
  agreement: AgreementsLookup | undefined,
  wallet: WalletResponse | undefined,
): AgreementsLookup | null {
  if (!agreement || !wallet || agreement.agreements.length === 0) return null;
  const accepted = [wallet.profile.agreementVersion, getAcceptedAgreement()];
  return accepted.includes(agreement.version) ? null : agreement;
}

/** Opens the agreement 1.5 s after the screen has loaded, while its present version is not accepted. Closing it lasts for this visit. */
export function useAgreement(wallet: WalletResponse | undefined) {
  const { data } = useGetAgreements({ query: { staleTime: Number.POSITIVE_INFINITY } });
  const [open, setOpen] = useState(false);
  const [AgreementDialog, setDialog] = useState<ComponentType<AgreementDialogProps> | null>(null);
  const agreement = unaccepted(data, wallet);
  const version = agreement?.version;

  const acceptedVersion = wallet?.profile.agreementVersion;
  useEffect(() => {
    if (acceptedVersion && acceptedVersion === data?.version) setAcceptedAgreement(acceptedVersion);
  }, [acceptedVersion, data?.version]);

  useEffect(() => {
    if (version === undefined) return;
    const timer = setTimeout(() => {
      import('./agreement-dialog').then(
        (module) => {
          setDialog(() => module.default);
          setOpen(true);
        },
        () => undefined, // it is asked again at the next visit
      );
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [version]);

  return { AgreementDialog, agreement, open, close: () => setOpen(false) };
}
