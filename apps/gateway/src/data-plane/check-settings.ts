import { DetailsCollector, isObject } from '@lethe/contracts';

/**
 * Checks the settings that a data plane reports. Unknown members are ignored, because newer data
 * planes can send more members.
 *
 * @param body parsed JSON
 * @throws LetheError `invalid_request`, listing each invalid member
 */
export function checkSettings(body: unknown): void {
  const problems = new DetailsCollector();
  const { components = [] } = isObject(body) ? body : { components: undefined };
  if (!isObject(body)) problems.add('body', 'must be an object');
  if (!Array.isArray(components)) problems.add('components', 'must be an array');
  for (const [index, component] of (Array.isArray(components) ? components : []).entries()) {
    checkComponent(component, `components[${index}]`, problems);
  }
  problems.throwIfAny();
}

function checkComponent(component: unknown, path: string, problems: DetailsCollector): void {
  if (!isObject(component)) {
    problems.add(path, 'must be an object');
    return;
  }
  const { name, features } = component;
  if (typeof name !== 'string') problems.add(`${path}.name`, 'must be a string');
  if (features === undefined || features === null) return;
  const areNames =
    Array.isArray(features) && features.every((feature) => typeof feature === 'string');
  if (!areNames) problems.add(`${path}.features`, 'must be an array of strings');
}
