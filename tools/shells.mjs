#!/usr/bin/env node
// Downloads zsh and fish, with which tests check the completion of the command line.
// Usage: node tools/shells.mjs [--find] [--quiet]
// Prints { folder } or { missing } as JSON. --find downloads nothing; --quiet prints only a
// failure.
// With CI=true on Linux, fails if the shells are missing.
import { unpackedPackages } from './debian-packages.mjs';

const SHELLS = {
  name: 'shells',
  // zsh-common contains the completion system of zsh, and fish needs libpcre2. All other files that
  // the shells need are always installed on Debian.
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
