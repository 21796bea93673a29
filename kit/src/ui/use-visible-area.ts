import { type CSSProperties, useEffect, useState } from 'react';

/**
 * The part of the screen that a phone's keyboard leaves free, as styles of what is fixed to the screen; undefined where
 * the browser does not tell, or the reader has zoomed in.
 */
export function useVisibleArea(wanted: boolean): CSSProperties | undefined {
  const [area, setArea] = useState<CSSProperties>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!wanted || !viewport) return;
    const look = () => {
      const { height, offsetTop, scale } = viewport;
      setArea(Math.abs(scale - 1) < 0.01 ? { top: offsetTop, height, bottom: 'auto' } : undefined);
    };
    look();
    viewport.addEventListener('resize', look);
    viewport.addEventListener('scroll', look);
    return () => {
      viewport.removeEventListener('resize', look);
      viewport.removeEventListener('scroll', look);
    };
  }, [wanted]);
  return area;
}
