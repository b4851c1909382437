export { CatalogError } from './catalog-error.js';
export * from './catalog-schema.js';
export { openCatalog } from './open-catalog.js';
export {
  DEFINITIONS_FILE_VARIABLE,
  importDefinitionsFile,
} from './definitions-file/import-definitions-file.js';
export { DataPlaneAuthenticator } from './data-planes/data-plane-authenticator.js';
export { DataPlaneCatalog, type DataPlaneInService } from './data-planes/data-plane-catalog.js';
export { listNamespaces } from './data-planes/list-namespaces.js';
export {
  createDataPlane,
  listDataPlanes,
  revokeDataPlane,
  type DataPlaneOwner,
  type DataPlaneRecord,
} from './data-planes/operator-data-planes.js';
export type {
  ConfiguredConnection,
  ConfiguredSource,
  WorkspaceConfiguration,
} from './data-planes/workspace-configuration.query.js';
export type { DataPlaneIdentity } from './data-planes/data-plane-identity.js';
export {
  checkDestinationConfig,
  destinationTypeProblem,
} from './destination-config/check-destination-config.js';
export { ensureDemoWorkspace } from './demo/ensure-demo-workspace.js';
export { isIdentifier } from './identifier.js';
export type {
  CatalogDestination,
  CatalogPage,
  CatalogPageRequest,
  CatalogSource,
  DestinationValues,
  SourceValues,
} from './tables/catalog-records.js';
export { RateDemands, type Demands, type OtherDemands } from './rate-demands/rate-demands.js';
export { CatalogReader } from './reading/catalog-reader.js';
export { ClockHold } from './reading/clock/clock-hold.js';
export { findLateVerifications, type DeletionSettings } from './reading/deletion-settings.query.js';
export { requireWorkspace } from './require-owner.js';
export { LoadingCache } from './reading/loading-cache.js';
export type { DeletionTarget } from './reading/deletion-target.query.js';
export {
  hasDestination,
  isSavedSince,
  unsavedTarget,
  type TestTarget,
  type TransformationContext,
} from './reading/test-target.query.js';
export { SecretBox } from './secrets/secret-box.js';
export { checkSecretKey, resealSecrets } from './secrets/reseal-secrets.js';
export { SecretKeyError } from './secrets/secret-check.js';
export {
  createToken,
  listTokens,
  revokeToken,
  type TokenRecord,
} from './tokens/operator-tokens.js';
export type { SecretRecord } from './tokens/secret-state.js';
export type { TokenCreator } from './tokens/secret-table.js';
export type { CatalogToken } from './tokens/token-table.js';
export type { FormerCredential, OnFormer } from './tokens/former-credential.js';
export { TokenAuthenticator } from './tokens/token-authenticator.js';
export type { QueryUnauthenticated } from './tokens/credential-lookup.js';
export type { TokenIdentity } from './tokens/token-identity.js';
export {
  applyRevocations,
  type Revocation,
  type RevokedSecret,
} from './restore/apply-revocations.js';
export { listSharedNames } from './data-planes/shared-names.query.js';
export { endSessions } from './restore/end-sessions.js';
export { touchConfigurations } from './restore/touch-configurations.js';
export { SessionAuthenticator, type OpenSession } from './sessions/session-authenticator.js';
export { PersonSessions } from './sessions/person-sessions.js';
export { Sessions, type CodeOwner, type SignInCode } from './sessions/sessions.js';
export { CatalogEditor } from './tables/catalog-editor.js';
export { CATALOG_PAGE_SIZE, type Precondition } from './tables/catalog-table.js';
export type { CatalogModule, CatalogTransformation } from './tables/transformation-table.js';
export type { CatalogTestCase, TestCaseOwner, TestCaseTable } from './tables/test-case-table.js';
export type { TransformationVersion } from './tables/transformation-versions.js';
export type { SourceTable } from './tables/source-table.js';
export { applyWorkspaceFile, type ApplySummary } from './workspace-file/apply-workspace-file.js';
export {
  lateVerificationProblem,
  parseWorkspaceFile,
} from './workspace-file/parse-workspace-file.js';
export { WorkspaceFileError } from './workspace-file/workspace-file-error.js';
export type { WorkspaceDocument } from './workspace-file/workspace-schema.js';
