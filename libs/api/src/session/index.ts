export type { SignInCodeDto } from './sign-in.dto.js';
export { session } from './session.operations.js';
