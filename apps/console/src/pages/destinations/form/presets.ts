/** What a configuration changes in a preset of its type, or adds. */
export interface PresetOverride {
  readonly name: string;
  readonly enabled?: boolean;
  readonly [member: string]: unknown;
}

/** Switches a preset on or off. What is as the type has it need not be said. @returns null where nothing is left to say */
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
