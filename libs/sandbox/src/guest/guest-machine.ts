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

// The package's types describe its CommonJS form, where the default export is a member.
const syncVariant = variant as unknown as QuickJSSyncVariant;

const PAGE_BYTES = 64 * 1024;
/** What the variant's memory starts with; it takes no less. */
const INITIAL_PAGES = 256;
/** What its data and its stack take, a little less than 5.1 MiB. */
const HEAP_START = 5_333_088;
/** The allocator asks for 5 % more than it needs, and gives up when it can't have that. */
const GROWTH_MARGIN = 1.05;

/** The heap was full when the host needed some of it. */
export class GuestMemoryError extends Error {
  override readonly name = 'GuestMemoryError';
}

/**
 * One QuickJS runtime in one WebAssembly instance, which can be made new.
 *
 * A fresh runtime, context and instance cost 2.6 ms, a fresh runtime and context in an instance
 * that is kept 0.47 ms, and the copy of an image of its memory that was taken before any user code
 * ran 0.01 ms. The copy is also the strictest of the three that keep the instance: whatever a run
 * did to its runtime, its allocator or its interpreter's state is gone, byte for byte.
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
   * @param host what the guest may call; the same object for all runs of this machine
   */
  static async create(
    wasm: WebAssembly.Module,
    limits: SandboxLimits,
    host: GuestHost,
  ): Promise<GuestMachine> {
    // In WebAssembly the interpreter's own limit counts the blocks and not their sizes, so the
    // limit is the memory's: all that the heap holds, the allocator's gaps included.
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
    runtime.setMemoryLimit(limits.memoryBytes); // A single block that can't fit is refused at once.
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

  /** The machine can't be made new: its memory has grown, which can't be undone, or it stopped in mid-flight. */
  get isSpent(): boolean {
    return this.isBroken || this.memory.buffer.byteLength !== INITIAL_PAGES * PAGE_BYTES;
  }

  /** Makes everything as it was before the first run. */
  restore(): void {
    this.image.restore();
  }

  /** Calls the transformation: it runs up to its first `await`. */
  start(moduleName: string, input: string): void {
    this.call(this.entry.main, () => [
      this.context.newString(moduleName),
      this.context.newString(input),
    ]);
  }

  /** Hands the answer to a request to the guest. */
  settle(id: number, answer: string): void {
    this.call(this.entry.settle, () => [
      this.context.newNumber(id),
      this.context.newString(answer),
    ]);
  }

  /** @returns how many jobs ran: fewer than `most` when there are no more */
  runJobs(most: number): number {
    // A job that fails was interrupted, or had no memory left to say why: the next round tells.
    return this.guarded(() => this.runtime.executePendingJobs(most).unwrapOr(most));
  }

  /** Bytes that the heap has had at its largest, as the allocator rounds them up. */
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
      // A trap of WebAssembly, the end of the thread's own stack, or of the heap.
      this.isBroken = true;
      throw error;
    }
  }

  /** A full heap hands out the address 0, where nothing else ever is, and the host writes there. */
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
