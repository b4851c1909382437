import type { DeliveryAnswer } from '@lethe/contracts';
import type { DestinationProvider, TransformInput, TransformOutcome } from '@lethe/destinations';
import type { TransformationOutcome } from '@lethe/sandbox';
import type { TestRunParts } from '../stages/test-context.js';

/**
 * Records what a run that sends gets from outside, so that it can be run a second time, with stand-ins for
 * the secrets, without reaching anybody. What is shown is the second run.
 */
export class RecordedRun {
  private userCode: TransformationOutcome | undefined;
  /** The answers that integrations got, one element for each event; absent where they asked for none. */
  private readonly performed: { answers?: DeliveryAnswer[] }[] = [];
  private isReached = false;

  /**
   * @param real what the run works with
   * @param isRecorded whether what the user code's `fetch` gets is recorded as well
   */
  constructor(
    private readonly real: TestRunParts,
    private readonly isRecorded: boolean,
  ) {}

  /** A request of the user code, or of the destination, reached somebody. */
  get wasReached(): boolean {
    return this.isReached;
  }

  /** The user code read a credential: it may have made anything out of it. */
  get hasCredentials(): boolean {
    return this.userCode?.touched?.credentials === true;
  }

  /** For the first run: parts that work like the real ones, and are recorded. */
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
   * For the second run: parts that give what was recorded. User code that read no credential is not run
   * again, it would do the same.
   *
   * @param hide takes secrets out of the answers of destinations
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

/** @param event gets the answers that it sees */
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
