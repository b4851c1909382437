/** One thing that is wrong with imported definitions. */
export interface DefinitionProblem {
  /** Where, e.g. `[0].config.secretKeys[1]`; empty for the document as a whole. */
  readonly path: string;
  /** Completes a sentence that begins with the path. */
  readonly problem: string;
}
