#!/usr/bin/env node
// Checks the types and writes the declarations of our packages, with `tsc --build` of TypeScript 7:
// `node tools/check-types.mjs [folder or tsconfig…]`. Without arguments, checks everything.
// `npx tsc` is TypeScript 6, because ESLint needs its API.
// One thread: a clean build takes 18 s of CPU, and 30 s with the four checkers of the default, each
// of which reads the same types again.
process.argv.splice(2, 0, '--build', '--singleThreaded');
await import('../node_modules/typescript-native/bin/tsc');
