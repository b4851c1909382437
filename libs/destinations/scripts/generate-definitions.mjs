/**
 * Writes the destinations of the actions library into libs/destination-definitions, so that
 * processes that only list and check destinations need not load the library.
 *
 *   node libs/destinations/scripts/generate-definitions.mjs            writes
 *   node libs/destinations/scripts/generate-definitions.mjs --check    fails when it would change
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { format, resolveConfig } from 'prettier';
import { describePresets } from './describe-presets.mjs';
import { CALLS_PER_SECOND, NO_DELETION } from './deletions.mjs';
import { messageTypesOf } from './message-types.mjs';
import { UNCAPTURED } from './uncaptured-destinations.mjs';

const require = createRequire(import.meta.url);
const { manifest } = require('@segment/action-destinations');

const TARGET = new URL(
  '../../destination-definitions/src/generated/actions-definitions.json',
  import.meta.url,
);

/** Destination types that Lethe defines itself. Their definitions in the library are not used. */
const OURS = new Set(['WEBHOOK', 'KAFKA', 'S3']);

/** Names of secret fields that the library declares as plain text. */
const SECRET_NAME = /(api_?key|auth_?token|subscription_?key|write_?key)$/i;

const byName = Object.values(manifest)
  .map(({ definition }) => describeDestination(definition))
  .filter(({ name }) => !OURS.has(name))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const text = await format(JSON.stringify(byName), {
  ...(await resolveConfig(TARGET)),
  parser: 'json',
});

if (process.argv.includes('--check')) {
  if ((await readFile(TARGET, 'utf8').catch(() => '')) !== text) {
    console.error(
      'The generated destination definitions are not current. Run this without --check.',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(TARGET, text);
  console.log(`${byName.length} definitions, ${text.length} characters`);
}

function describeDestination(definition) {
  const name = definition.slug
    .replace(/^actions-/, '')
    .replaceAll('-', '_')
    .toUpperCase();
  const presets = describePresets(definition);
  const messageTypes = messageTypesOf(definition, presets);
  return {
    name,
    slug: definition.slug,
    displayName: displayName(definition.name),
    ...UNCAPTURED[name],
    fields: describeFields(definition),
    presets,
    ...(messageTypes === undefined ? {} : { messageTypes }),
    ...describeDeletion(name, definition),
  };
}

/**
 * Removes `Actions` from names such as `Klaviyo (Actions)`, because this word means nothing to
 * users.
 */
function displayName(name) {
  return name
    .replace(/ \((Cloud )?actions?\)$/i, '')
    .replace(/^Actions /, '')
    .replace(/ Actions$/, '');
}

function describeFields({ authentication }) {
  const fields = Object.fromEntries(
    Object.entries(authentication?.fields ?? {}).map(([name, field]) => [
      name,
      describeField(name, field),
    ]),
  );
  // Users must enter a token, because the OAuth flow that creates a token needs a browser.
  return authentication?.scheme?.startsWith('oauth')
    ? { ...fields, access_token: { type: 'string', secret: true, required: true } }
    : fields;
}

function describeField(name, field) {
  const secret = field.type === 'password' || (field.type === 'string' && SECRET_NAME.test(name));
  const type = field.type === 'password' ? 'string' : field.type;
  return {
    ...(field.multiple ? { type: 'array', items: { type } } : { type }),
    ...(field.required === true ? { required: true } : {}),
    ...(secret ? { secret } : {}),
    ...(field.choices === undefined
      ? {}
      : { choices: field.choices.map((choice) => choice.value ?? choice) }),
    ...(field.default === undefined || field.default === '' ? {} : { default: field.default }),
  };
}

/**
 * Describes whether and how Lethe deletes at a destination. The library passes two identifiers to a
 * handler, and the code of the handler shows which of them it uses.
 */
function describeDeletion(name, { onDelete }) {
  const reason = NO_DELETION[name];
  if (reason !== undefined) return { deletion: { supported: false, reason } };
  if (onDelete === undefined) return {};
  const code = onDelete.toString();
  const named = ['userId', 'anonymousId'].filter((member) => code.includes(member));
  return {
    deletion: {
      supported: true,
      // A handler whose code contains neither name can still forward both identifiers.
      identifiers: named.length > 0 ? named : ['userId', 'anonymousId'],
      // The library deletes one user per call. Vendors allow a few calls per second.
      batchSize: 1,
      requestsPerSecond: CALLS_PER_SECOND[name] ?? 5,
    },
  };
}
