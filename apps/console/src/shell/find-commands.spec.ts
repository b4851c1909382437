import type { Command } from '../lib/commands.js';
import { findCommands } from './find-commands.js';

const command = (label: string, group: Command['group'], keywords?: string): Command => ({
  ...{ id: label, label, group, run: () => undefined },
  ...(keywords !== undefined && { keywords }),
});

const COMMANDS = [
  command('Make a data plane', 'This page'),
  command('Dark theme', 'Settings'),
  command('System', 'Go to', 'data plane health'),
  command('Data planes', 'Go to'),
];
const labels = (text: string) =>
  findCommands(COMMANDS, text).flatMap(({ items }) => items.map(({ label }) => label));

describe('findCommands', () => {
  it('sorts groups by their best command, and puts a label that begins with the text first in a group', () => {
    expect(labels('data pl')).toEqual(['Data planes', 'System', 'Make a data plane']);
    expect(labels('  PLANE  make ')).toEqual(['Make a data plane']);
    expect(labels('nothing')).toEqual([]);
  });

  it('returns all commands, sorted by group, if the text is empty', () => {
    expect(labels('')).toEqual(['Make a data plane', 'System', 'Data planes', 'Dark theme']);
  });
});
