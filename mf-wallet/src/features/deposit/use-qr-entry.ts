import { useState } from 'react';
import type { Gateway } from './channels';

/** What the member has entered so far: a gateway and an amount, in the major unit. */
export interface QrEntry {
  /** Undefined while there is none. */
  gateway: Gateway | undefined;
  text: string;
  amount: number;
  /** The amount reaches the gateway's minimum. */
  enough: boolean;
  choose: (code: string) => void;
  type: (text: string) => void;
}

/** The form's entries; kept by the dialog, whose footer sends them. */
export function useQrEntry(gateways: Gateway[]): QrEntry {
  const [code, choose] = useState<string>();
  const [text, type] = useState('');
  const gateway = gateways.find((candidate) => candidate.code === code) ?? gateways[0];
  const amount = Number(text);
  return { gateway, text, amount, enough: gateway !== undefined && amount >= gateway.minimum, choose, type };
}
