import { NamespacePathDto, WorkspacePathDto } from '../configuration/owner.js';
import { integer, Member, oneOf, text } from '../definition/index.js';

export const DATA_PLANE_JOB_STATUSES = ['running', 'complete', 'failed', 'aborted'] as const;

const JOB_ID = { is: text, named: 'jobId', description: 'Id of the job.' };

export class WorkspaceJobPathDto extends WorkspacePathDto {
  @Member(JOB_ID)
  jobId!: string;
}

export class NamespaceJobPathDto extends NamespacePathDto {
  @Member(JOB_ID)
  jobId!: string;
}

/** A deletion job for a worker of a data plane. */
export class WorkerJobDto {
  @Member({ is: { schema: { type: 'string', pattern: '^[1-9][0-9]{0,18}$' } }, example: '4711' })
  jobId!: string;

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({
    is: {
      schema: {
        type: 'array',
        items: {
          type: 'object',
          required: ['userId'],
          properties: { userId: { type: 'string' } },
          additionalProperties: { type: 'string' },
        },
      },
    },
    example: [{ userId: 'user-1', email: 'user-1@example.com' }],
    description: 'The identifiers of each user, as strings. There is at least one user.',
  })
  userAttributes!: ({ userId: string } & Record<string, string>)[];

  @Member({ is: integer, example: 0 })
  failedAttempts!: number;
}

export class WorkerJobUpdateDto {
  @Member({ is: oneOf(DATA_PLANE_JOB_STATUSES), optional: true })
  status?: (typeof DATA_PLANE_JOB_STATUSES)[number];

  @Member({ is: text, optional: true })
  reason?: string;
}
