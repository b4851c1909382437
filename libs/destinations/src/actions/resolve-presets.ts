import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '@lethe/destination-definitions';
import type { ResolvedPreset } from './actions-task.js';

/** An element of the configuration's `presets`, already checked for names and types. */
interface PresetChange {
  readonly name: string;
  readonly enabled?: boolean | null;
  readonly action?: string | null;
  readonly subscribe?: string | null;
  readonly mapping?: JsonObject | null;
}

/**
 * The presets that are on: the definition's, as the configuration switched and overrode them by
 * name, then those that it adds. A preset that is off goes on when it is given a trigger.
 *
 * @param definition of the destination's type
 * @param config as checked by `checkConfig`
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
    const on = change?.enabled ?? (preset.enabled || typeof change?.subscribe === 'string');
    // Another action's fields are others: its own mapping takes over.
    const own = (change?.action ?? preset.action) === preset.action;
    return on && subscribe !== undefined
      ? [resolved(preset.name, change?.action ?? preset.action, subscribe, change, own, position)]
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
  own: boolean,
  position?: number,
): ResolvedPreset {
  return {
    name,
    action,
    subscribe,
    ...(own && position !== undefined ? { position } : {}),
    ...(change?.mapping ? { mapping: change.mapping } : {}),
  };
}

/** Says which events the presets take, for somebody whose event none of them took. */
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
      `No preset of ${definition.name} takes this event. Those that are on: ${listed.join('; ')}` +
      `${more > 0 ? ` and ${more} more` : ''}.`
    );
  }
  const names = (definition.presets ?? []).slice(0, MOST_LISTED).map(({ name }) => name);
  return (
    `No preset of ${definition.name} is on. Give one a trigger in the configuration, ` +
    `for example presets: [{ "name": "${names[0] ?? ''}", "subscribe": "type = \\"track\\"" }]. ` +
    `It has ${names.join(', ')}.`
  );
}

const MOST_LISTED = 10;
