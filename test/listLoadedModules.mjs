import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Appends the URL of each module that the process loads to the file in `LOADED_MODULES`. For `node --import`.
const { LOADED_MODULES: list = '' } = process.env;

registerHooks({
  load(url, context, next) {
    appendFileSync(list, `${url}\n`);
    return next(url, context);
  },
});
