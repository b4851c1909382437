import { setTimeout as delay } from 'node:timers/promises';
import { failed, type DeletionProblem } from '../shared/deletion-problem.js';
import type { Place } from '../shared/read-config.js';
import type { RedisNodes } from './redis-nodes.js';
import { isOfKey, replyProblem } from './reply-problem.js';
import type { RespReply } from './resp-replies.js';

/** Keys of one pipeline. */
const PIPELINE_KEYS = 500;
/** How often a key may be sent on: slots that move while we delete need two or three. */
const MOST_ROUNDS = 8;
const TRY_AGAIN_MS = 200;

export interface DeletedKeys {
  /** Keys that are left, as the server refuses each of them for itself. */
  readonly refused: ReadonlyMap<string, DeletionProblem>;
  readonly command: 'UNLINK' | 'DEL';
}

/** Keys that one server is to delete. */
interface Work {
  readonly place: Place;
  /** The slot is on its way to this server, which wants to hear that we know. */
  readonly asking: boolean;
  readonly keys: string[];
}

/**
 * Deletes keys, each by a command of its own: a cluster takes no command for keys of two slots. A server
 * of a cluster says where the keys are that it does not have; those are sent there in the next round.
 *
 * An error that may be about one key keeps no other key; where all keys get one, it is about all of them.
 *
 * @param options.beforeCall awaited before each pipeline
 * @param options.count called after each, with how many keys were there
 * @throws DeletionProblem when a server refuses; the error of a connection. Keys may be gone by then
 */
export async function deleteKeys(
  nodes: RedisNodes,
  keys: readonly string[],
  { beforeCall, count, signal }: DeleteKeysOptions,
): Promise<DeletedKeys> {
  let command: DeletedKeys['command'] = 'UNLINK';
  const refused = new Map<string, DeletionProblem>();
  let work = cut([{ place: await nodes.findFirst(), asking: false, keys: [...keys] }]);
  for (let round = 0; work.length > 0; round += 1) {
    if (round === MOST_ROUNDS) {
      const circles = failed('The servers of the cluster send a key in circles.');
      for (const key of work.flatMap((one) => one.keys)) refused.set(key, circles);
      break;
    }
    const next = new NextRound();
    for (const { place, asking, keys: some } of work) {
      const connection = await nodes.connectTo(place);
      const commands = some.flatMap((key) => [...(asking ? [['ASKING']] : []), [command, key]]);
      await beforeCall();
      const replies = await connection.pipeline(commands);
      const answers = asking ? replies.filter((_, index) => index % 2 === 1) : replies;
      let deleted = 0;
      for (const [index, key] of some.entries()) {
        const reply = answers[index];
        if (reply?.kind === 'count' && reply.count >= 0) deleted += Math.min(reply.count, 1);
        else if (isUnknownCommand(reply) && command === 'UNLINK') next.add(place, asking, key);
        else {
          const problem = next.addRedirected(reply, place, key);
          if (problem !== undefined) refused.set(key, problem);
        }
      }
      count(deleted);
      // Redis 3 and what speaks its protocol do not all have UNLINK.
      if (answers.some(isUnknownCommand)) command = 'DEL';
    }
    if (next.isToWait) await delay(TRY_AGAIN_MS, undefined, { signal });
    work = cut(next.works());
  }
  const [problem] = refused.values();
  if (problem !== undefined && refused.size === keys.length) throw problem;
  return { refused, command };
}

export interface DeleteKeysOptions {
  readonly beforeCall: () => Promise<void>;
  readonly count: (keys: number) => void;
  readonly signal: AbortSignal;
}

function isUnknownCommand(reply: RespReply | undefined): boolean {
  return reply?.kind === 'error' && /^ERR unknown command/i.test(reply.text);
}

/** What is still to be deleted after a round, by the server that has it. */
class NextRound {
  isToWait = false;
  private readonly byPlace = new Map<string, Work>();

  works(): readonly Work[] {
    return [...this.byPlace.values()];
  }

  add(place: Place, asking: boolean, key: string): void {
    const name = `${String(asking)} ${place.host}:${place.port}`;
    const work = this.byPlace.get(name) ?? { place, asking, keys: [] };
    work.keys.push(key);
    this.byPlace.set(name, work);
  }

  /**
   * @returns why the server refuses the key, where the reply may be about this key alone
   * @throws DeletionProblem when the reply is an error of the server, or none that is understood
   */
  addRedirected(
    reply: RespReply | undefined,
    from: Place,
    key: string,
  ): DeletionProblem | undefined {
    if (reply?.kind !== 'error') throw failed('Redis answered with something else than a count.');
    const { code, text } = reply;
    if (code === 'TRYAGAIN') {
      this.isToWait = true;
      this.add(from, false, key);
    } else if (code === 'MOVED' || code === 'ASK') {
      this.add(redirection(text, from), code === 'ASK', key);
    } else {
      const problem = replyProblem(reply);
      if (!isOfKey(reply)) throw problem;
      return problem;
    }
    return undefined;
  }
}

/** @param text e.g. `MOVED 3999 10.0.0.1:6381`; without a host the one that answered is meant */
function redirection(text: string, from: Place): Place {
  const [, host = '', port = ''] = /^\w+ \d{1,5} (\S*):(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || host === '?') throw failed('Redis answered with a redirection to nowhere.');
  return { host: host === '' ? from.host : host, port: Number(port) };
}

function cut(works: readonly Work[]): Work[] {
  return works.flatMap(({ keys, ...work }) => {
    const parts: Work[] = [];
    for (let from = 0; from < keys.length; from += PIPELINE_KEYS) {
      parts.push({ ...work, keys: keys.slice(from, from + PIPELINE_KEYS) });
    }
    return parts;
  });
}
