import type { ServerResponse } from 'node:http';
import { FIXED_LIMITS } from '@lethe/contracts';
import { FairSlots } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config/gateway.config.js';
import { onceOver } from '../http/request-end.js';
import { enterSlot } from './enter-slot.js';
import type { UnreadAnswers } from './unread-answers.js';

/**
 * Bytes that are written to a connection at once. The reading speed of the client is measured
 * between two slices. An answer with more bytes is a large answer.
 */
export const SLICE = 64 * 1024;
/** Maximum pages that are read at once for all workspaces. */
const MAX_PAGES = 64;
/**
 * Pages that are being read can use 1/4 of the unread bytes that a workspace is allowed to have.
 */
const SHARE_OF_PAGES = 4;
/**
 * Limits for large answers with created records, for all workspaces: how many answers are produced
 * at once, and the total bytes of these answers. One workspace gets at most half of the answers,
 * rounded up.
 */
const MAX_RECORDS = 8;
const MAX_RECORD_BYTES = 88 * 1024 * 1024;
/** Bytes of a record without the attributes of its user. */
const BYTES_OF_RECORD = 300;
/**
 * A request stops waiting this many milliseconds before its deadline, because less time is not
 * enough for the work.
 */
const TIME_TO_WORK_MS = 10_000;

export type ExpectedSettings = Pick<
  GatewaySettings,
  'LETHE_MAX_UNREAD_BYTES' | 'LETHE_LIMIT_BODY_BYTES' | 'LETHE_LIMIT_USERS'
>;

/** A large answer that waits for a slot. */
interface Expected {
  readonly slots: FairSlots;
  /** Bytes that count as unread until the answer is ready. */
  readonly bytes: number;
  /** End of the wait, in ms since 1970. */
  readonly deadline?: number;
}

/**
 * Limits large answers before handlers produce them. Large answers are pages of lists and records
 * of created regulations. Only a few are produced at once. The expected bytes of an answer count as
 * unread until the answer is ready.
 */
export class LargeAnswers {
  private readonly pages: FairSlots;
  private readonly records: FairSlots;
  /**
   * Maximum bytes that count as unread for the records of one request. With this maximum, all
   * requests of a workspace together use at most half of its unread limit.
   */
  private readonly mostOfRecords: number;
  /** For each answer that is not ready, a function that gives back the slot and the bytes. */
  private readonly expected = new Map<ServerResponse, () => void>();

  constructor(
    config: ExpectedSettings,
    private readonly unread: Pick<UnreadAnswers, 'refusal' | 'count'>,
  ) {
    const bytesOfPages = config.LETHE_MAX_UNREAD_BYTES / SHARE_OF_PAGES;
    this.pages = new FairSlots({
      slots: MAX_PAGES,
      perOwner: Math.max(1, Math.floor(bytesOfPages / FIXED_LIMITS.pageBytes)),
      maxWaiting: Infinity, // each waiting request holds a request permit
    });
    const largest = config.LETHE_LIMIT_BODY_BYTES + BYTES_OF_RECORD * config.LETHE_LIMIT_USERS;
    const records = Math.min(MAX_RECORDS, Math.max(1, Math.floor(MAX_RECORD_BYTES / largest)));
    const perOwner = Math.ceil(records / 2);
    this.mostOfRecords = config.LETHE_MAX_UNREAD_BYTES / (2 * perOwner);
    this.records = new FairSlots({
      slots: records,
      perOwner,
      maxWaiting: Infinity, // each waiting request holds a request permit
    });
  }

  /**
   * Waits for a slot to read a page, then counts the bytes of a page as unread.
   *
   * @returns a function to call when the page was read or the read failed
   * @throws LetheError `too_many_requests` as `UnreadAnswers.refusal`; `request_timeout` if the
   * client disconnects during the wait
   */
  expectPage(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
    return this.expect(request, reply, { slots: this.pages, bytes: FIXED_LIMITS.pageBytes });
  }

  /**
   * Waits for a slot to produce the records of created regulations, then counts their bytes as
   * unread. Does nothing if the records are small.
   *
   * @param options.users number of users that get records
   * @param options.deadline in ms since 1970; the wait ends 10 s before this time
   * @returns a function to call when the regulations were created, or the creation failed
   * @throws LetheError as `expectPage`; `unavailable` if no slot is free until the wait ends
   * (nothing was created)
   */
  expectRecords(
    request: FastifyRequest,
    reply: FastifyReply,
    { users, deadline }: { readonly users: number; readonly deadline: number },
  ): Promise<() => void> {
    const all = request.bodyBytes + BYTES_OF_RECORD * users;
    if (all <= SLICE) return Promise.resolve(() => undefined);
    return this.expect(request, reply, {
      slots: this.records,
      bytes: Math.min(all, this.mostOfRecords),
      deadline: deadline - TIME_TO_WORK_MS,
    });
  }

  /** Gives back the slot and the bytes of an answer that is ready, or will never be ready. */
  settle(raw: ServerResponse): void {
    const giveBack = this.expected.get(raw);
    this.expected.delete(raw);
    giveBack?.();
  }

  private async expect(
    request: FastifyRequest,
    reply: FastifyReply,
    { slots, bytes, deadline }: Expected,
  ): Promise<() => void> {
    const owner = request.identity?.workspaceId;
    if (owner === undefined) return () => undefined;
    await enterSlot(slots, owner, [request, reply], deadline);
    const refused = this.unread.refusal(owner); // during the wait, unread answers can be added
    if (refused !== undefined) {
      slots.leave(owner);
      throw refused;
    }
    const { raw } = reply;
    this.unread.count(owner, bytes);
    this.expected.set(raw, () => {
      this.unread.count(owner, -bytes);
      slots.leave(owner);
    });
    return () => {
      // The slot stays taken until now, even if the client disconnected, because the page was being
      // read.
      onceOver([request, reply], () => {
        this.settle(raw);
      });
    };
  }
}
