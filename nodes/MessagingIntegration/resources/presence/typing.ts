import { indication } from './indication';

export const typing = indication('typing');
