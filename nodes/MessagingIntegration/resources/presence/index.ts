import { fieldsOf } from '../resource';
import * as operations from './operations';

export { operations };

export const description = fieldsOf('presence', { operations, first: 'typing', throughInstance: true });
