import type { JsonObject } from '@lethe/contracts';
import { checkConfig, type DestinationDefinition } from '@lethe/destination-definitions';

export type SettingsOutcome =
  { readonly settings: JsonObject; readonly accessToken?: string } | { readonly error: string };

/**
 * Converts a configuration to settings of the library. Sets defaults, leaves out empty values, and
 * converts texts to numbers.
 *
 * @returns the settings, or a sentence that lists the wrong or the missing variables
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
