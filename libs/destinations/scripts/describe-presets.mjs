/**
 * Returns the presets of a library definition, and then the actions that no enabled preset covers.
 * Such an action gets the trigger that the library suggests. It is never enabled if a preset is
 * enabled. A preset without a trigger is disabled until a configuration sets a trigger.
 * Presets of browser plugins are left out, because Lethe does not run them.
 *
 * @returns a list of `{ name, action, subscribe?, enabled }` with unique names
 */
export function describePresets(definition) {
  const listed = (definition.presets ?? [])
    .filter(({ partnerAction }) => definition.actions[partnerAction] !== undefined)
    .map(({ name, partnerAction, subscribe }) => ({
      name,
      action: partnerAction,
      subscribe: tidy(subscribe),
      enabled: Boolean(subscribe),
    }));
  const covered = new Set(listed.filter(({ enabled }) => enabled).map(({ action }) => action));
  const suggested = Object.entries(definition.actions)
    .filter(([slug]) => !covered.has(slug))
    .map(([slug, { title, defaultSubscription }]) => ({
      name: title,
      action: slug,
      subscribe: tidy(defaultSubscription),
      enabled: false,
    }));
  // If a preset and a suggested action were both enabled, the event would be handled twice.
  const triggered = listed.some(({ enabled }) => enabled);
  const presets = [...listed, ...(triggered ? suggested : switchOn(suggested))];
  const names = new Set();
  return presets.map(({ name, action, subscribe, enabled }) => ({
    name: uniqueName(names, name, action),
    action,
    ...(subscribe === undefined ? {} : { subscribe }),
    enabled,
  }));
}

/**
 * Returns a trigger on one line, with message types in lower case, because some triggers capitalize
 * them.
 */
const tidy = (subscribe) =>
  subscribe
    ?.replace(/\s+/g, ' ')
    .replace(/\btype\s*=\s*"?(\w+)"?/g, (_all, type) => `type = "${type.toLowerCase()}"`)
    .trim() || undefined;

/** For each trigger, enables the newest version of the first action with this trigger. */
function switchOn(suggested) {
  const chosen = new Map();
  for (const each of suggested) {
    if (each.subscribe === undefined) continue;
    const before = chosen.get(each.subscribe);
    if (before === undefined || unversioned(before.action) === unversioned(each.action)) {
      chosen.set(each.subscribe, each);
    }
  }
  const running = new Set(chosen.values());
  return suggested.map((each) =>
    running.has(each)
      ? { ...each, enabled: true, subscribe: exceptNamed(each.subscribe, [...running]) }
      : each,
  );
}

const unversioned = (action) => action.replace(/V?\d+$/, '');

/** From a trigger for all track events, excludes the events that another enabled action handles. */
function exceptNamed(subscribe, running) {
  if (subscribe !== 'type = "track"') return subscribe;
  const named = running.flatMap((each) => {
    const match = /^type = "track" and event = (".+?")$/.exec(each.subscribe);
    return match === null ? [] : [match[1]];
  });
  return [subscribe, ...named.map((name) => `event != ${name}`)].join(' and ');
}

function uniqueName(names, name, action) {
  let unique = name;
  for (let n = 1; names.has(unique); n += 1) {
    unique = n === 1 ? `${name} (${action})` : `${name} (${action} ${n})`;
  }
  names.add(unique);
  return unique;
}
