// Checks every contract against redocly.yaml. Prints nothing when all is well.
import { contracts, failOn, openapiDir } from './contracts.mjs';
import { redocly } from './redocly.mjs';

const { status, output } = redocly(
  ['lint', ...contracts, '--config', 'redocly.yaml', '--max-problems', '1000'],
  openapiDir,
);
if (status !== 0) failOn([output]);
