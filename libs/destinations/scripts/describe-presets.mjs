/**
 * The library's presets; where it has none, its actions, each with the trigger that it suggests.
 * What has no trigger is off until a configuration gives it one. Some presets name a plugin of the
 * browser: nothing runs those here.
 *
 * @returns `{ name, action, subscribe?, enabled }` each, with names of their own
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
  // Beside presets, a suggestion would handle an event for a second time.
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

/** On one line, and message types as they are: some triggers spell them with a capital. */
const tidy = (subscribe) =>
  subscribe
    ?.replace(/\s+/g, ' ')
    .replace(/\btype\s*=\s*"?(\w+)"?/g, (_all, type) => `type = "${type.toLowerCase()}"`)
    .trim() || undefined;

/** Of suggestions with the same trigger one runs: the first, in its newest version. */
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

/** An event with an action of its own is not also sent by the action for every event. */
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
