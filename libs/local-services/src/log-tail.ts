import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildService } from './child-service.js';

const ROTATE_BYTES = 16 * 1024 * 1024;

/**
 * Output that a service wrote to its log file since this object was created. A log file above 16
 * MiB is first renamed, so that a new file begins.
 */
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

  /**
   * Waits for a text. @returns false if the service ends or the time passes before the text appears
   */
  async has(text: string, service: ChildService, timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    while (!service.hasEnded && Date.now() < deadline) {
      if (this.read().includes(text)) return true;
      await delay(50);
    }
    return false;
  }

  /** Returns the last line that matches. If no line matches, returns the last line. */
  line(pattern: RegExp): string {
    const lines = this.read()
      .split('\n')
      .filter((line) => line.trim() !== '');
    return (lines.findLast((line) => pattern.test(line)) ?? lines.at(-1) ?? 'no output').trim();
  }
}
