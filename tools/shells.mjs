#!/usr/bin/env node
// zsh and fish, in which the completion of the command line is tried out.
// Usage: node tools/shells.mjs [--find] [--quiet]
//   prints { folder } or { missing } as JSON; --find looks only, and fetches nothing; --quiet prints nothing but what is missing.
//   With CI=true it is a failure when they cannot be had, but for systems without apt.
import { unpackedPackages } from './debian-packages.mjs';

const SHELLS = {
  name: 'shells',
  // zsh-common has zsh's own completion; the library is fish's. What else they need is on every Debian.
  packages: ['zsh', 'zsh-common', 'fish', 'libpcre2-32-0'],
  files: [
    ['bin/zsh', 'usr/bin/zsh'],
    ['usr/share/zsh/functions/Completion/compinit'],
    ['usr/bin/fish'],
  ],
};

const found = await unpackedPackages(SHELLS, !process.argv.includes('--find'));
if ('missing' in found || !process.argv.includes('--quiet')) console.log(JSON.stringify(found));
if ('missing' in found && process.env.CI === 'true' && process.platform === 'linux') {
  process.exitCode = 1;
}
