// The shared libraries must be in place before any module that uses them is evaluated: hence the import() that looks
// needless.
import('./boot').then(({ boot }) => boot());
