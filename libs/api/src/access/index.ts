export { access } from './access.operations.js';
export type { DataPlanePageDto, NewDataPlaneDto } from './data-plane.dto.js';
export type { MeDto } from './me.dto.js';
export type { NewTokenDto, TokenDto, TokenPageDto } from './token.dto.js';
