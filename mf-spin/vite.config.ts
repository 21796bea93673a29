import { remote } from '@krapao/build';

export default remote();
