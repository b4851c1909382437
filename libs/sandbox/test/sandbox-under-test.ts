import {
  Sandbox,
  type SandboxOptions,
  type TransformationOutcome,
  type TransformationRun,
} from '../src/index.js';

type Details = Partial<Omit<TransformationRun, 'transformation'>>;

export const EVENT = { messageId: 'm-1', type: 'track', event: 'Order Completed' };

/** A run of this code with one event. */
export function runOf(code: string, details: Details = {}): TransformationRun {
  return {
    transformation: { id: 'tr_1', name: 'Mask e-mail', code },
    libraries: [],
    credentials: { apiKey: 'secret' },
    events: [EVENT],
    metadata: [{ sourceId: 'src_1', messageId: 'm-1' }],
    ...details,
  };
}

/** One sandbox for all tests of a file. */
export function useSandbox(options: SandboxOptions = {}) {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox({ maxThreads: 1, ...options });
  });
  afterAll(() => sandbox.close());
  return (code: string, details?: Details): Promise<TransformationOutcome> =>
    sandbox.run(runOf(code, details));
}
