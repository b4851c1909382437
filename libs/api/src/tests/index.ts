export { sizeProblem, testedCodeProblem } from './test-kinds.js';
export * from './test-result.dto.js';
export * from './test-run.dto.js';
export * from './tested-versions.dto.js';
export { tests } from './tests.operations.js';
export * from './transformation-test.dto.js';
