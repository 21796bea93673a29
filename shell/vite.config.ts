import { shell } from '@krapao/kit/vite';

export default shell();
