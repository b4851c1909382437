import type { DeliveryAnswer } from '@lethe/contracts';
import type { DestinationProvider, TransformInput, TransformOutcome } from '@lethe/destinations';
import type { TransformationOutcome } from '@lethe/sandbox';
import type { TestRunParts } from '../stages/test-context.js';

/**
 * Records all external input of the first run, which sends real requests. A second run replays the
 * input with placeholders for the secrets, and sends nothing. A caller who must not see secrets
 * sees the payloads and logs of the second run.
 */
export class RecordedRun {
  private userCode: TransformationOutcome | undefined;
  /**
   * Answers to requests of integrations, for each event; `answers` is undefined if the event made
   * no requests.
   */
  private readonly performed: { answers?: DeliveryAnswer[] }[] = [];
  private isReached = false;

  /**
   * @param real parts of the run
   * @param isRecorded whether to record also the answers to `fetch` of the user code
   */
  constructor(
    private readonly real: TestRunParts,
    private readonly isRecorded: boolean,
  ) {}

  /** True if the user code or the destination got an answer from the network. */
  get wasReached(): boolean {
    return this.isReached;
  }

  /**
   * True if the user code read a credential. The output of this code can then contain the
   * credential in any form.
   */
  get hasCredentials(): boolean {
    return this.userCode?.touched?.credentials === true;
  }

  /** Parts for the first run. They do the real work and record it. */
  get parts(): TestRunParts {
    const { real, isRecorded } = this;
    return {
      ...real,
      runUserCode: async (run, options) => {
        const outcome = await real.runUserCode({ ...run, isRecorded }, options);
        this.userCode = outcome;
        this.isReached ||= outcome.touched?.network === true;
        return outcome;
      },
      providerOf: (type) => {
        const provider = real.providerOf(type);
        const event: { answers?: DeliveryAnswer[] } = {};
        this.performed.push(event);
        return provider === undefined ? undefined : recorded(provider, event);
      },
      deliver: async (request, signal) => {
        const answer = await real.deliver(request, signal);
        this.isReached ||= answer.status !== 0;
        return answer;
      },
    };
  }

  /**
   * Returns parts for the second run, which replay the recording. User code that read no credential
   * does not run again, because its output would be equal.
   *
   * @param hide masks secrets in answers of destinations
   */
  replayed(hide: (answer: DeliveryAnswer) => DeliveryAnswer): TestRunParts {
    const { real, userCode } = this;
    let events = 0;
    return {
      ...real,
      runUserCode: async (run, options) => {
        if (userCode !== undefined && !this.hasCredentials) return userCode;
        const replay = userCode?.recording ?? { seeds: [], exchanges: [] };
        return real.runUserCode({ ...run, replay }, options);
      },
      providerOf: (type) => {
        const provider = real.providerOf(type);
        const { answers } = this.performed[events++] ?? {};
        if (provider === undefined || !performs(provider)) return provider;
        return {
          ...provider,
          transform: (input) => {
            return answers === undefined
              ? provider.transform(input)
              : performAgain(provider, input, answers.map(hide));
          },
        };
      },
    };
  }
}

/** @param event object that gets the received answers */
function recorded(
  provider: DestinationProvider,
  event: { answers?: DeliveryAnswer[] },
): DestinationProvider {
  if (!performs(provider)) return provider;
  return {
    ...provider,
    perform: (input, deliver) => {
      const answers: DeliveryAnswer[] = (event.answers = []);
      return provider.perform(input, async (request) => {
        const answer = await deliver(request);
        answers.push(answer);
        return answer;
      });
    },
  };
}

const NOT_SENT: DeliveryAnswer = { status: 0, body: '', truncated: false };

function performAgain(
  provider: Performing,
  input: TransformInput,
  answers: DeliveryAnswer[],
): Promise<TransformOutcome> {
  return provider.perform(input, () => Promise.resolve(answers.shift() ?? NOT_SENT));
}

type Performing = DestinationProvider & Required<Pick<DestinationProvider, 'perform'>>;

function performs(provider: DestinationProvider): provider is Performing {
  return provider.perform !== undefined;
}
