import { indication } from './indication';

export const read = indication('read');
