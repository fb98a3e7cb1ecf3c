/** Writes docs/words.md, and the table in docs/errors.md. */
import { writeFileSync } from 'node:fs';

import { errorsPage, page, pathOfErrors, pathOfPage } from './pageOfWords';

writeFileSync(pathOfPage, page());
writeFileSync(pathOfErrors, errorsPage());
