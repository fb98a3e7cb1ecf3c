import { indication } from './indication';

export const typing = indication('typing', {
	name: 'Show Typing',
	action: 'Show typing',
	description: 'Send a typing indication',
});
