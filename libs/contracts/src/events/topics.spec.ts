import { Ajv2020 } from 'ajv/dist/2020.js';
import { readerSchema } from './reader-schema.js';
import { regulationLifecycleSchema } from './regulation-lifecycle.js';
import { suppressionStateSchema } from './suppression-state.js';
import { deadLetterTopicName, TOPICS, topicName } from './topics.js';

describe('the topics', () => {
  it('have names with the prefix of the installation', () => {
    expect(topicName('lethe.', TOPICS.suppressions)).toBe('lethe.regulation.suppressions.v1');
    expect(deadLetterTopicName('x')).toBe('x.dlq');
  });

  it('keep the newest suppression state of each key forever', () => {
    expect(TOPICS.suppressions.config['cleanup.policy']).toBe('compact');
    expect(TOPICS.lifecycle.config['cleanup.policy']).toBe('delete');
  });

  it.each(Object.values(TOPICS))(
    '$name has a reader schema that allows unknown members',
    ({ schema }) => {
      expect(JSON.stringify(readerSchema(schema))).not.toContain('"additionalProperties":false');
    },
  );

  it('have reader schemas that require the known members', () => {
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(
      readerSchema(suppressionStateSchema),
    );
    const state = {
      workspaceId: 'ws',
      userId: 'u',
      suppressed: { allSources: true, sourceIds: [], later: 1 },
      changedAt: '2026-11-21T08:00:00.000Z',
    };
    expect(isValid({ ...state, later: { any: 'thing' } })).toBe(true);
    expect(isValid({ ...state, userId: undefined })).toBe(false);
    const { later, ...suppressed } = state.suppressed;
    expect(suppressionStateSchema.parse({ ...state, later })).toEqual({ ...state, suppressed });
  });

  it('have a lifecycle schema that removes identifiers of users', () => {
    const fact = {
      regulationId: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
      workspaceId: 'ws',
      occurredAt: '2026-01-01T00:00:00.000Z',
      fact: 'canceled',
    };
    expect(regulationLifecycleSchema.parse({ ...fact, userId: 'u' })).toEqual(fact);
  });

  it('reject a suppression of an empty id', () => {
    const state = {
      workspaceId: 'ws',
      userId: '',
      suppressed: { allSources: true, sourceIds: [] },
      changedAt: '2026-01-01T00:00:00.000Z',
    };
    expect(suppressionStateSchema.safeParse(state).success).toBe(false);
    expect(suppressionStateSchema.safeParse({ ...state, userId: 'u' }).success).toBe(true);
  });
});
