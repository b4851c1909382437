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
  it('returns the enabled presets', () => {
    expect(resolvePresets(definition, {})).toEqual([
      { name: 'Track', action: 'log', subscribe: 'type = "track"', position: 0 },
    ]);
    expect(names(null)).toEqual(['Track']);
  });

  it('enables and disables presets by name', () => {
    expect(names([{ name: 'Track', enabled: false }])).toEqual([]);
    expect(names([{ name: 'Group', enabled: true }])).toEqual(['Track', 'Group']);
  });

  it('enables a disabled preset when the configuration gives it a trigger', () => {
    const presets = [{ name: 'Audience', subscribe: 'type = "identify"' }];
    expect(resolvePresets(definition, { presets })[1]).toEqual({
      name: 'Audience',
      action: 'sync',
      subscribe: 'type = "identify"',
      position: 2,
    });
    expect(names([{ ...presets[0], enabled: false }])).toEqual(['Track']);
    // This preset is enabled but left out, because without a trigger no event can match.
    expect(names([{ name: 'Audience', enabled: true }])).toEqual(['Track']);
  });

  it('replaces the mapping and the trigger of a preset', () => {
    const presets = [{ name: 'Track', subscribe: 'type = "page"', mapping: { a: 1 } }];
    expect(resolvePresets(definition, { presets })).toEqual([
      { name: 'Track', action: 'log', subscribe: 'type = "page"', position: 0, mapping: { a: 1 } },
    ]);
  });

  it('drops the mapping of a preset when the configuration changes the action', () => {
    const presets = [{ name: 'Track', action: 'group' }];
    expect(resolvePresets(definition, { presets })[0]).toEqual({
      name: 'Track',
      action: 'group',
      subscribe: 'type = "track"',
    });
  });

  it('adds presets that only the configuration has', () => {
    const mine = { name: 'Mine', action: 'log', subscribe: 'event = "Mine"', mapping: { b: 2 } };
    expect(resolvePresets(definition, { presets: [mine] })[1]).toEqual(mine);
    expect(names([{ ...mine, enabled: false }])).toEqual(['Track']);
  });
});

describe('describeTriggers', () => {
  it('lists at most ten enabled presets', () => {
    const many = Array.from({ length: 15 }, (_, n) => ({
      name: `P${n}`,
      action: 'a',
      subscribe: 'type = "page"',
    }));
    expect(describeTriggers(definition, many)).toMatch(/P0 \(type = "page"\).*P9.* and 5 more\.$/);
  });

  it('explains how to enable a preset', () => {
    expect(describeTriggers(definition, [])).toContain(
      'Available presets: Track, Group, Audience.',
    );
  });
});
