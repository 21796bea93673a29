import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** `/user/home?deposit` opens the deposit dialog, once: the word leaves the address first, so that going back does not open it again. */
export function useDepositLink(open: () => void): void {
  const [params, setParams] = useSearchParams();
  const wanted = useRef(false);
  const asked = params.has('deposit');
  useEffect(() => {
    if (asked) {
      wanted.current = true;
      setParams({}, { replace: true });
    } else if (wanted.current) {
      wanted.current = false;
      open();
    }
  }, [asked, setParams, open]);
}
