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
  /** It is more than any QR code can ask for. */
  tooMuch: boolean;
  choose: (code: string) => void;
  type: (text: string) => void;
}

/** The most that a payment QR code can ask for, in the major unit: its amount has 13 characters (EMVCo, tag 54). */
export const MOST = 9_999_999_999.99;

/** The form's entries; kept by the dialog, whose footer sends them. */
export function useQrEntry(gateways: Gateway[]): QrEntry {
  const [code, choose] = useState<string>();
  const [text, type] = useState('');
  const gateway = gateways.find((candidate) => candidate.code === code) ?? gateways[0];
  const amount = Number(text);
  return {
    gateway,
    text,
    amount,
    enough: gateway !== undefined && amount >= gateway.minimum,
    tooMuch: amount > MOST,
    choose,
    type,
  };
}
