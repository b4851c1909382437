/**
 * Module for `node --import`, with which Node runs our TypeScript without a build. As in Jest, SWC
 * removes types, and `./x.js` resolves to `./x.ts`. Imports of packages use the built files.
 */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
