import { resourceFields } from '../operation';
import * as operations from './operations';

export { operations };

export const description = resourceFields('message', {
	operations,
	first: 'send',
	throughInstance: true,
});
