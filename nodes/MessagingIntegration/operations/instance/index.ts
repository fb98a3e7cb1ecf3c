import { resourceFields } from '../operation';
import * as operations from './operations';

export { operations };

export const description = resourceFields('instance', {
	operations,
	first: 'getAll',
	throughInstance: false,
});
