import {
  composedOf,
  headerNameOf,
  isOperation,
  membersOf,
  refTo,
  wireNameOf,
  type Credentials,
  type Dto,
  type MemberRule,
  type Route,
} from '@lethe/api/definition';
import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { ApiAnswer, ApiEntityTag, ApiJsonAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors, BODY_ERRORS, STREAM_ERRORS } from '../docs/api-errors.decorator.js';
import { DATA_PLANE_SECURITY, SESSION_SECURITY } from '../docs/openapi-document.js';
import { IF_MATCH_PATTERN } from '../http/request/if-match.js';
import { documentDto, documentKind } from './document-dto.js';

interface CredentialDocs {
  /** Returns new decorators for each route, because two decorators of Swagger keep state. */
  readonly decorators: () => readonly MethodDecorator[];
  readonly errors: readonly ErrorCode[];
}
const TOKEN: CredentialDocs = {
  decorators: () => [ApiBearerAuth()],
  errors: ['unauthorized', 'insufficient_scope', 'unavailable'],
};
const SESSION: CredentialDocs = {
  decorators: () => [ApiSecurity(SESSION_SECURITY)],
  errors: ['unauthorized', 'unavailable'],
};

/** Documentation of each kind of credentials. */
const CREDENTIALS: Readonly<Record<Credentials, CredentialDocs>> = {
  token: TOKEN,
  'token or basic': { ...TOKEN, decorators: () => [ApiBasicAuth(), ApiBearerAuth()] },
  'token only': TOKEN,
  session: SESSION,
  'session if any': SESSION,
  dataPlane: {
    decorators: () => [ApiSecurity(DATA_PLANE_SECURITY)],
    errors: ['unauthorized', 'not_found', 'unavailable'],
  },
  none: { decorators: () => [], errors: [] },
};

/** Documents a route. @param defaultTag tag of the capability, for routes without a tag */
export function DocumentsOperation(defaultTag: string, operation: Route): MethodDecorator {
  const { summary, description, path, query, headers, body, examples, answer } = operation;
  const { credentials = 'token', isBodyOptional = false, streams, otherAnswers = [] } = operation;
  const { tag = defaultTag, takesIfMatch = false, patches } = operation;
  return applyDecorators(
    ApiTags(tag),
    ...CREDENTIALS[credentials].decorators(),
    ApiOperation({ summary, description }),
    ApiErrors(...errorsOf(operation)),
    ...membersIn(path).map((member) => ApiParam(member)),
    ...membersIn(query).map((member) => ApiQuery(member)),
    ...membersIn(headers, headerNameOf).map((member) => ApiHeader(member)),
    ...(streams === undefined
      ? []
      : [ApiConsumes(...streams.types), ApiBody({ schema: { type: 'string', format: 'binary' } })]),
    ...(body === undefined
      ? []
      : [
          ApiBody({
            type: documented(body),
            required: !isBodyOptional,
            ...(examples && { examples: { ...examples } }),
            ...(patches && {
              description: MERGE_PATCH,
              examples: { one: { value: patches.example } },
            }),
          }),
        ]),
    ...(patches ? [ApiConsumes('application/json', 'application/merge-patch+json')] : []),
    ...(takesIfMatch ? [ApiHeader(IF_MATCH)] : []),
    ...documentedAnswer(answer),
    ...otherAnswers.map(({ status, type, ...words }) =>
      ApiAnswer(status, documented(type), words.description, words.example),
    ),
  );
}

/** Returns the errors that the inputs of a route can cause, and the errors that the route lists. */
function errorsOf(route: Route): readonly ErrorCode[] {
  const { credentials = 'token', scopes, path, query, streams, body } = route;
  const { isBodyRaw = false, takesIfMatch = false, errors = [] } = route;
  const known: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [query !== undefined, ['invalid_request']],
    [streams !== undefined, STREAM_ERRORS],
    [body !== undefined && !isBodyRaw, BODY_ERRORS],
    [takesCursor(query) || takesCursor(body), ['invalid_cursor']],
    [path !== undefined, ['not_found']],
    [takesIfMatch, ['precondition_failed']],
    [isOperation(route) && route.command.whenLost === 'outcome_unknown', ['outcome_unknown']],
  ];
  const needsScope = scopes?.length !== 0;
  const ofCredentials = CREDENTIALS[credentials].errors.filter(
    (code) => needsScope || code !== 'insufficient_scope',
  );
  return [...ofCredentials, ...known.flatMap(([has, codes]) => (has ? codes : [])), ...errors];
}

function takesCursor(type: Dto | undefined): boolean {
  return (
    type !== undefined &&
    [...membersOf(type).values()].some(({ is }) => is.code === 'invalid_cursor')
  );
}

function documented(type: Dto): Dto {
  documentDto(type);
  return type;
}

function documentedAnswer(answer: Route['answer']): MethodDecorator[] {
  const { status, description, type, example, stream, mayBeNothing, orText, sends } = answer;
  if (stream !== undefined) {
    const content = { [stream.type]: { schema: { type: 'string' }, example: stream.example } };
    return [ApiResponse({ status, description, content })];
  }
  if (sends !== undefined) {
    const { is, as = 'application/json', hasTag = false } = sends;
    const schema = is.dto === undefined ? is.schema : refTo(is.dto.of());
    const content = { [as]: { schema: { ...schema }, example: sends.example } };
    return [
      ...(hasTag ? [ApiEntityTag()] : []),
      ApiExtraModels(...documentKind(is), ...(is.dto === undefined ? [] : [is.dto.of()])),
      ApiResponse({ status, description, content }),
    ];
  }
  if (type === undefined) return [ApiResponse({ status, description })];
  const composed = composedOf(type as Dto);
  if (composed !== undefined) {
    const refs = composed.of.map((dto) => refTo(documented(dto)));
    const element = refs.length === 1 ? { ...refs[0] } : { oneOf: refs };
    const schema = composed.isList ? { type: 'array', items: element } : element;
    return [ApiExtraModels(...composed.of), ApiJsonAnswer(status, schema, description, example)];
  }
  if (orText !== undefined) {
    const schema = { type: 'array', items: refTo(documented(type as Dto)) };
    const text = { schema: { type: 'string' }, example: orText };
    const content = { 'application/json': { schema, example }, 'text/plain': text };
    return [ApiExtraModels(type), ApiResponse({ status, description, content })];
  }
  return [
    ...(answer.tag === undefined ? [] : [ApiEntityTag()]),
    ApiAnswer(status, documented(type as Dto), description, example as object),
    ...(mayBeNothing === undefined
      ? []
      : [ApiResponse({ status: 204, description: mayBeNothing })]),
  ];
}

const MERGE_PATCH =
  'A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed.';

const IF_MATCH = {
  name: 'If-Match',
  required: false,
  description:
    'ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins.',
  schema: { type: 'string', pattern: IF_MATCH_PATTERN },
};

function membersIn(type: Dto | undefined, nameOf = wireNameOf) {
  return type === undefined
    ? []
    : [...membersOf(type)].map(([name, rule]) => parameterOf(nameOf(name, rule), rule));
}

function parameterOf(name: string, { is, description, optional = false, ...rule }: MemberRule) {
  return {
    name,
    required: !optional,
    ...(description === undefined ? {} : { description }),
    ...(rule.example === undefined ? {} : { example: rule.example }),
    schema: { ...is.schema, ...(rule.default === undefined ? {} : { default: rule.default }) },
  };
}
