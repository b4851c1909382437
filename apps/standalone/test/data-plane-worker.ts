/** The worker of a data plane would end its process. */
export class WorkerExit extends Error {
  override readonly name = 'WorkerExit';
}

/** A job as the worker has read it. */
export interface WorkerJob {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly userAttributes: readonly Readonly<Record<string, string>>[];
  readonly failedAttempts: number;
}

/**
 * The deletion worker of a stock data plane, as the protocol describes it: it asks for a job, and for the next one at once
 * after it; sleeps when there is none; and exits on every answer that it does not expect.
 */
export class DataPlaneWorker {
  private readonly authorization: string;

  /**
   * @param base URL of the gateway
   * @param path of its jobs, e.g. `/dataplane/workspaces/ws/regulations/workerJobs`
   */
  constructor(
    private readonly base: string,
    private readonly path: string,
    secret: string,
  ) {
    this.authorization = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;
  }

  /** Works until there is nothing, and returns what it got. */
  async workOff(carryOut: (job: WorkerJob) => Promise<string>): Promise<WorkerJob[]> {
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
   * @returns nothing when it would sleep
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

  /** @returns the status: a worker repeats what is not 2xx, and gives up in silence */
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

/** As strict as a program that knows the types of its fields. */
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
