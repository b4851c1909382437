import { checkDestinationConfig, parseWorkspaceFile } from '@lethe/catalog';
import {
  checkUser,
  DetailsCollector,
  didYouMean,
  excessOfJson,
  IdentifierRedaction,
  jsonOf,
  namesOfPointer,
  normaliseContact,
  normaliseEmail,
  normalisePhone,
  normaliseUserId,
  plainDecimal,
  normaliseUserIdPrefix,
  refuseUnstorable,
  showKey,
  textProblem,
  userIdProblem,
} from '@lethe/contracts';
import {
  cutToBytes,
  jsonNestsDeeperThan,
  nestsDeeperThan,
  ValueIds,
} from '@lethe/contracts/bounds';
import {
  changeConfig,
  changeSecrets,
  checkConfig,
  createSecretFinder,
  createSecretMasker,
  createShapeFinder,
  createShapeMasker,
  findDefinition,
  holdsSecret,
  maskConfig,
  maskSecret,
  secretValues,
  parseAddresses,
  placeholdersFor,
  toWebhookSecrets,
} from '@lethe/destination-definitions';
import { judgeAnswer, quotedReason, readRetryAfter } from '@lethe/destinations';
import { compareOutputs } from '@lethe/sandbox';
import { atDepth, cost, list, type CostTable } from './entries.js';

const WEBHOOK = findDefinition('WEBHOOK');
const HTTP = findDefinition('HTTP');
const headers = (size: number) => ({
  headers: list(size, (n) => ({ from: `h${n}`, to: `secret-value-${n}` })),
});
const constants = (size: number) => ({
  headers: list(size, (n) => ({ to: `h${n}`, from: `'secret-value-${n}'` })),
});
/**
 * Nested lists that differ at the deepest level. A naive comparison reads the deepest level again
 * for each level.
 */
const nested = (size: number, last: number) => atDepth(50, [...list(size, () => [0]), last]);
const secrets = list(50, (n) => `secret-value-${n}-0123456789`);

const UNBOUNDED = { levels: Infinity, values: Infinity, names: Infinity };

function hideUsers({ users, text }: { users: readonly { userId: string }[]; text: string }) {
  const mask = new IdentifierRedaction([text]);
  mask.add(users);
  return mask.hide();
}

/** Measured inputs, by the name of the parser or masker. Each exported one needs an entry here. */
export const PARSERS_AND_MASKERS: CostTable = {
  changeConfig: [cost(constants, (config) => changeConfig(HTTP!, config, String))],
  changeSecrets: [
    cost(
      (size) => `https://a.example/${'a1/'.repeat(size)}`,
      (url) => changeSecrets('webhookUrl', url, maskSecret),
    ),
    cost(
      (size) => `https://a.example/?${'a1=&'.repeat(size)}`,
      (url) => changeSecrets('webhookUrl', url, maskSecret),
    ),
    cost(
      (size) => 'https://'.repeat(size),
      (url) => changeSecrets('webhookUrl', url, maskSecret),
    ),
    cost(
      (size) => ({ x: 'aA1'.repeat(size) }),
      (mapping) => changeSecrets('presets.mapping', mapping, maskSecret),
    ),
    cost(
      (size) => ({ x: 'ab-'.repeat(size) }),
      (mapping) => changeSecrets('presets.mapping', mapping, maskSecret),
    ),
    cost(
      (size) => list(size, (n) => `x${n}`),
      (mapping) => changeSecrets('presets.mapping', mapping, maskSecret),
    ),
  ],
  checkConfig: [
    cost(headers, (config) => checkConfig(WEBHOOK!, config)),
    cost(
      (size) => Object.fromEntries(list(size, (n) => [`webhookUr${n}`, n])),
      (config) => checkConfig(WEBHOOK!, config),
    ),
  ],
  checkDestinationConfig: [
    cost(
      (size) => ({ stored: headers(size), given: { headers: list(size, () => ({})) } }),
      ({ stored, given }) => checkDestinationConfig(WEBHOOK, given, stored, new DetailsCollector()),
    ),
    cost(
      (size) => ({
        stored: headers(size),
        given: maskConfig(WEBHOOK, { headers: headers(size).headers.reverse() }),
      }),
      ({ stored, given }) => checkDestinationConfig(WEBHOOK, given, stored, new DetailsCollector()),
    ),
    cost(
      (size) => ({ stored: { x: nested(size, 1) }, given: { x: nested(size, 2) } }),
      ({ stored, given }) =>
        checkDestinationConfig(undefined, given, stored, new DetailsCollector()),
    ),
  ],
  checkUser: [
    cost(
      (size) => ({ userId: 'u', ...Object.fromEntries(list(size, (n) => [`n${n}`, n])) }),
      (user) => checkUser(user, '', new DetailsCollector()),
    ),
    cost(
      (size) => ({ userId: 'u', x: list(size, () => []) }),
      (user) => checkUser(user, '', new DetailsCollector()),
    ),
  ],
  compareOutputs: [
    cost(
      (size) => size,
      (size) => compareOutputs([{ x: nested(size, 1) }], [{ x: nested(size, 2) }], [], 1_000),
    ),
    cost(
      (size) => size,
      (size) =>
        compareOutputs([{ x: list(size, (n) => n) }], [{ x: list(size - 1, (n) => -n) }], [], 1e9),
    ),
    cost(
      (size) => list(size, (n) => `/0/x/${n}`),
      (paths) => compareOutputs([{ x: list(paths.length, String) }], [{ x: [] }], paths, 1e9),
    ),
    cost(
      (size) => list(size, () => '/0/x/y'),
      (paths) => compareOutputs([{ x: { y: 1 } }], [{ x: {} }], paths, 1e9),
    ),
  ],
  IdentifierRedaction: [
    cost(
      (size) => ({
        users: list(size, (n) => ({ userId: `user-${n}` })),
        text: 'user-0 user-x '.repeat(size),
      }),
      hideUsers,
    ),
    cost(
      (size) => ({
        users: list(200, (n) => ({ userId: 'a'.repeat(n + 1) })),
        text: 'a'.repeat(size),
      }),
      hideUsers,
    ),
    cost(
      (size) => ({ users: [{ userId: `${'a'.repeat(size)}b` }], text: 'a'.repeat(size) }),
      hideUsers,
    ),
    cost((size) => ({ users: [{ userId: 'YWFhYWFh' }], text: 'YWFhYWFh'.repeat(size) }), hideUsers),
    cost((size) => ({ users: [{ userId: 'aaaaaa' }], text: 'aaa…'.repeat(size) }), hideUsers),
  ],
  createSecretFinder: [
    cost(
      (size) => list(size, (n) => `secret-value-${n}`),
      (some) => createSecretFinder(some)('secret-value-1'),
    ),
    cost((size) => list(size, (n) => `secret-valu${n}`), createSecretFinder(secrets)),
    cost((size) => secrets[0]!.slice(0, -1).repeat(size), createSecretFinder(secrets)),
    cost((size) => '%25'.repeat(size), createSecretFinder(secrets)),
    cost((size) => '\\u0073'.repeat(size), createSecretFinder(secrets)),
    cost(
      (size) => Buffer.from('secret-valu'.repeat(size)).toString('base64'),
      createSecretFinder(secrets),
    ),
  ],
  createSecretMasker: [
    cost(headers, (config) => createSecretMasker(WEBHOOK, config)('secret-value-1 secret-valu')),
    cost((size) => secrets[0]!.slice(0, -1).repeat(size), createSecretMasker(WEBHOOK, headers(50))),
    cost(
      (size) => 'secret-valu'.repeat(size),
      (text) => createSecretMasker(WEBHOOK, headers(50))(text, { isCut: true }),
    ),
    cost((size) => 'Basic '.repeat(size), createSecretMasker(WEBHOOK, headers(50))),
    cost((size) => '='.repeat(size), createSecretMasker(WEBHOOK, headers(50))),
  ],
  createShapeFinder: [
    cost((size) => list(size, (n) => `secret-value-${n}`), createShapeFinder),
    cost((size) => 'Aa0-'.repeat(size), createShapeFinder(secrets)),
    cost((size) => list(size, (n) => `secret-value-${n}-0123456789`), createShapeFinder(secrets)),
  ],
  createShapeMasker: [
    cost((size) => 'Aa0-'.repeat(size), createShapeMasker(secrets)),
    cost((size) => list(size, (n) => `secret-value-${n}-0123456789`), createShapeMasker(secrets)),
  ],
  cutToBytes: [
    cost(
      (size) => '😀'.repeat(size),
      (text) => cutToBytes(text, text.length),
    ),
  ],
  didYouMean: [
    cost(
      (size) => list(size, (n) => `name${n}`),
      (names) => didYouMean('nam', names),
    ),
  ],
  holdsSecret: [
    cost(
      (size) => `https://a.example/${'a1/'.repeat(size)}`,
      (url) => holdsSecret('webhookUrl', url),
    ),
  ],
  excessOfJson: [
    cost(
      (size) => Buffer.from('[{"a":1},'.repeat(size)),
      (json) => excessOfJson(json, UNBOUNDED),
    ),
    cost(
      (size) => Buffer.from(`{${list(size, (n) => `"n${n}":0`).join()}}`),
      (json) => excessOfJson(json, UNBOUNDED),
    ),
  ],
  jsonOf: [
    cost(
      (size) => `[${'{"a":1},'.repeat(size / 8)}0]`,
      (json) => jsonOf(json),
    ),
    cost(
      (size) => '['.repeat(size) + ']'.repeat(size),
      (json) => jsonOf(json),
    ),
  ],
  jsonNestsDeeperThan: [
    cost(
      (size) => Buffer.from('['.repeat(size)),
      (json) => jsonNestsDeeperThan(json, Infinity),
    ),
    cost(
      (size) => Buffer.from('"\\'.repeat(size)),
      (json) => jsonNestsDeeperThan(json, 64),
    ),
  ],
  judgeAnswer: [
    cost(
      (size) => '1'.repeat(size),
      (text) => judgeAnswer('It', { status: 429, headers: { 'retry-after': text } }),
    ),
  ],
  maskConfig: [
    cost(headers, (config) => maskConfig(WEBHOOK, config)),
    cost(constants, (config) => maskConfig(undefined, config)),
  ],
  maskSecret: [cost((size) => '😀'.repeat(size), maskSecret)],
  namesOfPointer: [cost((size) => '/~0~1'.repeat(size), namesOfPointer)],
  nestsDeeperThan: [
    cost(
      (size) => list(size, () => [[]]),
      (value) => nestsDeeperThan(value, 64),
    ),
  ],
  normaliseContact: [cost((size) => `a${' \u200b'.repeat(size)}a`, normaliseContact)],
  normaliseEmail: [cost((size) => `${'\u0301\u0323'.repeat(size)}@a`, normaliseEmail)],
  normalisePhone: [
    cost((size) => `+44${'( '.repeat(size)}`, normalisePhone),
    cost((size) => '\uff10'.repeat(size), normalisePhone),
    cost((size) => `1(${' '.repeat(size)}`, normalisePhone),
  ],
  plainDecimal: [
    cost((size) => `1.${'0'.repeat(size)}e${'0'.repeat(size)}1`, plainDecimal),
    cost((size) => '1'.repeat(size), plainDecimal),
  ],
  normaliseUserId: [
    cost((size) => ' \u200b'.repeat(size), normaliseUserId),
    cost((size) => `a${' '.repeat(size)}\u200ba`, normaliseUserId),
  ],
  normaliseUserIdPrefix: [
    cost((size) => ' \u200b'.repeat(size), normaliseUserIdPrefix),
    cost((size) => `${' '.repeat(size)}a\u200b`, normaliseUserIdPrefix),
  ],
  parseAddresses: [
    cost((size) => 'a'.repeat(size), parseAddresses),
    cost((size) => '[:'.repeat(size), parseAddresses),
    cost((size) => `[${':'.repeat(size)}`, parseAddresses),
    cost((size) => `a:${'1'.repeat(size)}x`, parseAddresses),
    cost((size) => ' '.repeat(size), parseAddresses),
    cost((size) => ','.repeat(size), parseAddresses),
  ],
  parseWorkspaceFile: [
    cost(
      (size) =>
        JSON.stringify({
          workspaces: [
            {
              id: 'ws',
              sources: list(size, (n) => ({ id: `s${n}`, name: `S${n}`, type: 'HTTP' })),
            },
          ],
        }),
      (text) => parseWorkspaceFile(text, {}),
    ),
  ],
  quotedReason: [
    cost((size) => ' \n"'.repeat(size), quotedReason),
    cost((size) => '\u0007'.repeat(size), quotedReason),
  ],
  readRetryAfter: [
    cost(
      (size) => ' '.repeat(size),
      (text) => readRetryAfter(`1${text}1`),
    ),
    cost((size) => '1'.repeat(size), readRetryAfter),
  ],
  refuseUnstorable: [
    cost((size) => list(size, () => ['a']), refuseUnstorable),
    cost((size) => 'a'.repeat(size), refuseUnstorable),
  ],
  secretValues: [
    cost(headers, (config) => secretValues(WEBHOOK, [config, config])),
    cost(constants, (config) => secretValues(HTTP, [config])),
  ],
  showKey: [cost((size) => '\u0000'.repeat(size), showKey)],
  placeholdersFor: [cost(constants, (config) => placeholdersFor(HTTP, config))],
  textProblem: [cost((size) => '😀'.repeat(size), textProblem)],
  toWebhookSecrets: [cost((size) => 'whsec_ '.repeat(size), toWebhookSecrets)],
  userIdProblem: [cost((size) => 'ü'.repeat(size), userIdProblem)],
  ValueIds: [
    cost(
      (size) =>
        atDepth(
          50,
          list(size, (n) => ({ [`n${n}`]: n })),
        ),
      (value) => new ValueIds().of(value),
    ),
    cost(
      (size) => Object.fromEntries(list(size, (n) => [`n${n}`, n])),
      (value) => new ValueIds().of(value),
    ),
  ],
};
