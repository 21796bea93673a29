import type { WalletResponse } from '../../api/gen/model';
import { useAgreement } from './use-agreement';

interface AgreementProps {
  wallet: WalletResponse | undefined;
  /** Something else is open: the agreement is shown after it. */
  waits: boolean;
}

/** The agreement, once the member has to accept it. What it reads draws only itself anew. */
export function Agreement({ wallet, waits }: AgreementProps) {
  const { AgreementDialog, shown, open, close, outdate } = useAgreement(wallet);
  if (!AgreementDialog || !shown) return null;
  return <AgreementDialog {...shown} open={open && !waits} onClose={close} onOutdated={outdate} />;
}
