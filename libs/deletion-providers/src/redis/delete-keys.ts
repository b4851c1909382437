import { setTimeout as delay } from 'node:timers/promises';
import { failed } from '../connections/deletion-problem.js';
import type { Place } from '../connections/read-config.js';
import type { RedisNodes } from './redis-nodes.js';
import { replyProblem } from './reply-problem.js';
import type { RespReply } from './resp-replies.js';

/** Keys of one pipeline. */
const PIPELINE_KEYS = 500;
/** How often a key may be sent on: slots that move while we delete need two or three. */
const MOST_ROUNDS = 8;
const TRY_AGAIN_MS = 200;

export interface DeletedKeys {
  /** How many keys were there. */
  readonly keys: number;
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
 * @param beforeCall awaited before each pipeline
 * @throws DeletionProblem when a server refuses; the error of a connection. Keys may be gone by then
 */
export async function deleteKeys(
  nodes: RedisNodes,
  keys: readonly string[],
  beforeCall: () => Promise<void>,
  signal: AbortSignal,
): Promise<DeletedKeys> {
  let command: DeletedKeys['command'] = 'UNLINK';
  let deleted = 0;
  let work = cut([{ place: await nodes.findFirst(), asking: false, keys: [...keys] }]);
  for (let round = 0; work.length > 0; round += 1) {
    if (round === MOST_ROUNDS) throw failed('The servers of the cluster send a key in circles.');
    const next = new NextRound();
    for (const { place, asking, keys: some } of work) {
      const connection = await nodes.connectTo(place);
      const commands = some.flatMap((key) => [...(asking ? [['ASKING']] : []), [command, key]]);
      await beforeCall();
      const replies = await connection.pipeline(commands);
      const answers = asking ? replies.filter((_, index) => index % 2 === 1) : replies;
      for (const [index, key] of some.entries()) {
        const reply = answers[index];
        if (reply?.kind === 'count') deleted += Math.min(reply.count, 1);
        else if (isUnknownCommand(reply) && command === 'UNLINK') next.add(place, asking, key);
        else next.addRedirected(reply, place, key);
      }
      // Redis 3 and what speaks its protocol do not all have UNLINK.
      if (answers.some(isUnknownCommand)) command = 'DEL';
    }
    if (next.isToWait) await delay(TRY_AGAIN_MS, undefined, { signal });
    work = cut(next.works());
  }
  return { keys: deleted, command };
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

  /** @throws DeletionProblem when the reply is an error that leads nowhere else */
  addRedirected(reply: RespReply | undefined, from: Place, key: string): void {
    if (reply?.kind !== 'error') throw failed('Redis answered with something else than a count.');
    const { code, text } = reply;
    if (code === 'TRYAGAIN') {
      this.isToWait = true;
      this.add(from, false, key);
    } else if (code === 'MOVED' || code === 'ASK') {
      this.add(redirection(text, from), code === 'ASK', key);
    } else {
      throw replyProblem(reply);
    }
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
