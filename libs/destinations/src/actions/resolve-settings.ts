import type { JsonObject } from '@lethe/contracts';
import { checkConfig, type DestinationDefinition } from '@lethe/destination-definitions';

/** A configuration that the library can work with, or what it lacks. */
export type SettingsOutcome =
  { readonly settings: JsonObject; readonly accessToken?: string } | { readonly error: string };

/**
 * Completes a configuration to the settings of the library: defaults filled in, what is empty left
 * out, numbers as numbers.
 *
 * @returns the settings, or a sentence that names each variable that is wrong or missing
 */
export function resolveSettings(
  definition: DestinationDefinition,
  config: JsonObject,
): SettingsOutcome {
  const problems = checkConfig(definition, config).map(({ path, problem }) => `${path} ${problem}`);
  if (problems.length > 0)
    return { error: `The configuration is not valid: ${problems.join(', ')}.` };
  const settings: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const [name, field] of Object.entries(definition.config.fields)) {
    if (name === 'presets') continue;
    const given = config[name];
    const value = given === undefined || given === null || given === '' ? field.default : given;
    if (value !== undefined) {
      settings[name] = field.type === 'number' ? Number(value) : value;
    } else if (field.required === true) {
      missing.push(name);
    }
  }
  if (missing.length > 0) return { error: `The configuration lacks ${missing.join(', ')}.` };
  const token = settings.access_token;
  return typeof token === 'string' ? { settings, accessToken: token } : { settings };
}
