import {
  codeProblem,
  configProblem,
  EMPTY_LABEL_PROBLEM,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  isObject,
  LABEL_PATTERN,
  LONG_LABEL_PROBLEM,
  NAME_PATTERN,
} from '@lethe/contracts';
import { maxLength } from 'class-validator';
import { textBy, type Kind } from '../definition/index.js';

/** An id as callers may choose one, or refer to what has it. */
export const itemId = textBy((id) => (ID_PATTERN.test(id) ? undefined : ID_PROBLEM), {
  pattern: ID_PATTERN.source,
});

/** A text that people read: not empty, of bounded length. */
export const label = textBy(
  (text) => {
    if (!LABEL_PATTERN.test(text)) return EMPTY_LABEL_PROBLEM;
    return maxLength(text, FIXED_LIMITS.labelLength) ? undefined : LONG_LABEL_PROBLEM;
  },
  { pattern: LABEL_PATTERN.source, maxLength: FIXED_LIMITS.labelLength },
);

/** The same for what may no longer be named so that it shows as something else; what is stored already may stay. */
export const itemName: Kind = {
  ...label,
  schema: { ...label.schema, pattern: NAME_PATTERN.source },
};

export const code = textBy(codeProblem);

/** A text in answers; whatever it is in a body, it is ignored. */
export const ignoredText: Kind = {
  schema: { anyOf: [{ type: 'string' }, {}] },
  isIgnored: true,
};

export const ignoredNumber: Kind = {
  schema: { anyOf: [{ type: 'integer' }, {}] },
  isIgnored: true,
};

/** Of a version, or of what has versions. */
export const versionNumber: Kind = { schema: { type: 'integer', minimum: 1 } };

/** Which transformation a destination has: its id, or what answers show. The handler checks it. */
export const transformationLink: Kind = {
  schema: {
    // A third choice for null alone would end up in generated clients as a type that their language lacks.
    oneOf: [
      { type: ['string', 'null'], pattern: ID_PATTERN.source },
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', pattern: ID_PATTERN.source },
          version: { type: 'integer' },
        },
        additionalProperties: false,
      },
    ],
  },
};

/** After which id the rest of a page begins. */
export const afterId: Kind = {
  schema: { type: 'string', pattern: ID_PATTERN.source },
  saysOnce: true,
  check: (value, report) => {
    if (typeof value === 'string' && ID_PATTERN.test(value)) return;
    report('must be an id as it came in `paging.next`, given once');
  },
};

/** A configuration of a source or a destination. Its variables are checked by its type. */
export const config: Kind = {
  schema: { type: 'object', additionalProperties: true },
  check: (value, report) => {
    const problem = isObject(value) ? configProblem(value) : 'must be an object';
    if (problem !== undefined) report(problem);
  },
};
