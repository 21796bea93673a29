/** The sum of amounts in the major unit, exact to the satang: added as hundredths, 0.1 and 0.2 stay 0.3. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}
