/** Prints each text of a failed call that a model can read. */
import { textsForModels } from './textsForModels';

for (const [what, text] of textsForModels()) console.log(`${what}\n    ${text}\n`);
