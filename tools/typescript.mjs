/**
 * Preload (`node --import`) by which Node runs our TypeScript as it is, for programs that are no part of a build: as in
 * Jest, types are stripped by SWC, and `./x.js` is found as `./x.ts`. What is built is imported as it was built.
 */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
