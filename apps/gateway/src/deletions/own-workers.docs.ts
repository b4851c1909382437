import { ClaimedJobDto, ClaimJobDto, HeartbeatJobDto, LeaseDto, ReportJobDto } from '@lethe/api';
import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiParam } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { OWN_WORKERS_TAG } from '../docs/openapi-document.js';

const TOKEN = '5b0e4a9e-3c1d-4f0e-9d2a-7f1c2b3a4d5e';
const LEASE = { leaseExpiresAt: '2026-11-21T08:30:00.000Z' } satisfies LeaseDto;

const JOB: ClaimedJobDto = {
  job: {
    id: '4711',
    destinationId: 'dst_crm',
    attempt: 0,
    users: [
      {
        regulationId: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
        userId: 'user-1',
        identifiers: { userId: 'user-1', email: 'user-1@example.com' },
      },
    ],
    leaseToken: TOKEN,
    ...LEASE,
  },
};

const ApiOwnWorkers = (summary: string, description: string, ...errors: readonly ErrorCode[]) =>
  ApiTokenOperation({
    tag: OWN_WORKERS_TAG,
    summary,
    description: `${description} Takes \`deletions:work\`.`,
    errors: [...BODY_ERRORS, ...errors],
  });

const ApiJobId = () => ApiParam({ name: 'id', description: 'Of a job.' });

export const DocumentsClaim = () =>
  applyDecorators(
    ApiOwnWorkers(
      'Take a deletion job',
      'One that waits at a `CUSTOM` destination. Until its lease ends, no other worker gets it.',
    ),
    ApiBody({
      type: ClaimJobDto,
      required: false,
      examples: {
        any: { summary: 'Any job, for 30 minutes', value: {} },
        one: {
          summary: 'Of one destination, for two hours',
          value: { destinationIds: ['dst_crm'], leaseSeconds: 7_200 },
        },
      },
    }),
    ApiAnswer(200, ClaimedJobDto, 'The job.', JOB),
    ApiNoContentResponse({ description: 'Nothing waits. Ask again in a minute.' }),
  );

export const DocumentsHeartbeat = () =>
  applyDecorators(
    ApiOwnWorkers(
      'Keep a deletion job',
      'For `leaseSeconds` from now on. After a 409 the job is somebody else’s: do nothing more for it.',
      'not_found',
      'conflict',
    ),
    ApiJobId(),
    ApiBody({
      type: HeartbeatJobDto,
      required: true,
      examples: { usual: { value: { leaseToken: TOKEN } } },
    }),
    ApiAnswer(200, LeaseDto, 'The lease.', LEASE),
  );

export const DocumentsReport = () =>
  applyDecorators(
    ApiOwnWorkers(
      'Say what became of a deletion job',
      'The same report again changes nothing.',
      'not_found',
      'conflict',
    ),
    ApiJobId(),
    ApiBody({
      type: ReportJobDto,
      required: true,
      examples: {
        complete: { value: { leaseToken: TOKEN, status: 'complete' } },
        refused: {
          summary: 'All but one',
          value: {
            leaseToken: TOKEN,
            status: 'complete',
            refused: [{ userId: 'user-2', reason: 'Under a legal hold.' }],
          },
        },
        failed: { value: { leaseToken: TOKEN, status: 'failed', reason: 'The CRM is away.' } },
      },
    }),
    ApiNoContentResponse({ description: 'Taken, now or before.' }),
  );
