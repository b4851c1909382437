import { createRequire } from 'node:module';

const { parseFql } = createRequire(
  createRequire(import.meta.url).resolve('@segment/action-destinations'),
)('@segment/destination-subscriptions');

const ALL = ['identify', 'track', 'page', 'screen', 'group', 'alias'];

/**
 * Returns the message types that the presets of a destination can match.
 *
 * @returns undefined if all types can match, or if a preset has no trigger, because then the
 * configuration sets the trigger
 */
export function messageTypesOf(definition, presets) {
  const certain = presets.length > 0 && presets.every(({ subscribe }) => subscribe !== undefined);
  if (!certain) return undefined;
  const found = new Set(presets.flatMap(({ subscribe }) => [...typesOf(parseFql(subscribe))]));
  return found.size === 0 || found.size === ALL.length
    ? undefined
    : ALL.filter((type) => found.has(type));
}

function typesOf(node) {
  if (node.error !== undefined) return new Set(ALL);
  if (node.type === 'group') {
    const typeSets = node.children.map(typesOf);
    return node.operator === 'or'
      ? new Set(typeSets.flatMap((types) => [...types]))
      : new Set(ALL.filter((type) => typeSets.every((types) => types.has(type))));
  }
  if (node.type === 'event-type') {
    if (node.operator === '=') return new Set([node.value]);
    if (node.operator === '!=') return new Set(ALL.filter((type) => type !== node.value));
  }
  // Only a track event has a name.
  if (node.type === 'event') return new Set(['track']);
  return new Set(ALL);
}
