/** A change to a preset of the destination type, or an additional preset. */
export interface PresetOverride {
  readonly name: string;
  readonly enabled?: boolean;
  readonly [member: string]: unknown;
}

/**
 * Switches a preset on or off. Removes the setting if it equals the default of the destination
 * type.
 *
 * @param byType true if the preset is on by default
 * @returns null if no override is left
 */
export function switchPreset(
  overrides: readonly PresetOverride[],
  name: string,
  enabled: boolean,
  byType: boolean,
): readonly PresetOverride[] | null {
  const present = overrides.find((one) => one.name === name);
  const override: { name: string; enabled?: boolean } = { ...(present ?? { name }), enabled };
  if (enabled === byType) delete override.enabled;
  const saysNothing = Object.keys(override).length === 1;
  const next = present
    ? overrides.flatMap((one) => (one !== present ? [one] : saysNothing ? [] : [override]))
    : [...overrides, ...(saysNothing ? [] : [override])];
  return next.length === 0 ? null : next;
}
