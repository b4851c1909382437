import {
  spawnApp,
  type AppExit,
  type SpawnAppOptions,
  type SpawnedApp,
  type WaitOptions,
} from '@lethe/testing';

/** A process of the system that a test can end, freeze and start again. */
export class Instance {
  private readonly runs: SpawnedApp[] = [];
  private running = false;

  /**
   * @param name for messages
   * @param options the same for each start
   */
  constructor(
    readonly name: string,
    private readonly options: SpawnAppOptions,
  ) {}

  start(): void {
    const run = spawnApp(this.options);
    this.runs.push(run);
    this.running = true;
    void run.exited.then(() => {
      if (this.runs.at(-1) === run) this.running = false;
    });
  }

  get pid(): number {
    return this.present.pid;
  }

  get isRunning(): boolean {
    return this.running;
  }

  /** Output of all runs. */
  get output(): string {
    return this.runs.map((run) => run.output).join('\n');
  }

  async waitForLine(pattern: RegExp, options?: WaitOptions): Promise<void> {
    await this.present.waitForLine(pattern, options);
  }

  /** Lines of the current run. */
  get lines(): readonly string[] {
    return this.present.stdout;
  }

  get exited(): Promise<AppExit> {
    return this.present.exited;
  }

  /** Ends the process as a crash does, and waits for its end. */
  async kill(): Promise<void> {
    this.present.kill('SIGKILL');
    await this.present.exited;
  }

  freeze(): void {
    this.present.kill('SIGSTOP');
  }

  thaw(): void {
    this.present.kill('SIGCONT');
  }

  /** Stops the process cleanly, also if it is frozen. Does nothing if it is not running. */
  async stop(): Promise<AppExit | undefined> {
    const run = this.runs.at(-1);
    run?.kill('SIGCONT');
    return run?.stop();
  }

  private get present(): SpawnedApp {
    const run = this.runs.at(-1);
    if (run === undefined) throw new Error(`${this.name} was not started`);
    return run;
  }
}
