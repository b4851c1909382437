// The types of the WebAssembly API that Lethe uses. In TypeScript, only the DOM library has them.
declare namespace WebAssembly {
  class Module {
    private readonly compiled: true;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
