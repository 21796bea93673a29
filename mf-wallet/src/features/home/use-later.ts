import { useEffect, useState } from 'react';

/**
 * Whether so many milliseconds have passed since the screen was first shown. What is not seen at first waits: all in
 * one turn would keep a slow phone from answering a finger.
 */
export function useLater(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}
