import { remote } from '@krapao/kit/vite';

export default remote();
