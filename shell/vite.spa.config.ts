import { spa } from '@krapao/build/spa';

/** Shell and remotes as one application, for the bench only: KRAPAO_SPA is the folder that it is built into. */
export default spa(process.env.KRAPAO_SPA ?? 'dist-spa');
