import { useEffect, useState } from 'react';

/**
 * Whether so many milliseconds have passed since the screen was shown (or since `from` came true). What is not seen at
 * first waits: all in one turn would keep a slow phone from answering a finger.
 */
export function useLater(ms: number, from = true): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!from) return;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms, from]);
  return passed;
}
