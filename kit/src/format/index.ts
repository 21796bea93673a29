export { formatAccountNumber, isLatinName } from './account';
export { formatAmount, formatStatementAmount, formatWhole, NOTHING, statementSign } from './amount';
export { type Currency, currencySign } from './currency';
export {
  formatCountdown,
  formatDate,
  formatDateTime,
  formatTime,
  type Moment,
  RELATIVE_UNITS,
  type RelativeUnit,
  relativeParts,
  timeOf,
} from './date';
