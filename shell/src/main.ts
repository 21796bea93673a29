// The shared libraries must be in place before any module that uses them is evaluated: hence the import() that looks needless.
import('./app/boot').then(({ boot }) => boot());
