import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { FIXED_LIMITS, LetheError } from '@lethe/contracts';
import { FairSlots } from '@lethe/resilience';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../gateway.config.js';
import type { HttpMetrics } from './http-metrics.js';
import { endSignal, onceOver } from './request-end.js';

/** Pages that are read at once, of all workspaces. */
const MOST_PAGES = 64;
/** The part of the bytes that a workspace may have unread which pages that are being read may be. */
const SHARE_OF_PAGES = 4;
/** Large answers with records of what was created that are made at once, of all workspaces, and their bytes; one workspace has half. */
const MOST_RECORDS = 8;
const BYTES_OF_RECORDS = 88 * 1024 * 1024;
/** Bytes of a record, but for the attributes of its user. */
const BYTES_OF_RECORD = 300;
/** Milliseconds before its deadline at which a request gives up waiting: less is not enough to do something. */
const TIME_TO_WORK_MS = 10_000;
/** Pages of the feed that are read at once: the largest have 6 MB, and none may end early, as a short page says that there is no more. */
const MOST_FEED_PAGES = 16;
/** The same of one data plane. */
const MOST_FEED_PAGES_OF_ONE = 4;
const UNREAD =
  'Too much of what this workspace has asked for waits to be read. Read the answers first.';

/** Bytes that are handed to a connection at once: how far it is can be seen between them. */
const SLICE = 64 * 1024;

export type AnswerSettings = Pick<
  GatewaySettings,
  | 'LETHE_MAX_UNREAD_BYTES'
  | 'LETHE_ANSWER_GRACE'
  | 'LETHE_ANSWER_MIN_RATE'
  | 'LETHE_LIMIT_BODY_BYTES'
  | 'LETHE_LIMIT_USERS'
>;

interface Answer {
  readonly owner: string | undefined;
  readonly bytes: number;
  /** Bytes that its connection had taken when it was first seen to hold this answer. */
  takenBefore: number | undefined;
  /** Rounds of the clock in which the caller had something to read. */
  rounds: number;
}

/** What is asked for once it has its turn. */
interface Expected {
  readonly slots: FairSlots;
  /** Enters a slot of the owner. */
  readonly wait: (owner: string) => Promise<void>;
  readonly bytes: number;
}

/**
 * Large answers that are made or being read. What one workspace has not read yet is bounded, pages that are still on their way
 * to us included, and a caller who reads too slowly loses the connection.
 */
export class AnswersInFlight {
  private readonly answers = new Map<ServerResponse, Answer>();
  private readonly unread = new Map<string, number>();
  private readonly pages: FairSlots;
  private readonly records: FairSlots;
  private readonly feedPages = new FairSlots({
    slots: MOST_FEED_PAGES,
    perOwner: MOST_FEED_PAGES_OF_ONE,
    maxWaiting: Infinity, // each has a place among the requests of data planes
  });
  /** Bytes for which one request counts at most before its answer is there. */
  private readonly share: number;
  /** Gives back the room of a page whose answer has not been made yet. */
  private readonly expected = new Map<ServerResponse, () => void>();
  private readonly clock: NodeJS.Timeout;

  /** @param http counts who is refused, and each answer that is ended as it is read too slowly */
  constructor(
    private readonly config: AnswerSettings,
    private readonly http: Pick<HttpMetrics, 'refuse' | 'hold'>,
  ) {
    this.share = config.LETHE_MAX_UNREAD_BYTES / SHARE_OF_PAGES;
    this.pages = new FairSlots({
      slots: MOST_PAGES,
      perOwner: Math.max(1, Math.floor(this.share / FIXED_LIMITS.pageBytes)),
      maxWaiting: Infinity, // each has a place among the requests in progress
    });
    const largest = config.LETHE_LIMIT_BODY_BYTES + BYTES_OF_RECORD * config.LETHE_LIMIT_USERS;
    const records = Math.min(MOST_RECORDS, Math.max(1, Math.floor(BYTES_OF_RECORDS / largest)));
    this.records = new FairSlots({
      slots: records,
      perOwner: Math.ceil(records / 2),
      maxWaiting: Infinity, // each has a place among the requests in progress
    });
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  /** @returns why the owner may ask for nothing more before it has read something; undefined when it may */
  refusal(owner: string): LetheError | undefined {
    if ((this.unread.get(owner) ?? 0) < this.config.LETHE_MAX_UNREAD_BYTES) return undefined;
    this.http.refuse('unread_answers');
    return new LetheError('too_many_requests', { message: UNREAD });
  }

  /**
   * Waits until a page may be read, and counts it as unread from then on.
   *
   * @returns to be called when it has been read, or could not be; its answer takes over what it counted for
   * @throws LetheError `too_many_requests` as `refusal`; `request_timeout` when the caller leaves before
   */
  expectPage(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
    const slots = this.pages;
    const wait = (owner: string): Promise<void> => slots.enter(owner, endSignal(request, reply));
    return this.expect(request, reply, { slots, wait, bytes: FIXED_LIMITS.pageBytes });
  }

  /**
   * The same for records of what is to be created, where they may be large.
   *
   * @param options.users of whom records are made
   * @param options.deadline in ms since 1970; 10 s before it the wait is given up
   * @throws LetheError as `expectPage`; `unavailable` when it is given up: nothing was done
   */
  expectRecords(
    request: FastifyRequest,
    reply: FastifyReply,
    { users, deadline }: { readonly users: number; readonly deadline: number },
  ): Promise<() => void> {
    const length = Number(request.headers['content-length'] ?? this.config.LETHE_LIMIT_BODY_BYTES);
    const bytes = length + BYTES_OF_RECORD * users;
    if (bytes <= SLICE) return Promise.resolve(() => undefined);
    const slots = this.records;
    const wait = (owner: string): Promise<void> =>
      enterBefore(deadline - TIME_TO_WORK_MS, (late) =>
        slots.enter(owner, AbortSignal.any([endSignal(request, reply), late])),
      );
    return this.expect(request, reply, { slots, wait, bytes });
  }

  /**
   * Reads a page of the feed when it is the data plane's turn; until then it is held back.
   *
   * @param options.deadline in ms since 1970
   * @returns what `read` returns
   * @throws LetheError `unavailable` when the deadline is over; `request_timeout` when the caller leaves before; what `read` throws
   */
  async readFeedPage<T>(
    [request, reply]: readonly [FastifyRequest, FastifyReply],
    { dataPlaneId, deadline }: { readonly dataPlaneId: string; readonly deadline: number },
    read: () => Promise<T>,
  ): Promise<T> {
    await this.http.hold(request, () =>
      enterBefore(deadline, (late) =>
        this.feedPages.enter(dataPlaneId, AbortSignal.any([endSignal(request, reply), late])),
      ),
    );
    try {
      return await read();
    } finally {
      this.feedPages.leave(dataPlaneId);
    }
  }

  private async expect(
    request: FastifyRequest,
    reply: FastifyReply,
    { slots, wait, bytes }: Expected,
  ): Promise<() => void> {
    const owner = request.identity?.workspaceId;
    if (owner === undefined) return () => undefined;
    await wait(owner);
    const refused = this.refusal(owner); // meanwhile what was before it has become answers
    if (refused !== undefined) {
      slots.leave(owner);
      throw refused;
    }
    const { raw } = reply;
    const counted = Math.min(bytes, this.share);
    this.count(owner, counted);
    this.expected.set(raw, () => {
      this.count(owner, -counted);
      slots.leave(owner);
    });
    return () => {
      // Not before, though the caller may have left: the page was coming all the same.
      onceOver([request, reply], () => {
        this.settle(raw);
      });
    };
  }

  /** The answer of an expected page is there, or will never be. */
  settle(raw: ServerResponse): void {
    const giveBack = this.expected.get(raw);
    this.expected.delete(raw);
    giveBack?.();
  }

  /** @param bytes that are in memory until they are read; 0 where they are made as they are read */
  enter(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const { raw } = reply;
    const owner = request.identity?.workspaceId;
    if (this.answers.has(raw)) return;
    this.answers.set(raw, { owner, bytes, takenBefore: undefined, rounds: 0 });
    if (owner !== undefined) this.count(owner, bytes);
    onceOver([request, reply], () => {
      this.leave(raw);
    });
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private leave(raw: ServerResponse): void {
    const answer = this.answers.get(raw);
    this.answers.delete(raw);
    if (answer?.owner !== undefined) this.count(answer.owner, -answer.bytes);
  }

  private count(owner: string, bytes: number): void {
    const now = (this.unread.get(owner) ?? 0) + bytes;
    if (now > 0) this.unread.set(owner, now);
    else this.unread.delete(owner);
  }

  /** Counts its own rounds, not the time: while we stand still ourselves, nothing can be sent. */
  private endSlow(): void {
    const { LETHE_ANSWER_GRACE: graceSeconds, LETHE_ANSWER_MIN_RATE: bytesPerSecond } = this.config;
    for (const [raw, answer] of this.answers) {
      const { socket } = raw; // null while an answer before it is being read
      if (socket === null || socket.writableLength === 0) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      answer.takenBefore ??= taken;
      const seconds = answer.rounds;
      answer.rounds += 1;
      if (seconds < graceSeconds || taken - answer.takenBefore >= seconds * bytesPerSecond)
        continue;
      this.http.refuse('slow_reader');
      socket.destroy();
    }
  }
}

/** @throws LetheError `unavailable` once the deadline, in ms since 1970, is over; what `enter` throws */
async function enterBefore(
  deadline: number,
  enter: (late: AbortSignal) => Promise<void>,
): Promise<void> {
  const late = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
  try {
    await enter(late);
  } catch (error) {
    throw error === late.reason ? new LetheError('unavailable', { cause: error }) : error;
  }
}

/** Sends large answers in slices, and watches them being read. To be called after whatever else changes answers. */
export function watchAnswers(instance: FastifyInstance, answers: AnswersInFlight): void {
  instance.addHook('onRoute', (route) => {
    const others = [route.onSend ?? []].flat();
    route.onSend = [
      ...others,
      (request, reply, payload, done) => {
        done(null, watched(request, reply, payload, answers));
      },
    ];
  });
  instance.addHook('onClose', (_instance, done) => {
    answers.stop();
    done();
  });
}

function watched(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  answers: AnswersInFlight,
): unknown {
  answers.settle(reply.raw);
  if (payload instanceof Readable) {
    answers.enter(request, reply, 0);
    return payload;
  }
  const isText = typeof payload === 'string';
  if ((!isText && !Buffer.isBuffer(payload)) || payload.length <= SLICE) return payload;
  const bytes = isText ? Buffer.from(payload) : payload;
  answers.enter(request, reply, bytes.length);
  if (request.method === 'HEAD') return payload;
  void reply.header('content-length', bytes.length);
  return Readable.from(slicesOf(bytes), { objectMode: false });
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}
