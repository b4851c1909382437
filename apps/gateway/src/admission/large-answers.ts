import type { ServerResponse } from 'node:http';
import { FIXED_LIMITS } from '@lethe/contracts';
import { FairSlots } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config/gateway.config.js';
import { endSignal, onceOver } from '../http/request-end.js';
import type { UnreadAnswers } from './unread-answers.js';

/** Bytes that are handed to a connection at once: how far it is can be seen between them. Larger answers count as large. */
export const SLICE = 64 * 1024;
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

export type ExpectedSettings = Pick<
  GatewaySettings,
  'LETHE_MAX_UNREAD_BYTES' | 'LETHE_LIMIT_BODY_BYTES' | 'LETHE_LIMIT_USERS'
>;

/** What is asked for once it has its turn. */
interface Expected {
  readonly slots: FairSlots;
  /** What it counts for before its answer is there. */
  readonly bytes: number;
  /** When the wait is given up, in ms since 1970. */
  readonly deadline?: number;
}

/**
 * Large answers that are asked for: pages, and records of what is created. Few are made at once, and each counts as unread from
 * before it is asked for.
 */
export class LargeAnswers {
  private readonly pages: FairSlots;
  private readonly records: FairSlots;
  /** Bytes for which records of one request count at most: all of a workspace together for half of what it may have unread. */
  private readonly mostOfRecords: number;
  /** Gives back the room of a page whose answer has not been made yet. */
  private readonly expected = new Map<ServerResponse, () => void>();

  constructor(
    config: ExpectedSettings,
    private readonly unread: Pick<UnreadAnswers, 'refusal' | 'count'>,
  ) {
    const bytesOfPages = config.LETHE_MAX_UNREAD_BYTES / SHARE_OF_PAGES;
    this.pages = new FairSlots({
      slots: MOST_PAGES,
      perOwner: Math.max(1, Math.floor(bytesOfPages / FIXED_LIMITS.pageBytes)),
      maxWaiting: Infinity, // each has a place among the requests in progress
    });
    const largest = config.LETHE_LIMIT_BODY_BYTES + BYTES_OF_RECORD * config.LETHE_LIMIT_USERS;
    const records = Math.min(MOST_RECORDS, Math.max(1, Math.floor(BYTES_OF_RECORDS / largest)));
    const perOwner = Math.ceil(records / 2);
    this.mostOfRecords = config.LETHE_MAX_UNREAD_BYTES / (2 * perOwner);
    this.records = new FairSlots({
      slots: records,
      perOwner,
      maxWaiting: Infinity, // each has a place among the requests in progress
    });
  }

  /**
   * Waits until a page may be read, and counts it as unread from then on.
   *
   * @returns to be called when it has been read, or could not be; its answer takes over what it counted for
   * @throws LetheError `too_many_requests` as `UnreadAnswers.refusal`; `request_timeout` when the caller leaves before
   */
  expectPage(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
    return this.expect(request, reply, { slots: this.pages, bytes: FIXED_LIMITS.pageBytes });
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
    const all = request.bodyBytes + BYTES_OF_RECORD * users;
    if (all <= SLICE) return Promise.resolve(() => undefined);
    return this.expect(request, reply, {
      slots: this.records,
      bytes: Math.min(all, this.mostOfRecords),
      deadline: deadline - TIME_TO_WORK_MS,
    });
  }

  /** The answer of an expected page is there, or will never be. */
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
    await slots.enter(owner, endSignal(request, reply, deadline));
    const refused = this.unread.refusal(owner); // meanwhile what was before it has become answers
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
      // Not before, though the caller may have left: the page was coming all the same.
      onceOver([request, reply], () => {
        this.settle(raw);
      });
    };
  }
}
