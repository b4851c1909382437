/** An error with which the worker of a data plane ends its process. */
export class WorkerExit extends Error {
  override readonly name = 'WorkerExit';
}

/** A job in the form that the worker reads. */
export interface WorkerJob {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly userAttributes: readonly Readonly<Record<string, string>>[];
  readonly failedAttempts: number;
}

/**
 * The deletion worker of an unmodified data plane, as the protocol describes it. It requests one
 * job after the other, sleeps when there is none, and exits on every unexpected response.
 */
export class DataPlaneWorker {
  private readonly authorization: string;

  /**
   * @param base URL of the gateway
   * @param path of the jobs, e.g. `/dataplane/workspaces/ws/regulations/workerJobs`
   */
  constructor(
    private readonly base: string,
    private readonly path: string,
    secret: string,
  ) {
    this.authorization = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;
  }

  /** Processes jobs until none is left, and returns the processed jobs. */
  async processAll(carryOut: (job: WorkerJob) => Promise<string>): Promise<WorkerJob[]> {
    const done: WorkerJob[] = [];
    for (;;) {
      const job = await this.ask();
      if (job === undefined) return done;
      await this.tell(job.jobId, { status: 'running', reason: '' });
      const status = await carryOut(job);
      await this.tell(job.jobId, { status, reason: status === 'failed' ? 'it said no' : '' });
      done.push(job);
    }
  }

  /**
   * @returns undefined when there is no job
   * @throws WorkerExit
   */
  async ask(): Promise<WorkerJob | undefined> {
    const response = await fetch(this.base + this.path, {
      redirect: 'manual',
      headers: { authorization: this.authorization, 'accept-encoding': 'gzip' },
    });
    const body = await response.text();
    if (response.status === 204) return undefined;
    if (response.status !== 200) throw new WorkerExit(`status ${response.status}`);
    return read(body);
  }

  /**
   * @returns the HTTP status; a real worker retries on statuses other than 2xx, and then stops
   * without a message
   */
  async tell(jobId: string, body: unknown): Promise<number> {
    const response = await fetch(`${this.base}${this.path.split('?')[0] ?? ''}/${jobId}`, {
      method: 'PATCH',
      headers: { authorization: this.authorization, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  }
}

/** Returns the job of a body. @throws WorkerExit if a field has a wrong type */
function read(body: string): WorkerJob {
  const job = JSON.parse(body) as Partial<Record<keyof WorkerJob, unknown>>;
  const { jobId, userAttributes, failedAttempts } = job;
  const isId = typeof jobId === 'string' && /^[1-9]\d*$/.test(jobId) && BigInt(jobId) < 2n ** 63n;
  if (!isId) throw new WorkerExit('the id of the job is no decimal number in a string');
  for (const name of ['workspaceId', 'destinationId'] as const) {
    if (typeof job[name] !== 'string') throw new WorkerExit(`${name} is no string`);
  }
  if (!Number.isInteger(failedAttempts)) throw new WorkerExit('failedAttempts is no number');
  if (!Array.isArray(userAttributes)) throw new WorkerExit('userAttributes is no list');
  if (userAttributes.length === 0) throw new WorkerExit('a job without users was offered');
  for (const user of userAttributes as Record<string, unknown>[]) {
    if (typeof user.userId !== 'string') throw new WorkerExit('a user has no userId');
    const odd = Object.entries(user).find(([, value]) => typeof value !== 'string');
    if (odd !== undefined) throw new WorkerExit(`the attribute ${odd[0]} is no string`);
  }
  return job as WorkerJob;
}
