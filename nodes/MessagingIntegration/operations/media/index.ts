import { resourceFields } from '../operation';
import * as operations from './operations';

export { operations };

export const description = resourceFields('media', {
	operations,
	first: 'upload',
	throughInstance: true,
});
