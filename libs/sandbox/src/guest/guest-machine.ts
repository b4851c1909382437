import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { answerOnHost } from './globals/url-on-host.js';
import { answerDate } from './globals/dates.js';
import { WEB_NAMES, WEB_PROGRAM } from './globals/web-program.js';
import { GUEST_PROGRAM } from './guest-program.js';
import type { GuestHost } from './guest-host.js';
import { LIMIT_TEXTS } from '../limits/limit-texts.js';
import { MAX_ERROR_LENGTH } from './describe-guest-error.js';
import { MemoryImage } from './memory-image.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';

// The types of the package describe its CommonJS form, in which the default export is a member.
const syncVariant = variant as unknown as QuickJSSyncVariant;

const PAGE_BYTES = 64 * 1024;
/** Initial memory of the variant, which is also its minimum. */
const INITIAL_PAGES = 256;
/** Bytes before the heap. They contain data and the stack of the variant (5.1 MiB). */
const HEAP_START = 5_333_088;
/** The allocator requests 5 % more memory than it needs, and fails if it does not get all of it. */
const GROWTH_MARGIN = 1.05;

/** The heap was full when the host had to store a value in it. */
export class GuestMemoryError extends Error {
  override readonly name = 'GuestMemoryError';
}

/**
 * A QuickJS runtime in a WebAssembly instance, which can be reset and reused.
 *
 * The reset copies back an image of the memory, which was made before any user code ran. The reset
 * takes 0.01 ms. A new runtime and context take 0.47 ms in the same instance, and 2.6 ms in a new
 * instance. The copy is also the safest way to reuse an instance. It restores all bytes of the
 * runtime, the allocator and the interpreter.
 */
export class GuestMachine {
  private isBroken = false;

  private constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly runtime: QuickJSRuntime,
    private readonly context: QuickJSContext,
    private readonly entry: { readonly main: QuickJSHandle; readonly settle: QuickJSHandle },
    private readonly image: MemoryImage,
  ) {}

  /**
   * @param wasm the compiled variant
   * @param host functions for the guest; all runs of this machine use the same object
   */
  static async create(
    wasm: WebAssembly.Module,
    limits: SandboxLimits,
    host: GuestHost,
  ): Promise<GuestMachine> {
    // In WebAssembly, the interpreter does not know the sizes of allocated blocks. So its memory
    // limit does not limit the size of all blocks together, only the size of a single block. This
    // code limits the size of the whole memory, including unused bytes between blocks.
    const memory = new WebAssembly.Memory({
      initial: INITIAL_PAGES,
      maximum: Math.max(
        INITIAL_PAGES,
        Math.ceil((HEAP_START + GROWTH_MARGIN * limits.memoryBytes) / PAGE_BYTES),
      ),
    });
    const quickjs = await newQuickJSWASMModuleFromVariant(
      newVariant(syncVariant, { wasmModule: wasm, wasmMemory: memory }),
    );
    const context = quickjs.newContext();
    const { runtime } = context;
    runtime.setMemoryLimit(limits.memoryBytes); // Refuses a single block that is too large.
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setInterruptHandler(() => host.isOverTime());
    runtime.setModuleLoader(
      (name) => host.module(name),
      (_base, name) => name,
    );
    const program = context.unwrapResult(context.evalCode(GUEST_PROGRAM, 'lethe:sandbox'));
    const entry = context.unwrapResult(
      context.callFunction(program, context.undefined, [
        hostObject(context, host),
        jsonValue(context, {
          ...limits,
          outputLength: limits.outputBytes,
          errorLength: MAX_ERROR_LENGTH,
        }),
        jsonValue(context, {
          fetches: LIMIT_TEXTS.fetches(limits),
          output: LIMIT_TEXTS.output(limits),
          events: LIMIT_TEXTS.events(limits),
          webNames: WEB_NAMES,
        }),
      ]),
    );
    const handles = {
      main: context.getProp(entry, 'main'),
      settle: context.getProp(entry, 'settle'),
    };
    return new GuestMachine(memory, runtime, context, handles, new MemoryImage(memory));
  }

  /** Whether the machine cannot be reset, because its memory has grown or a run has broken it. */
  get isSpent(): boolean {
    return this.isBroken || this.memory.buffer.byteLength !== INITIAL_PAGES * PAGE_BYTES;
  }

  /** Restores the state that the machine had before its first run. */
  restore(): void {
    this.image.restore();
  }

  /** Calls the transformation. The code runs until its first `await`. */
  start(moduleName: string, input: string): void {
    this.call(this.entry.main, () => [
      this.context.newString(moduleName),
      this.context.newString(input),
    ]);
  }

  /** Gives the guest the answer to one of its requests. */
  settle(id: number, answer: string): void {
    this.call(this.entry.settle, () => [
      this.context.newNumber(id),
      this.context.newString(answer),
    ]);
  }

  /**
   * @returns the number of jobs that ran, or `most` after a failed job. A number below `most` means
   *   that no jobs remain
   */
  runJobs(most: number): number {
    // A job fails if it is interrupted or has no memory. `driveGuest` then checks the time limit,
    // and runs the remaining jobs.
    return this.guarded(() => this.runtime.executePendingJobs(most).unwrapOr(most));
  }

  /** Peak size of the heap in bytes, rounded up by the allocator. */
  get peakBytes(): number {
    return this.memory.buffer.byteLength - HEAP_START;
  }

  private call(target: QuickJSHandle, args: () => QuickJSHandle[]): void {
    this.guarded(() => {
      const values = args();
      this.checkHeap();
      this.context.callFunction(target, this.context.undefined, values);
    });
  }

  private guarded<Result>(action: () => Result): Result {
    try {
      const result = action();
      this.checkHeap();
      return result;
    } catch (error) {
      // The cause is a trap of WebAssembly, a full stack of the thread, or a full heap.
      this.isBroken = true;
      throw error;
    }
  }

  /**
   * If the heap is full, the allocator returns the address 0. The host then writes to this address,
   * which no other code uses.
   */
  private checkHeap(): void {
    if (new Uint32Array(this.memory.buffer, 0, 1)[0] !== 0) throw new GuestMemoryError();
  }
}

function hostObject(context: QuickJSContext, host: GuestHost): QuickJSHandle {
  const object = context.newObject();
  const provide = (name: string, fn: (...args: QuickJSHandle[]) => QuickJSHandle | undefined) => {
    context.setProp(object, name, context.newFunction(name, fn));
  };
  provide('log', (line, stack) => {
    host.log(context.getString(line), context.getString(stack));
    return undefined;
  });
  provide('finish', (outcome) => {
    host.finish(context.getString(outcome));
    return undefined;
  });
  provide('request', (id, request) => {
    const refused = host.request(context.getNumber(id), context.getString(request));
    return refused === undefined ? undefined : context.newString(refused);
  });
  provide('credential', (key) => {
    const value = host.credential(context.getString(key));
    return value === undefined ? undefined : context.newString(value);
  });
  provide('date', (text) => context.newNumber(answerDate(context.getString(text))));
  provide('web', (question) => context.newString(answerOnHost(context.getString(question))));
  provide('webProgram', () => context.unwrapResult(context.evalCode(WEB_PROGRAM, 'lethe:sandbox')));
  provide('seed', () => context.newNumber(host.seed()));
  return object;
}

function jsonValue(context: QuickJSContext, value: unknown): QuickJSHandle {
  return context.unwrapResult(context.evalCode(`(${JSON.stringify(value)})`, 'lethe:sandbox'));
}
