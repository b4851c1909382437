import { setTimeout as delay } from 'node:timers/promises';
import { failed, type DeletionProblem } from '../shared/deletion-problem.js';
import type { ServerAddress } from '../shared/read-config.js';
import type { RedisNodes } from './redis-nodes.js';
import { isOfKey, replyProblem } from './reply-problem.js';
import type { RespReply } from './resp-replies.js';

const PIPELINE_KEYS = 500;
/** Attempts per key. If a slot moves during the deletion, its keys need two or three attempts. */
const MOST_ROUNDS = 8;
const TRY_AGAIN_MS = 200;

/** Commands with one key, to which the server answers with the number of keys that existed. */
export type KeyCommand = 'UNLINK' | 'DEL' | 'EXISTS';

export interface AskedKeys {
  /** Keys for which the server refused the command, each with the reason. */
  readonly refused: ReadonlyMap<string, DeletionProblem>;
  /** The command that the server knew. */
  readonly command: KeyCommand;
}

/** Keys to ask for on one server. */
interface Work {
  readonly server: ServerAddress;
  /** Whether the slot is moving to this server. If it is, `ASKING` must precede each command. */
  readonly asking: boolean;
  readonly keys: string[];
}

/**
 * Sends a separate command for each key, because a cluster refuses a command for keys of two
 * slots. If a key belongs to another node, the server answers with the address of that node. The
 * next round sends the key to that node.
 *
 * An error that can concern a single key does not stop the work on the other keys. If all keys get
 * such an error, this function throws the first error.
 *
 * @param options.command the command to send
 * @param options.fallback command for servers that do not know `command`
 * @param options.beforeCall awaited before each pipeline
 * @param options.onExisting called after each pipeline with its keys that existed
 * @throws DeletionProblem if a server refuses; connection errors. Keys that were deleted before the
 *   error stay deleted
 */
export async function askKeys(
  nodes: RedisNodes,
  keys: readonly string[],
  { command: first, fallback, beforeCall, onExisting, signal }: AskKeysOptions,
): Promise<AskedKeys> {
  let command = first;
  const refused = new Map<string, DeletionProblem>();
  let work = toPipelines([{ server: await nodes.findFirst(), asking: false, keys: [...keys] }]);
  for (let round = 0; work.length > 0; round += 1) {
    if (round === MOST_ROUNDS) {
      const redirectLoop = failed(
        'The servers of the cluster redirect a key in a loop: check the cluster.',
      );
      for (const key of work.flatMap((part) => part.keys)) refused.set(key, redirectLoop);
      break;
    }
    const next = new NextRound(command);
    for (const { server, asking, keys: batch } of work) {
      const connection = await nodes.connectTo(server);
      const commands = batch.flatMap((key) => [...(asking ? [['ASKING']] : []), [command, key]]);
      await beforeCall();
      const replies = await connection.pipeline(commands);
      const answers = asking ? replies.filter((_, index) => index % 2 === 1) : replies;
      const existing: string[] = [];
      for (const [index, key] of batch.entries()) {
        const reply = answers[index];
        if (reply?.kind === 'count' && reply.count >= 0) {
          if (reply.count > 0) existing.push(key);
        } else if (isUnknownCommand(reply) && fallback !== undefined && command !== fallback) {
          next.add(server, asking, key);
        } else {
          const problem = next.addRedirected(reply, server, key);
          if (problem !== undefined) refused.set(key, problem);
        }
      }
      onExisting(existing);
      if (answers.some(isUnknownCommand)) command = fallback ?? command;
    }
    if (next.isToWait) await delay(TRY_AGAIN_MS, undefined, { signal });
    work = toPipelines(next.works());
  }
  const [problem] = refused.values();
  if (problem !== undefined && refused.size === keys.length) throw problem;
  return { refused, command };
}

export interface AskKeysOptions {
  readonly command: KeyCommand;
  readonly fallback?: KeyCommand;
  readonly beforeCall: () => Promise<void>;
  readonly onExisting: (keys: readonly string[]) => void;
  readonly signal: AbortSignal;
}

function isUnknownCommand(reply: RespReply | undefined): boolean {
  return reply?.kind === 'error' && /^ERR unknown command/i.test(reply.text);
}

/** Keys for the next round, by server. */
class NextRound {
  isToWait = false;
  private readonly byServer = new Map<string, Work>();

  constructor(private readonly command: KeyCommand) {}

  works(): readonly Work[] {
    return [...this.byServer.values()];
  }

  add(server: ServerAddress, asking: boolean, key: string): void {
    const name = `${String(asking)} ${server.host}:${server.port}`;
    const work = this.byServer.get(name) ?? { server, asking, keys: [] };
    work.keys.push(key);
    this.byServer.set(name, work);
  }

  /**
   * @returns the problem, if the error can concern this key alone; undefined after a redirection
   * @throws DeletionProblem if the error concerns the whole server, or if the reply is invalid
   */
  addRedirected(
    reply: RespReply | undefined,
    from: ServerAddress,
    key: string,
  ): DeletionProblem | undefined {
    if (reply?.kind !== 'error') throw failed('Redis did not answer with the number of keys.');
    const { code, text } = reply;
    if (code === 'TRYAGAIN') {
      this.isToWait = true;
      this.add(from, false, key);
    } else if (code === 'MOVED' || code === 'ASK') {
      this.add(redirection(text, from), code === 'ASK', key);
    } else {
      const problem = replyProblem(reply, this.command);
      if (!isOfKey(reply)) throw problem;
      return problem;
    }
    return undefined;
  }
}

/**
 * Returns the server to which a key is redirected.
 *
 * @param text such as `MOVED 3999 10.0.0.1:6381`; if the text has no host, the host of `from`
 *   applies
 */
function redirection(text: string, from: ServerAddress): ServerAddress {
  const [, host = '', port = ''] = /^\w+ \d{1,5} (\S*):(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || host === '?')
    throw failed('Redis answered with a redirection that has no valid address.');
  return { host: host === '' ? from.host : host, port: Number(port) };
}

function toPipelines(works: readonly Work[]): Work[] {
  return works.flatMap(({ keys, ...work }) => {
    const parts: Work[] = [];
    for (let from = 0; from < keys.length; from += PIPELINE_KEYS) {
      parts.push({ ...work, keys: keys.slice(from, from + PIPELINE_KEYS) });
    }
    return parts;
  });
}
