import { fieldsOf } from '../resource';
import * as operations from './operations';

export { operations };

export const description = fieldsOf('message', { operations, first: 'send', throughInstance: true });
