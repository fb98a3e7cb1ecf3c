import fc from 'fast-check';

/** How many random values a property is tried with. 10,000 have passed; fewer keep `npm test` short. `.ci/run` tries more. */
export const randomValues = Number(process.env.RANDOM_VALUES ?? 500);

/** Any code point, also half of a pair. fast-check's `unit: 'binary'` first builds a table of all of them: 0.6 s in each file. */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
