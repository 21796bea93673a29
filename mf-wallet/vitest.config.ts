import { tests } from '@krapao/build/vitest';

export default tests({ maxWorkers: 3 });
