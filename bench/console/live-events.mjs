import { setTimeout as delay } from 'node:timers/promises';
import { HttpClient } from '../support/http-client.mjs';
import { LIVE_TOKEN } from './workspace.mjs';

const CONNECTIONS = 8;
/** One change in so many is a cancel. */
const CANCEL_EVERY = 10;

/** Changes regulations at an even rate, with a token of its own, until it is stopped. */
export class LiveEvents {
  done = 0;
  refused = 0;
  #stopping = false;
  #latest;

  constructor(url, perMinute) {
    this.url = url;
    this.everyMs = 60_000 / perMinute;
    this.startedAt = performance.now();
    this.ended = Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => this.#run(place)));
  }

  /** Changes a minute since the start. */
  get perMinute() {
    return (this.done / (performance.now() - this.startedAt)) * 60_000;
  }

  async stop() {
    this.#stopping = true;
    await this.ended;
  }

  async #run(place) {
    const client = new HttpClient(this.url, LIVE_TOKEN, { accept: 'application/json' });
    for (let number = place; !this.#stopping; number += CONNECTIONS) {
      const dueIn = this.startedAt + number * this.everyMs - performance.now();
      if (dueIn > 0) await delay(dueIn);
      try {
        await this.#change(client, number);
        this.done += 1;
      } catch {
        this.refused += 1;
      }
    }
    client.close();
  }

  async #change(client, number) {
    if (number % CANCEL_EVERY === 0 && this.#latest !== undefined) {
      await client.send('DELETE', `/v2/regulations/${this.#latest}`, 204);
      return;
    }
    const { text } = await client.create(
      `{"regulationType":"suppress","users":[{"userId":"live-${number}"}]}`,
    );
    const [{ id }] = JSON.parse(text);
    this.#latest = id;
  }
}
