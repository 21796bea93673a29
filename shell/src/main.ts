import './early';

// In development the shared libraries must be in place before a module that uses them: hence the import() that looks
// needless.
import('./app/boot')
  .then(({ boot }) => boot())
  .catch((error: unknown) => {
    // The skeleton says by itself that nothing comes, but only after a while: here it is certain.
    document.querySelector('.sk-failed')?.classList.add('sk-certain');
    throw error;
  });
