import { LetheError } from '@lethe/contracts';

const JOB_ID = /^[1-9]\d{0,18}$/;
const MOST_ID = 2n ** 63n - 1n;

/** @throws LetheError `not_found` for what cannot be the id of a job: nobody needs to be asked about it */
export function knownJobId(id: string): string {
  if (!JOB_ID.test(id) || BigInt(id) > MOST_ID) throw new LetheError('not_found');
  return id;
}
