import { DATA_PLANE_JOB_STATUSES, type UpdateDataPlaneJob } from '@lethe/api/deletions';
import {
  asObject,
  FIXED_LIMITS,
  jsonNestsDeeperThan,
  type JsonObject,
  jsonOf,
} from '@lethe/contracts';

type Update = Pick<UpdateDataPlaneJob, 'jobId' | 'status' | 'reason'>;

const JOB_ID = /^[1-9]\d{0,18}$/;
const MAX_ID = 2n ** 63n - 1n;
/** U+0000 and lone surrogates, which PostgreSQL cannot store. */
const UNSTORABLE = /\u0000|\p{Surrogate}/gu; // eslint-disable-line no-control-regex -- the pattern must match U+0000

/**
 * Reads the update of a job from a worker of a data plane, with any content type. An invalid update
 * is ignored, because a refusal would not stop the worker.
 *
 * @param jobId job id in the path
 * @param body body as received
 * @returns `undefined` if the update is invalid
 */
export function readJobUpdate(jobId: string, body: unknown): Update | undefined {
  if (!JOB_ID.test(jobId) || BigInt(jobId) > MAX_ID) return undefined;
  const { status: given, reason: why } = membersOf(body);
  const status = DATA_PLANE_JOB_STATUSES.find((one) => one === given);
  if (status === undefined) return undefined;
  const reason = typeof why === 'string' ? toReason(why) : '';
  return { jobId, status, ...(reason === '' ? {} : { reason }) };
}

function membersOf(body: unknown): JsonObject {
  if (!Buffer.isBuffer(body) || jsonNestsDeeperThan(body, FIXED_LIMITS.jsonDepth)) return {};
  return asObject(jsonOf(body)); // an empty object for invalid JSON
}

function toReason(text: string): string {
  const short = text.replace(UNSTORABLE, '').slice(0, FIXED_LIMITS.reasonLength);
  return short.replace(UNSTORABLE, '').trim(); // the cut can leave half of a surrogate pair
}
