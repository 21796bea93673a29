/** Monogram and colour of each bank we know; our own drawing, not the bank's. */
const BANKS: Record<string, readonly [monogram: string, colour: string]> = {
  BBL: ['BB', '#233a85'],
  KBANK: ['KB', '#127a45'],
  KTB: ['KT', '#0b6c9c'],
  TMB: ['TT', '#2457a8'],
  SCB: ['SC', '#5a2d86'],
  CIMBT: ['CI', '#8e1f2f'],
  UOBT: ['UO', '#1b4a8f'],
  BAY: ['BY', '#7a5a00'],
  GSB: ['GS', '#b02d6e'],
  GHB: ['GH', '#a3500c'],
  BAAC: ['BA', '#2f6b2a'],
  IBANK: ['IB', '#23612f'],
  TISCO: ['TI', '#2b4f8c'],
  KKP: ['KK', '#55448f'],
  ICBCT: ['IC', '#9c2229'],
  TCRB: ['TC', '#9a4a12'],
  LHB: ['LH', '#57606b'],
  BCEL: ['BC', '#a8232c'],
  LDB: ['LD', '#1d5f94'],
  JDB: ['JD', '#1e6b66'],
  APB: ['AP', '#3b6b1f'],
  TRUE: ['TM', '#b04a10'],
};

const UNKNOWN = '#4e4b70';

export interface BankLogoProps {
  /** The bank's code, as in the lookup. */
  code: string;
  /** Pixels. */
  size?: number;
}

/** A bank's monogram on its colour. Decorative: the bank's name stands beside it. */
export function BankLogo({ code, size = 40 }: BankLogoProps) {
  const [monogram, colour] = BANKS[code.toUpperCase()] ?? [code.slice(0, 2).toUpperCase(), UNKNOWN];
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <rect width="40" height="40" rx="12" fill={colour} />
      <path d="M12 0h16a12 12 0 0 1 12 12v4C30 5 17 2 4.5 2.6A12 12 0 0 1 12 0Z" fill="#fff" opacity="0.14" />
      <text
        x="20"
        y="26"
        textAnchor="middle"
        fontFamily="'Inter Variable', system-ui, sans-serif"
        fontSize="16"
        fontWeight="700"
        letterSpacing="-0.4"
        fill="#fff"
      >
        {monogram}
      </text>
    </svg>
  );
}
