import { switchPreset } from './presets.js';

describe('switchPreset', () => {
  it('says only what differs from the type', () => {
    expect(switchPreset([], 'Page', false, true)).toEqual([{ name: 'Page', enabled: false }]);
    expect(switchPreset([{ name: 'Page', enabled: false }], 'Page', true, true)).toBeNull();
    expect(switchPreset([], 'Page', true, true)).toBeNull();
  });

  it('keeps a mapping, and the other presets in their places', () => {
    const overrides = [
      { name: 'A', enabled: false, mapping: { a: 'x' } },
      { name: 'B', enabled: true },
    ];
    expect(switchPreset(overrides, 'A', true, true)).toEqual([
      { name: 'A', mapping: { a: 'x' } },
      { name: 'B', enabled: true },
    ]);
  });
});
