import { useEffect, useState } from 'react';
import type { SlipLookup } from '../../api/gen/model';
import { type FileProblem, problemOf } from './slip-rules';

/** The chosen picture: what is wrong with it, and an address to show it by. */
export interface SlipFile {
  file: File | null;
  /** `unreadable`: it calls itself a picture, and the browser cannot draw it. */
  problem: FileProblem | 'unreadable' | null;
  preview: string | null;
  choose: (file: File | undefined) => void;
  markUnreadable: () => void;
  clear: () => void;
}

/** Keeps the picture that the member has chosen. */
export function useSlipFile(rules: SlipLookup | undefined): SlipFile {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState<File | null>(null);
  const wrong = file && rules ? problemOf(file, rules) : null;
  const shown = wrong ? null : file;
  useEffect(() => {
    if (!shown) return;
    const address = URL.createObjectURL(shown);
    setPreview(address);
    return () => {
      setPreview(null);
      URL.revokeObjectURL(address);
    };
  }, [shown]);
  return {
    file,
    problem: wrong ?? (file !== null && unreadable === file ? 'unreadable' : null),
    preview,
    choose: (next) => {
      // Leaving the phone's picker without a choice changes nothing.
      if (next) setFile(next);
    },
    markUnreadable: () => setUnreadable(file),
    clear: () => setFile(null),
  };
}
