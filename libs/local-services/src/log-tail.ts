import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildService } from './child-service.js';

const ROTATE_BYTES = 16 * 1024 * 1024;

/** What a service wrote to its log file since this was made. Moves a file over 16 MiB aside first. */
export class LogTail {
  private readonly start: number;

  constructor(readonly file: string) {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > ROTATE_BYTES) renameSync(file, `${file}.old`);
    this.start = size > ROTATE_BYTES ? 0 : size;
  }

  read(): string {
    const log = openSync(this.file, 'r');
    try {
      const buffer = Buffer.alloc(Math.max(0, fstatSync(log).size - this.start));
      readSync(log, buffer, 0, buffer.length, this.start);
      return buffer.toString('utf8');
    } finally {
      closeSync(log);
    }
  }

  /** Waits until the service has written a text. @returns false when it ends before, or takes longer */
  async has(text: string, service: ChildService, timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    while (!service.hasEnded && Date.now() < deadline) {
      if (this.read().includes(text)) return true;
      await delay(50);
    }
    return false;
  }

  /** The last line that matches, or the last line. */
  line(pattern: RegExp): string {
    const lines = this.read()
      .split('\n')
      .filter((line) => line.trim() !== '');
    return (lines.findLast((line) => pattern.test(line)) ?? lines.at(-1) ?? 'no output').trim();
  }
}
