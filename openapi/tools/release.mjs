// Makes the present contracts the released ones that breaking.mjs compares with, and starts an empty list of intended
// breaks.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts, openapiDir } from './contracts.mjs';

const emptyList = `# Breaks of the released contracts (released/) that are meant. make release-contract empties the list; a declaration that fits no break fails.
# - contract: portal
#   id: response-property-removed      the id in brackets at the end of the gate's line; id or text or both
#   text: removed the property         a part of the gate's line
#   operation: GET /api/wallet         only this operation; without it, every one
#   reason: why clients can live with it
breaks: []
`;

mkdirSync(join(openapiDir, 'released'), { recursive: true });
for (const name of contracts)
  copyFileSync(join(openapiDir, `dist/${name}.yaml`), join(openapiDir, `released/${name}.yaml`));
writeFileSync(join(openapiDir, 'intended-breaks.yaml'), emptyList);
