// The contract gate: what would break a client of the released contracts fails, unless intended-breaks.yaml declares
// it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeBreaks, judge, oasdiffBreaks } from './breaks.mjs';
import { contracts, failOn, openapiDir, readYaml } from './contracts.mjs';

const files = contracts.map((contract) => ({
  contract,
  released: join(openapiDir, `released/${contract}.yaml`),
  next: join(openapiDir, `dist/${contract}.yaml`),
}));
failOn(
  files
    .flatMap(({ released, next }) => [released, next])
    .filter((file) => !existsSync(file))
    .map((file) => `${file} is missing: run make generate, and make release-contract for the first release`),
);

const breaks = files.flatMap(({ contract, released, next }) => [
  ...oasdiffBreaks(contract, released, next),
  ...errorCodeBreaks(contract, readYaml(released), readYaml(next)),
]);
failOn(judge(breaks, readYaml(join(openapiDir, 'intended-breaks.yaml'))?.breaks ?? []));
