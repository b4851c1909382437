import { switchPreset } from './presets.js';

describe('switchPreset', () => {
  it('stores only differences from the destination type', () => {
    expect(switchPreset([], 'Page', false, true)).toEqual([{ name: 'Page', enabled: false }]);
    expect(switchPreset([{ name: 'Page', enabled: false }], 'Page', true, true)).toBeNull();
    expect(switchPreset([], 'Page', true, true)).toBeNull();
  });

  it('keeps mappings and the order of presets', () => {
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
