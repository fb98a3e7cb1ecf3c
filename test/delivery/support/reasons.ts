import type { Cause, Reasons } from '../../../nodes/MessagingIntegration/delivery';

/** Why, as a test of the core says it: a word, what the core gave with it, and what could not settle a doubt. */
export interface Why {
	reason: string;
	facts: object;
	again?: Why;
}

export const because = (reason: string, facts: object = {}): Why => ({ reason, facts });

const names: Partial<Record<Cause<Why>['is'], string>> = {
	inDoubt: 'inDoubtFromEarlierRun',
	runLost: 'earlierRunLost',
	changed: 'changedInTheMiddle',
};

export const reasons: Reasons<Why> = {
	of: (cause) => {
		if (cause.is === 'stillInDoubt') return { ...cause.doubt, again: cause.again };
		const { is, ...facts } = cause;
		return because(names[is] ?? is, facts);
	},
	save: (why) => why,
	read: (saved) => saved as Why | undefined,
};
