import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { GUEST_PROGRAM } from './guest-program.js';
import type { GuestHost } from './guest-host.js';
import { LIMIT_TEXTS } from './limit-texts.js';
import { MAX_ERROR_LENGTH } from './describe-error.js';
import { MemoryImage } from './memory-image.js';
import type { SandboxLimits } from './sandbox-limits.js';

// Its types describe the CommonJS form, where the default export is a member.
const syncVariant = variant as unknown as QuickJSSyncVariant;

const PAGE_BYTES = 64 * 1024;
/** What the variant's memory starts with; it takes no less. */
const INITIAL_PAGES = 256;
/** Memory that a guest gets once more when it has hit its limit, to say so. */
const RELIEF_BYTES = 1024 * 1024;

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
    // A second wall behind the interpreter's own count: twice its limit leaves room for an array
    // that is copied while it grows.
    const memory = new WebAssembly.Memory({
      initial: INITIAL_PAGES,
      maximum: INITIAL_PAGES + Math.ceil((2 * limits.memoryBytes) / PAGE_BYTES),
    });
    const quickjs = await newQuickJSWASMModuleFromVariant(
      newVariant(syncVariant, { wasmModule: wasm, wasmMemory: memory }),
    );
    const context = quickjs.newContext();
    const { runtime } = context;
    runtime.setMemoryLimit(limits.memoryBytes);
    runtime.setMaxStackSize(limits.stackBytes);
    runtime.setInterruptHandler(() => host.isOverTime());
    runtime.setModuleLoader(
      (name) => host.module(name),
      (_base, name) => name,
    );
    const relax = () => {
      runtime.setMemoryLimit(limits.memoryBytes + RELIEF_BYTES);
    };
    const program = context.unwrapResult(context.evalCode(GUEST_PROGRAM, 'lethe:sandbox'));
    const entry = context.unwrapResult(
      context.callFunction(program, context.undefined, [
        hostObject(context, host, relax),
        jsonValue(context, {
          ...limits,
          outputLength: limits.outputBytes,
          errorLength: MAX_ERROR_LENGTH,
        }),
        jsonValue(context, {
          fetches: LIMIT_TEXTS.fetches(limits),
          output: LIMIT_TEXTS.output(limits),
          events: LIMIT_TEXTS.events(limits),
        }),
      ]),
    );
    const handles = {
      main: context.getProp(entry, 'main'),
      settle: context.getProp(entry, 'settle'),
    };
    return new GuestMachine(memory, runtime, context, handles, new MemoryImage(memory));
  }

  /** It can't be made new: its memory has grown, which is for ever, or it stopped in mid-flight. */
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
    return this.memory.buffer.byteLength - this.image.heapStart;
  }

  private call(target: QuickJSHandle, args: () => QuickJSHandle[]): void {
    this.guarded(() => {
      this.context.callFunction(target, this.context.undefined, args());
    });
  }

  private guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      // A trap of WebAssembly, or the thread's own stack is at its end.
      this.isBroken = true;
      throw error;
    }
  }
}

function hostObject(context: QuickJSContext, host: GuestHost, relax: () => void): QuickJSHandle {
  const object = context.newObject();
  const provide = (name: string, fn: (...args: QuickJSHandle[]) => QuickJSHandle | undefined) => {
    context.setProp(object, name, context.newFunction(name, fn));
  };
  provide('log', (line) => {
    host.log(context.getString(line));
    return undefined;
  });
  provide('finish', (outcome) => {
    host.finish(context.getString(outcome));
    return undefined;
  });
  provide('request', (id, request) => {
    host.request(context.getNumber(id), context.getString(request));
    return undefined;
  });
  provide('credential', (key) => {
    const value = host.credential(context.getString(key));
    return value === undefined ? undefined : context.newString(value);
  });
  provide('seed', () => context.newNumber(Math.random() * 2 ** 32));
  provide('relax', () => {
    relax();
    return undefined;
  });
  return object;
}

function jsonValue(context: QuickJSContext, value: unknown): QuickJSHandle {
  return context.unwrapResult(context.evalCode(`(${JSON.stringify(value)})`, 'lethe:sandbox'));
}
