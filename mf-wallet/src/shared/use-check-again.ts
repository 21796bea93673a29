import { useEffect, useRef } from 'react';

/**
 * A form checks an entry when it is edited or sent. What it is checked against may change after that: the wallet is
 * read again, another gateway is chosen, the language is another one. `basis` is all of that in one text; once it is
 * another text, `check` is called.
 */
export function useCheckAgain(basis: string, check: () => void) {
  const checked = useRef(basis);
  useEffect(() => {
    if (checked.current === basis) return;
    checked.current = basis;
    check();
  });
}
