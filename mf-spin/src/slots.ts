import '@krapao/kit/federation';

declare module '@krapao/kit/federation' {
  interface Slots {
    /** The member's coupons, below the wheel. */
    'spin.coupons': object;
  }
}
