/**
 * Options with which SWC compiles our TypeScript, for builds and tests. SWC writes the decorators'
 * metadata that Nest and TypeORM need. It does not check types; tools/check-types.mjs does.
 */
export const SWC_OPTIONS = {
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
    target: 'es2023',
    keepClassNames: true,
  },
  module: { type: 'es6' },
};
