import { setImmediate as turn } from 'node:timers/promises';
import type { Route } from '@lethe/api/definition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finishAnswer, isStreamed } from './finish-answer.js';

/** Finishes an answer. @returns `sent` receives each status and body */
function finish(answer: Partial<Route['answer']>, body?: unknown, bodyBytes = 0) {
  const route = { answer: { status: 200, description: '', ...answer } } as Route;
  const sent: unknown[] = [];
  const reply = {
    statusCode: 200,
    code(status: number) {
      this.statusCode = status;
      return this;
    },
    send(payload: unknown) {
      sent.push([this.statusCode, payload]);
    },
  };
  const request = { bodyBytes } as unknown as FastifyRequest;
  const result = finishAnswer(route, body, request, reply as unknown as FastifyReply);
  return { route, sent, result };
}

describe('finishAnswer', () => {
  it('sends a small answer at the end of the turn', async () => {
    const { sent, result } = finish({}, { id: 1 });
    expect(sent).toEqual([]);
    expect(await result).toBeUndefined();
    expect(sent).toEqual([[200, { id: 1 }]]);
  });

  it.each([
    ['an answer that can be as large as a page', { isLarge: true }, 0],
    ['the answer of a large body', {}, 64 * 1024 + 1],
  ])('sends %s at once', (_what, answer, bodyBytes) => {
    expect(finish(answer, [1], bodyBytes)).toMatchObject({ sent: [[200, [1]]], result: undefined });
  });

  it('answers 204 if there is nothing', async () => {
    const { sent, result } = finish({ mayBeNothing: 'Nothing.' });
    await result;
    expect(sent).toEqual([[204, undefined]]);
  });

  it('leaves a stream to Nest', () => {
    const stream = { type: 'text/csv', example: '' };
    const { route, sent, result } = finish({ stream }, 'a stream');
    expect([isStreamed(route), result, sent]).toEqual([true, 'a stream', []]);
  });

  it('leaves the answer to a handler that sends it itself', async () => {
    const { sent, result } = finish({ sends: { is: {}, example: null } });
    await turn();
    expect([result, sent]).toEqual([undefined, []]);
  });
});
