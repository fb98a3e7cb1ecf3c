import { indication } from './indication';

export const read = indication('read', {
	name: 'Mark as Read',
	action: 'Mark as read',
	description: 'Send a read indication',
});
