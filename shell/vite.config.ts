import { shell } from '@krapao/build';

export default shell();
