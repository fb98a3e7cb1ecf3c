import { fieldsOf } from '../resource';
import * as operations from './operations';

export { operations };

export const description = fieldsOf('media', { operations, first: 'upload', throughInstance: true });
