import { resourceFields } from '../operation';
import * as operations from './operations';

export { operations };

export const description = resourceFields('presence', {
	operations,
	first: 'typing',
	throughInstance: true,
});
