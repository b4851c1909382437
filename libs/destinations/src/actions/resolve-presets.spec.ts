import { findDefinition, type DestinationDefinition } from '@lethe/destination-definitions';
import { describeTriggers, resolvePresets } from './resolve-presets.js';

const definition: DestinationDefinition = {
  ...findDefinition('AMPLITUDE')!,
  presets: [
    { name: 'Track', action: 'log', subscribe: 'type = "track"', enabled: true },
    { name: 'Group', action: 'group', subscribe: 'type = "group"', enabled: false },
    { name: 'Audience', action: 'sync', enabled: false },
  ],
};
const names = (presets?: unknown): string[] =>
  resolvePresets(definition, presets === undefined ? {} : { presets }).map(({ name }) => name);

describe('resolvePresets', () => {
  it('runs what is on', () => {
    expect(resolvePresets(definition, {})).toEqual([
      { name: 'Track', action: 'log', subscribe: 'type = "track"', position: 0 },
    ]);
    expect(names(null)).toEqual(['Track']);
  });

  it('switches presets on and off by name', () => {
    expect(names([{ name: 'Track', enabled: false }])).toEqual([]);
    expect(names([{ name: 'Group', enabled: true }])).toEqual(['Track', 'Group']);
  });

  it('takes a trigger for a switch', () => {
    const presets = [{ name: 'Audience', subscribe: 'type = "identify"' }];
    expect(resolvePresets(definition, { presets })[1]).toEqual({
      name: 'Audience',
      action: 'sync',
      subscribe: 'type = "identify"',
      position: 2,
    });
    expect(names([{ ...presets[0], enabled: false }])).toEqual(['Track']);
    // On, but no event would ever match.
    expect(names([{ name: 'Audience', enabled: true }])).toEqual(['Track']);
  });

  it('overrides the mapping and the trigger', () => {
    const presets = [{ name: 'Track', subscribe: 'type = "page"', mapping: { a: 1 } }];
    expect(resolvePresets(definition, { presets })).toEqual([
      { name: 'Track', action: 'log', subscribe: 'type = "page"', position: 0, mapping: { a: 1 } },
    ]);
  });

  it('does not keep the mapping of another action', () => {
    const presets = [{ name: 'Track', action: 'group' }];
    expect(resolvePresets(definition, { presets })[0]).toEqual({
      name: 'Track',
      action: 'group',
      subscribe: 'type = "track"',
    });
  });

  it('adds presets', () => {
    const mine = { name: 'Mine', action: 'log', subscribe: 'event = "Mine"', mapping: { b: 2 } };
    expect(resolvePresets(definition, { presets: [mine] })[1]).toEqual(mine);
    expect(names([{ ...mine, enabled: false }])).toEqual(['Track']);
  });
});

describe('describeTriggers', () => {
  it('names those that are on, and no more than anybody reads', () => {
    const many = Array.from({ length: 15 }, (_, n) => ({
      name: `P${n}`,
      action: 'a',
      subscribe: 'type = "page"',
    }));
    expect(describeTriggers(definition, many)).toMatch(/P0 \(type = "page"\).*P9.* and 5 more\.$/);
  });

  it('shows how to switch one on', () => {
    expect(describeTriggers(definition, [])).toContain('It has Track, Group, Audience.');
  });
});
