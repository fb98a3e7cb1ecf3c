import { fieldsOf } from '../resource';
import * as operations from './operations';

export { operations };

export const description = fieldsOf('instance', { operations, first: 'getAll', throughInstance: false });
