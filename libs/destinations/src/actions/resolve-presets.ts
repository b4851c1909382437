import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '@lethe/destination-definitions';
import type { ResolvedPreset } from './actions-task.js';

/** An element of `presets` in the configuration. Its members were checked by `checkConfig`. */
interface PresetChange {
  readonly name: string;
  readonly enabled?: boolean | null;
  readonly action?: string | null;
  readonly subscribe?: string | null;
  readonly mapping?: JsonObject | null;
}

/**
 * Returns the enabled presets of the definition, with the changes of the configuration, and then
 * the presets that the configuration adds. The configuration refers to presets by name. A disabled
 * preset becomes enabled when the configuration gives it a trigger.
 *
 * @param definition definition of the destination's type
 * @param config checked by `checkConfig`
 */
export function resolvePresets(
  definition: DestinationDefinition,
  config: JsonObject,
): readonly ResolvedPreset[] {
  const changes = (config.presets ?? []) as readonly PresetChange[];
  const presets = definition.presets ?? [];
  const byName = new Map(changes.map((change) => [change.name, change]));
  const known = presets.flatMap((preset, position) => {
    const change = byName.get(preset.name);
    const subscribe = change?.subscribe ?? preset.subscribe;
    const isEnabled = change?.enabled ?? (preset.enabled || typeof change?.subscribe === 'string');
    // If the configuration changes the action, Lethe uses the default mapping of the new action,
    // because the new action has different fields.
    const isOwn = (change?.action ?? preset.action) === preset.action;
    return isEnabled && subscribe !== undefined
      ? [resolved(preset.name, change?.action ?? preset.action, subscribe, change, isOwn, position)]
      : [];
  });
  const names = new Set(presets.map(({ name }) => name));
  const added = [...byName.values()].flatMap((change) => {
    const { name, action, subscribe, enabled } = change;
    return !names.has(name) && enabled !== false && action && subscribe
      ? [resolved(name, action, subscribe, change, false)]
      : [];
  });
  return [...known, ...added];
}

function resolved(
  name: string,
  action: string,
  subscribe: string,
  change: PresetChange | undefined,
  isOwn: boolean,
  position?: number,
): ResolvedPreset {
  return {
    name,
    action,
    subscribe,
    ...(isOwn && position !== undefined ? { position } : {}),
    ...(change?.mapping ? { mapping: change.mapping } : {}),
  };
}

/**
 * Returns a text for an event that no preset accepts. It lists the enabled presets, or presets to
 * enable if no preset is enabled.
 */
export function describeTriggers(
  definition: DestinationDefinition,
  presets: readonly ResolvedPreset[],
): string {
  if (presets.length > 0) {
    const listed = presets
      .slice(0, MOST_LISTED)
      .map(({ name, subscribe }) => `${name} (${subscribe})`);
    const more = presets.length - listed.length;
    return (
      `No preset of ${definition.name} accepts this event. Enabled presets: ${listed.join('; ')}` +
      `${more > 0 ? ` and ${more} more` : ''}.`
    );
  }
  const names = (definition.presets ?? []).slice(0, MOST_LISTED).map(({ name }) => name);
  return (
    `No preset of ${definition.name} is enabled. Give one a trigger in the configuration, ` +
    `for example presets: [{ "name": "${names[0] ?? ''}", "subscribe": "type = \\"track\\"" }]. ` +
    `Available presets: ${names.join(', ')}.`
  );
}

const MOST_LISTED = 10;
