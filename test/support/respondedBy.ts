/** What the answer to a question says of the person who gave it. */
export const respondedBy = (person: string, alsoAsked: unknown = []) => ({
	respondedAt: expect.any(String) as unknown,
	respondedBy: person,
	responder: { id: person },
	alsoAsked,
});
