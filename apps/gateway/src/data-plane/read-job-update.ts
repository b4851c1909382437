import { TOLD_STATUSES, type UpdateDataPlaneJob } from '@lethe/api/deletions';
import {
  asObject,
  FIXED_LIMITS,
  jsonNestsDeeperThan,
  type JsonObject,
  jsonOf,
} from '@lethe/contracts';

type Update = Pick<UpdateDataPlaneJob, 'jobId' | 'status' | 'reason'>;

const JOB_ID = /^[1-9]\d{0,18}$/;
const MOST_ID = 2n ** 63n - 1n;
/** What Postgres cannot store, and what is no text. */
const UNSTORABLE = /\u0000|\p{Surrogate}/gu; // eslint-disable-line no-control-regex -- it is what is looked for

/**
 * Reads what a worker of a data plane says about a job, whatever its content type. Refusing it would not stop the
 * worker, so what says nothing about any job is passed over.
 *
 * @param jobId of the path
 * @param body as it came
 * @returns nothing for what cannot be about a job
 */
export function readJobUpdate(jobId: string, body: unknown): Update | undefined {
  if (!JOB_ID.test(jobId) || BigInt(jobId) > MOST_ID) return undefined;
  const { status: given, reason: why } = membersOf(body);
  const status = TOLD_STATUSES.find((one) => one === given);
  if (status === undefined) return undefined;
  const reason = typeof why === 'string' ? toReason(why) : '';
  return { jobId, status, ...(reason === '' ? {} : { reason }) };
}

function membersOf(body: unknown): JsonObject {
  if (!Buffer.isBuffer(body) || jsonNestsDeeperThan(body, FIXED_LIMITS.jsonDepth)) return {};
  return asObject(jsonOf(body)); // what is no JSON says nothing
}

function toReason(text: string): string {
  const short = text.replace(UNSTORABLE, '').slice(0, FIXED_LIMITS.reasonLength);
  return short.replace(UNSTORABLE, '').trim(); // the cut may have left half of a pair
}
