/* What the API takes and answers. Made by "npm run docs"; do not edit. */
export interface paths {
  '/v2/regulations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List regulations
     * @description Newest first. A walk through all pages sees every regulation that existed at its start exactly once. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent.
     */
    get: operations['listRegulations'];
    put?: never;
    /**
     * Create regulations
     * @description One regulation for each user, all or none. Exact repeats of a user in one request make one. Takes `regulations:suppress` or `regulations:delete`, by type.
     */
    post: operations['createRegulations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/regulations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a regulation
     * @description With the state of its deletions.
     */
    get: operations['getRegulation'];
    put?: never;
    post?: never;
    /**
     * Cancel a regulation
     * @description There is no way back. Repeating it changes nothing. What has been deleted stays deleted. Takes `regulations:suppress` or `regulations:delete`, by type.
     */
    delete: operations['cancelRegulation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/users/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say what is known of a user
     * @description Suppressed where and since when, by which regulations, what is deleted where and what is open. By an e-mail address or phone number that came with a regulation, as long as its identifiers are kept. Other ids with the same suppression key are counted in `otherIds`: they may be of other persons. Takes `regulations:read`.
     */
    post: operations['lookUpUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/users/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find users by how their ids begin
     * @description In the order of the bytes. Takes `regulations:read`.
     */
    post: operations['searchUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/users/unsuppress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel all that suppresses a user
     * @description All regulations at once, or none; again it changes nothing. Takes `regulations:suppress` and `regulations:delete`, by their types. A 409 says that a deletion of the user is open, or names other ids with the same suppression key, which `userIds` must hold.
     */
    post: operations['unsuppressUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List imports
     * @description The newest first. Takes `regulations:read`.
     */
    get: operations['listImports'];
    put?: never;
    /**
     * Import a file of users
     * @description A regulation for each row of a file of up to 100 MiB, which is the body. The answer comes once it is stored; the rows are worked off afterwards. Where the connection breaks, what came is kept, and `PATCH` goes on. Takes `regulations:suppress` or `regulations:delete`, by type.
     */
    post: operations['createImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/imports/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show an import
     * @description How far it is. Takes `regulations:read`.
     */
    get: operations['getImport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Go on with the upload of a file
     * @description The rest of the file, or a part of it, from `receivedBytes` on. A 409 says where the file goes on. Takes the scope of the import.
     */
    patch: operations['continueImport'];
    trace?: never;
  };
  '/v2/imports/{id}/refusals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the refused rows of an import
     * @description As CSV with the delimiter of the file: `line`, `column`, `reason`, the fields as they were, and `escaped`, which holds `lethe`. A `'` stands before what a spreadsheet would take for a formula. An import of this file takes away again what was added. All rows, or with `limit` a page of them: `after_line` takes the line of the last row of the page before. A page has fewer rows where they are long; it is the last one when it has none. The first 100000 are kept, for 7 days. Takes `regulations:read`.
     */
    get: operations['getImportRefusals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/imports/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an import
     * @description What was made before stays: `created` says how much that is. Again it changes nothing. Takes the scope of the import.
     */
    post: operations['cancelImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deletion jobs
     * @description Newest first. A walk through all pages sees every job that existed at its start exactly once. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. Takes `regulations:read`.
     */
    get: operations['listDeletionJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sum up deletion jobs
     * @description How many there are, and how old the oldest is, by destination and state. Takes `regulations:read`.
     */
    get: operations['summarizeDeletionJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a deletion job
     * @description With what each attempt came to: by whose worker, why, and when it was to be tried next. Takes `regulations:read`.
     */
    get: operations['getDeletionJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try aborted jobs anew
     * @description Those that the body selects, the oldest first. Makes a new job for the users of each, without those who are canceled or in a later job already; so it may be repeated. Takes `regulations:delete`.
     */
    post: operations['retryDeletionJobs'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/regulations/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try the deletion of one user anew
     * @description At the destinations where it is aborted. Takes `regulations:delete`.
     */
    post: operations['retryRegulation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/destinations/{id}/deletions/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause the deletions of a destination
     * @description No job of it is offered until it is resumed; what a worker has in hand goes on. Repeating it changes nothing. Takes `regulations:delete`.
     */
    post: operations['pauseDeletions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/destinations/{id}/deletions/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume the deletions of a destination
     * @description Also ends the pause that a limit or an outage of the destination has made. Repeating it changes nothing. Takes `regulations:delete`.
     */
    post: operations['resumeDeletions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take a deletion job
     * @description One that waits at a `CUSTOM` destination. Until its lease ends, no other worker gets it. Takes `deletions:work`.
     */
    post: operations['claimDeletionJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs/{id}/heartbeat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep a deletion job
     * @description For `leaseSeconds` from now on. After a 409 the job is somebody else’s: do nothing more for it. Takes `deletions:work`.
     */
    post: operations['heartbeatDeletionJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs/{id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say what became of a deletion job
     * @description The same report again changes nothing. Takes `deletions:work`.
     */
    post: operations['reportDeletionJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/events/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow what happens in the workspace
     * @description Server-sent events, until one of the two leaves. With `Last-Event-ID` first what was missed, of the last 10 minutes; `reset` says that it is not known any more. The schema is that of the `data` of each event. Takes `regulations:read`.
     */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/sources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List sources
     * @description Takes `catalog:read`.
     */
    get: operations['listSources'];
    put?: never;
    /**
     * Create a source
     * @description Takes `catalog:write`.
     */
    post: operations['createSource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/sources/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a source
     * @description Takes `catalog:read`.
     */
    get: operations['getSource'];
    /**
     * Replace a source
     * @description Takes `catalog:write`.
     */
    put: operations['replaceSource'];
    post?: never;
    /**
     * Delete a source
     * @description Takes `catalog:write`.
     */
    delete: operations['deleteSource'];
    options?: never;
    head?: never;
    /**
     * Change a source
     * @description Takes `catalog:write`.
     */
    patch: operations['patchSource'];
    trace?: never;
  };
  '/v2/destinations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List destinations
     * @description Takes `catalog:read`.
     */
    get: operations['listDestinations'];
    put?: never;
    /**
     * Create a destination
     * @description Takes `catalog:write`.
     */
    post: operations['createDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/destinations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a destination
     * @description Takes `catalog:read`.
     */
    get: operations['getDestination'];
    /**
     * Replace a destination
     * @description Takes `catalog:write`.
     */
    put: operations['replaceDestination'];
    post?: never;
    /**
     * Delete a destination
     * @description Takes `catalog:write`.
     */
    delete: operations['deleteDestination'];
    options?: never;
    head?: never;
    /**
     * Change a destination
     * @description Takes `catalog:write`.
     */
    patch: operations['patchDestination'];
    trace?: never;
  };
  '/v2/destinations/{id}/transformation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a transformation of a destination
     * @description Takes `catalog:read`.
     */
    get: operations['getDestinationTransformation'];
    /**
     * Replace a transformation of a destination
     * @description Takes `catalog:write`.
     */
    put: operations['connectTransformation'];
    post?: never;
    /**
     * Delete a transformation of a destination
     * @description Takes `catalog:write`.
     */
    delete: operations['disconnectTransformation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/destinations/{id}/test-cases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List: test case of a destination
     * @description Takes `catalog:read`.
     */
    get: operations['listDestinationTestCases'];
    put?: never;
    /**
     * Create a test case of a destination
     * @description Takes `catalog:write`.
     */
    post: operations['createDestinationTestCase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/destinations/{id}/test-cases/{caseId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a test case of a destination
     * @description Takes `catalog:read`.
     */
    get: operations['getDestinationTestCase'];
    /**
     * Replace a test case of a destination
     * @description Takes `catalog:write`.
     */
    put: operations['replaceDestinationTestCase'];
    post?: never;
    /**
     * Delete a test case of a destination
     * @description Takes `catalog:write`.
     */
    delete: operations['deleteDestinationTestCase'];
    options?: never;
    head?: never;
    /**
     * Change a test case of a destination
     * @description Takes `catalog:write`.
     */
    patch: operations['patchDestinationTestCase'];
    trace?: never;
  };
  '/v2/destinations/{id}/test-cases/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run test cases of a destination
     * @description All of them, or those of `ids`, with the saved code or with `code`. Each runs by itself, and nothing is sent to a destination. What fails is a result with status 200. Takes `tests:run`, and `catalog:read`, as it shows what is saved; without `catalog:write` `getCredential` gives stand-ins, and `fetch` fails.
     */
    post: operations['runDestinationTestCases'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List: connection
     * @description Takes `catalog:read`.
     */
    get: operations['listConnections'];
    put?: never;
    /**
     * Create a connection
     * @description Takes `catalog:write`.
     */
    post: operations['createConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/connections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a connection
     * @description Takes `catalog:read`.
     */
    get: operations['getConnection'];
    /**
     * Replace a connection
     * @description Takes `catalog:write`.
     */
    put: operations['replaceConnection'];
    post?: never;
    /**
     * Delete a connection
     * @description Takes `catalog:write`.
     */
    delete: operations['deleteConnection'];
    options?: never;
    head?: never;
    /**
     * Change a connection
     * @description Takes `catalog:write`.
     */
    patch: operations['patchConnection'];
    trace?: never;
  };
  '/transformations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List: transformation
     * @description Takes `catalog:read`.
     */
    get: operations['listTransformations'];
    put?: never;
    /**
     * Create a transformation
     * @description Takes `catalog:write`.
     */
    post: operations['createTransformation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a transformation
     * @description Takes `catalog:read`.
     */
    get: operations['getTransformation'];
    /**
     * Replace a transformation
     * @description Takes `catalog:write`.
     */
    put: operations['replaceTransformation'];
    post?: never;
    /**
     * Delete a transformation
     * @description Takes `catalog:write`.
     */
    delete: operations['deleteTransformation'];
    options?: never;
    head?: never;
    /**
     * Change a transformation
     * @description Takes `catalog:write`.
     */
    patch: operations['patchTransformation'];
    trace?: never;
  };
  '/transformations/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List versions of a transformation
     * @description Every code that it had: the newest hundred, the newest first. Takes `catalog:read`.
     */
    get: operations['listTransformationVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformations/{id}/versions/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a version of a transformation
     * @description It never changes. Takes `catalog:read`.
     */
    get: operations['getTransformationVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformations/{id}/versions/{number}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a version of a transformation
     * @description Makes a new version with the code of that one, unless it is the present code. The name stays. Takes `catalog:write`.
     */
    post: operations['restoreTransformationVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformations/{id}/test-cases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List: test case of a transformation
     * @description Takes `catalog:read`.
     */
    get: operations['listTransformationTestCases'];
    put?: never;
    /**
     * Create a test case of a transformation
     * @description Takes `catalog:write`.
     */
    post: operations['createTransformationTestCase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformations/{id}/test-cases/{caseId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a test case of a transformation
     * @description Takes `catalog:read`.
     */
    get: operations['getTransformationTestCase'];
    /**
     * Replace a test case of a transformation
     * @description Takes `catalog:write`.
     */
    put: operations['replaceTransformationTestCase'];
    post?: never;
    /**
     * Delete a test case of a transformation
     * @description Takes `catalog:write`.
     */
    delete: operations['deleteTransformationTestCase'];
    options?: never;
    head?: never;
    /**
     * Change a test case of a transformation
     * @description Takes `catalog:write`.
     */
    patch: operations['patchTransformationTestCase'];
    trace?: never;
  };
  '/transformations/{id}/test-cases/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run test cases of a transformation
     * @description All of them, or those of `ids`, with the saved code or with `code`. Each runs by itself, and nothing is sent to a destination. What fails is a result with status 200. Takes `tests:run`, and `catalog:read`, as it shows what is saved; without `catalog:write` `getCredential` gives stand-ins, and `fetch` fails.
     */
    post: operations['runTransformationTestCases'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformation-libraries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List: transformation library
     * @description Takes `catalog:read`.
     */
    get: operations['listLibraries'];
    put?: never;
    /**
     * Create a transformation library
     * @description Takes `catalog:write`.
     */
    post: operations['createLibrary'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformation-libraries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a transformation library
     * @description Takes `catalog:read`.
     */
    get: operations['getLibrary'];
    /**
     * Replace a transformation library
     * @description Takes `catalog:write`.
     */
    put: operations['replaceLibrary'];
    post?: never;
    /**
     * Delete a transformation library
     * @description Takes `catalog:write`.
     */
    delete: operations['deleteLibrary'];
    options?: never;
    head?: never;
    /**
     * Change a transformation library
     * @description Takes `catalog:write`.
     */
    patch: operations['patchLibrary'];
    trace?: never;
  };
  '/destination-definitions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List destination definitions
     * @description Needs no credentials.
     */
    get: operations['listDefinitions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/destination-definitions/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a destination definition
     * @description Needs no credentials.
     */
    get: operations['getDefinition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v0/testDestination/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a destination
     * @description Pushes one event through the stages that `stage` selects and shows what each made of it. What a destination answers, an error too, is a result with status 200. Takes `tests:run`; `tests:send` where the event is sent. Nothing is ever sent twice. What is tested is what was saved before; the header `Lethe-Versions` says which versions ran.
     */
    post: operations['testDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v0/testDestination': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a destination before it is saved
     * @description Pushes one event through the stages that `stage` selects and shows what each made of it. The destination is what the body says it is: nothing of it is stored. What a destination answers, an error too, is a result with status 200. Takes `tests:run`; `tests:send` where the event is sent. Nothing is ever sent twice. What is tested is what was saved before; the header `Lethe-Versions` says which versions ran.
     */
    post: operations['testUnsavedDestination'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v0/testSource/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test every destination of a source
     * @description Pushes one event through the stages that `stage` selects and shows what each made of it. What a destination answers, an error too, is a result with status 200. Takes `tests:run`; `tests:send` where the event is sent. Nothing is ever sent twice. What is tested is what was saved before; the header `Lethe-Versions` says which versions ran.
     */
    post: operations['testSource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v0/testTransformation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a transformation, saved or not
     * @description Runs code on events, and with `destinationId` makes the requests of what comes out. Nothing is sent to a destination, nothing is stored. What the code does wrong is a result with status 200. Takes `tests:run`; without `catalog:write` `getCredential` gives stand-ins, and `fetch` fails; without `catalog:read` too, `code` imports no library.
     */
    post: operations['testTransformation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show who asks
     * @description The token of the request, what it opens and may do, and until when. Takes no scope.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List: token
     * @description Takes `tokens:write`. The newest first, without their secrets.
     */
    get: operations['listTokens'];
    put?: never;
    /**
     * Create a token
     * @description Takes `tokens:write`. The new token may do nothing that the token of the request may not, and ends no later than it.
     */
    post: operations['createToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a token
     * @description Takes `tokens:write`. For good; again it changes nothing. It stops working within 5 seconds everywhere. Also the token of the request itself, and with it whoever is signed in.
     */
    delete: operations['revokeToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/data-planes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List: data plane
     * @description Takes `catalog:read`. The newest first, without their secrets.
     */
    get: operations['listDataPlanes'];
    put?: never;
    /**
     * Create a data plane
     * @description Takes `data-planes:write`. A data plane gets the configuration with its secrets, the suppressions, and deletion jobs: the token of the request needs `regulations:read`, `deletions:work`, `catalog:read`, `catalog:write` besides. It ends no later than that token.
     */
    post: operations['createDataPlane'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/data-planes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a data plane
     * @description Takes `data-planes:write`. For good; again it changes nothing. It stops working within 5 seconds everywhere. The events of the data plane go on, with what it last knew of who is suppressed.
     */
    delete: operations['revokeDataPlane'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show until when somebody is signed in
     * @description Who that is says `GET /v2/me`, which takes the cookie, too. Only a page of the gateway itself may ask: `Sec-Fetch-Site` must be `same-origin` (where it is absent, `Origin` that of the `Host`).
     */
    get: operations['getSession'];
    put?: never;
    /**
     * Sign in to the console
     * @description With a token, or a code of `POST /console/sign-in-codes`. The answer sets the cookie of a session. Only a page of the gateway itself may ask: `Sec-Fetch-Site` must be `same-origin` (where it is absent, `Origin` that of the `Host`).
     */
    post: operations['beginSession'];
    /**
     * Sign out of the console
     * @description The session ends at this gateway at once, at others within 2 seconds; again it changes nothing. Only a page of the gateway itself may ask: `Sec-Fetch-Site` must be `same-origin` (where it is absent, `Origin` that of the `Host`).
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console/sign-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show how to sign in to the console
     * @description For everybody. To an `Accept` with `text/html` this is the page itself.
     */
    get: operations['getSignIn'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console/sign-in-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a code that signs in to the console once
     * @description For a minute, to what the token of the request opens. Takes no scope, and not the session of the console.
     */
    post: operations['createSignInCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console/sign-in-codes/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show whom a code signs in
     * @description For the question that the console asks before it uses the code of a link. The code stays usable. Only a page of the gateway itself may ask: `Sec-Fetch-Site` must be `same-origin` (where it is absent, `Origin` that of the `Host`).
     */
    post: operations['lookUpSignInCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dataplane/workspaces/{id}/regulations/suppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Changes of who is suppressed in a workspace
     * @description An item is the present state of one (workspace, user, source): the last one counts. A page has fewer items than asked for only at the end.
     */
    get: operations['ofWorkspace'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dataplane/namespaces/{id}/regulations/suppressions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Changes of who is suppressed in a namespace
     * @description An item is the present state of one (workspace, user, source): the last one counts. A page has fewer items than asked for only at the end.
     */
    get: operations['ofNamespace'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dataplane/workspaces/{id}/regulations/workerJobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A deletion job for a data plane of a workspace
     * @description Of workspaces with `deletions: data-plane`. Nobody else gets it for 30 minutes. An outage is answered with 204 as well: a worker ends on anything else.
     */
    get: operations['offerWorkspaceJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dataplane/namespaces/{id}/regulations/workerJobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A deletion job for a data plane of a namespace
     * @description Of workspaces with `deletions: data-plane`. Nobody else gets it for 30 minutes. An outage is answered with 204 as well: a worker ends on anything else.
     */
    get: operations['offerNamespaceJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dataplane/workspaces/{id}/regulations/workerJobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Say where a deletion job of a workspace stands
     * @description Taken whatever it holds; a final state stays.
     */
    patch: operations['takeWorkspaceUpdate'];
    trace?: never;
  };
  '/dataplane/namespaces/{id}/regulations/workerJobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Say where a deletion job of a namespace stands
     * @description Taken whatever it holds; a final state stays.
     */
    patch: operations['takeNamespaceUpdate'];
    trace?: never;
  };
  '/workspaceConfig': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The configuration of a workspace
     * @description For the credentials of a workspace. Holds write keys, and the secrets of destinations in plain. Other parameters of the query, which stock data planes send, have no effect.
     */
    get: operations['workspaceConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/data-plane/v1/namespaces/{id}/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The configurations of a namespace
     * @description Of each workspace by its id. Holds write keys, and the secrets of destinations in plain.
     */
    get: operations['namespaceConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/data-plane/v1/workspaces/{id}/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tell the components of a data plane of a workspace
     * @description Checked and forgotten: nothing depends on it.
     */
    post: operations['takeWorkspaceSettings'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/data-plane/v1/namespaces/{id}/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tell the components of a data plane of a namespace
     * @description Checked and forgotten: nothing depends on it.
     */
    post: operations['takeNamespaceSettings'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformation/getByVersionId': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The code of a transformation
     * @description By the version that the configuration names. Only the present one is there: it changes with the name and the code.
     */
    get: operations['transformationByVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/transformationLibrary/getByVersionId': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The code of a library
     * @description By the version that the configuration names. Only the present one is there: it changes with the name and the code.
     */
    get: operations['libraryByVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/livez': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process should go on */
    get: operations['live'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process takes requests */
    get: operations['ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description For programs.
     * @enum {string}
     */
    ErrorCode:
      | 'invalid_request'
      | 'invalid_json'
      | 'invalid_cursor'
      | 'invalid_message_type'
      | 'destination_not_supported'
      | 'source_disabled'
      | 'source_not_connected'
      | 'unauthorized'
      | 'insufficient_scope'
      | 'not_found'
      | 'method_not_allowed'
      | 'request_timeout'
      | 'idempotency_in_progress'
      | 'conflict'
      | 'precondition_failed'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_key_reused'
      | 'uri_too_long'
      | 'headers_too_large'
      | 'too_many_requests'
      | 'internal'
      | 'unavailable'
      | 'outcome_unknown'
      | 'test_run_timeout';
    ErrorAnswerDto: {
      /** @description For people. */
      message: string;
      /** @description For programs. */
      code: components['schemas']['ErrorCode'];
      /**
       * @description Path of each offending value, and what is wrong with it; at most 50.
       * @example {
       *       "users[3].userId": "is required"
       *     }
       */
      details?: {
        [key: string]: string;
      };
      /** @description The same as in the X-Request-Id header. Say it when you ask for help. */
      requestId: string;
    };
    RegulationDto: {
      /** Format: uuid */
      id: string;
      /** @description Workspace that owns the regulation. */
      workspaceId: string;
      canceled: boolean;
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      /**
       * @description The identifiers as they were given. Deletions go by them.
       * @example {
       *       "userId": "user-1",
       *       "email": "user-1@example.com"
       *     }
       */
      attributes: {
        userId: string;
      } & {
        [key: string]: unknown;
      };
      /** @description By what events of the user are found: the `userId` without what cannot be seen. Absent where it is the `userId` itself. */
      suppressionKey?: string;
      /** Format: date-time */
      createdAt: string;
    };
    UnidentifiedUserDto: {
      /** @description Path in the request. */
      path: string;
      reason: string;
    };
    PlannedDestinationDto: {
      destinationId: string;
      destinationType: string;
      /** @description Users that it can identify. */
      users: number;
      /** @description Users are cut to what the type takes at once. */
      jobs: number;
      /** @description Calls without repeats; of a store, in which many objects are read, passes. */
      calls: number;
      /** @description Seconds by the rate of the destination's type, without what waits there already. */
      expectedSeconds: number;
      /** @description Users that it cannot identify, the first 100. The request itself is refused for them. */
      unidentified: components['schemas']['UnidentifiedUserDto'][];
      /** @description How many those are in all. */
      unidentifiedCount: number;
    };
    PlannedKeyDto: {
      /** @description Path in the request. */
      path: string;
      /** @description By what events of the user are found. */
      suppressionKey: string;
    };
    PlanWarningDto: {
      /** @description Path in the request. Absent where the warning is about several users. */
      path?: string;
      /**
       * @description `suspicious_id`: an identifier that no system issues, such as `null`. `synonym`: a custom identifier with a usual name of e-mail addresses or phone numbers.
       * @enum {string}
       */
      code: 'suspicious_id' | 'synonym';
      message: string;
    };
    DeletionPlanDto: {
      /** @description How many would be made. */
      regulations: number;
      destinations: components['schemas']['PlannedDestinationDto'][];
      /** @description Users whose suppression key differs from their userId, the first 100. Events of all ids with the same key are dropped; only data under the id as given is deleted. Absent where there are none. */
      suppressionKeys?: components['schemas']['PlannedKeyDto'][];
      /** @description How many those are in all. */
      suppressionKeyCount?: number;
      /**
       * Format: date-time
       * @description When deletions may begin.
       */
      startsAt?: string;
      /**
       * Format: date-time
       * @description By when they have to be done.
       */
      dueAt?: string;
      /** @description What can't be taken back. */
      irreversible: string[];
      /** @description What is allowed and probably a mistake: the first 100 of each code, then how many more there are. */
      warnings: components['schemas']['PlanWarningDto'][];
    };
    CreateRegulationsDto: {
      /**
       * @description `suppress` drops the events of the users. `suppress_with_delete` does so at all sources, and deletes what the named destinations have of them. `delete` only deletes.
       * @enum {string}
       */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      /**
       * @description Only with `suppress`. Absent: all sources of the workspace.
       * @example [
       *       "src_web"
       *     ]
       */
      sourceIds?: string[];
      /**
       * @description Only with `suppress_with_delete` and `delete`, and required there.
       * @example [
       *       "dst_hook"
       *     ]
       */
      destinationIds?: string[];
      /**
       * @description One regulation is made for each user. The userId (up to 512 bytes) is stored and deleted by as it is given; events are found by it without what cannot be seen (`suppressionKey`). Beside userId, phone and email up to 20 custom identifiers, with names of 1 to 64 characters A-Z a-z 0-9 _ . $ -. Names that differ from those three only in case, - or _ are refused.
       * @example [
       *       {
       *         "userId": "user-1",
       *         "email": "user-1@example.com"
       *       },
       *       {
       *         "userId": "user-2"
       *       }
       *     ]
       */
      users: ({
        userId: string;
        phone?: string;
        email?: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description Why, in your words. Stored and shown with the regulation; on no topic. */
      reason?: string;
    };
    ListedRegulationDto: {
      /** Format: uuid */
      id: string;
      /** @description Workspace that owns the regulation. */
      workspaceId: string;
      canceled: boolean;
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      /**
       * @description The identifiers as they were given. Deletions go by them.
       * @example {
       *       "userId": "user-1",
       *       "email": "user-1@example.com"
       *     }
       */
      attributes: {
        userId: string;
      } & {
        [key: string]: unknown;
      };
      /** @description By what events of the user are found: the `userId` without what cannot be seen. Absent where it is the `userId` itself. */
      suppressionKey?: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @example null
       */
      canceledAt: string | null;
      /**
       * @description `active`: It orders no deletion. `deleting`: The deletion at one destination or more is not done. `deleted`: The deletion is complete at all destinations. `partially_deleted`: All deletions are final; some are complete, and some failed permanently. `deletion_failed`: All deletions are final, and none is complete. `canceled`: A person canceled it. What was deleted by then stays deleted. A retried deletion counts as its retry.
       * @enum {string}
       */
      status:
        'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
      /**
       * Format: date-time
       * @description By when its deletions have to be done. Absent where it orders none, and for orders from before this was kept.
       */
      dueAt?: string;
      /** @description Whether one of its deletions is overdue: `dueAt` has passed, and the deletion is waiting, running, on hold, will be retried, or failed permanently and neither retried nor canceled since. Absent where it orders none. */
      overdue?: boolean;
      /** @description The import that it came with. */
      importId?: string;
    };
    PagingDto: {
      /** @description Relative path of the next page; absent on the last one. */
      next?: string;
    };
    RegulationPageDto: {
      data: components['schemas']['ListedRegulationDto'][];
      paging: components['schemas']['PagingDto'];
    };
    DeletionAttemptDto: {
      /**
       * Format: date-time
       * @description When it ended; the last one where there were several.
       */
      at: string;
      /**
       * @description `complete`: The destination confirmed the deletion, or accepted the order and cannot be asked about it. In the second case a note in the record says so. `accepted`: The destination took the order, and has not yet said that it is done. `delayed`: The destination was limited, in conflict, or away. `failed`: A failure that counts; another attempt followed. `refused`: The destination refused these users together, so the job was split. `released`: The worker stopped before it had called the destination. `aborted`: No further attempt followed by itself. `retried`: No attempt: a person asked for another job.
       * @enum {string}
       */
      outcome:
        | 'complete'
        | 'accepted'
        | 'delayed'
        | 'failed'
        | 'refused'
        | 'released'
        | 'aborted'
        | 'retried';
      /**
       * @description Whose attempt it was; absent where nobody attempted anything.
       * @enum {string}
       */
      worker?: 'lethe' | 'own_worker' | 'data_plane';
      /** @description Name of the token: of who asked for a retry, or of an own worker. */
      createdBy?: string;
      reason?: string;
      /**
       * Format: date-time
       * @description Not before then it was to be tried again; absent after the last attempt.
       */
      nextAttemptAt?: string;
      /** @description How many in a row came to the same; absent for one. */
      times?: number;
      /**
       * Format: date-time
       * @description When the first of them ended.
       */
      since?: string;
      /** @description How many between the one before and this one are not kept any more. */
      omittedBefore?: number;
    };
    DeletionRecordDto: {
      /** @description In a few words. */
      method: string;
      /**
       * @description What was counted, for the whole call.
       * @example {
       *       "users": 1
       *     }
       */
      counts?: {
        [key: string]: number;
      };
      /** @description What the reader must know, e.g. that old versions still hold the data. */
      notes?: string[];
    };
    DestinationDeletionDto: {
      destinationId: string;
      /**
       * @description `pending`: It waits for its time, or for a worker. `running`: A worker has leased it. `complete`: The destination confirmed the deletion, or accepted the order and cannot be asked about it. In the second case a note in the record says so. `failed`: An attempt failed; another one follows. `aborted`: No further attempt follows unless a person retries it. `canceled`: A cancel withdrew its users before they were deleted.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled';
      /** @description How often it has failed. */
      attempts: number;
      /** @description Why it failed or was aborted, or what it waits for. */
      reason?: string;
      /**
       * Format: date-time
       * @description When a worker took it for the first time.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description When it became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description When it may be tried next, while it waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description By when it has to be done. Absent for jobs from before this was kept.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is waiting, running, on hold, will be retried, or failed permanently and neither retried nor canceled since. */
      overdue: boolean;
      /** @description True while it waits until an operator releases it. */
      held?: boolean;
      /** @description The job that says so; absent where no job has the user any more. */
      jobId?: string;
      /** @description What each attempt came to, the oldest first. Only with one regulation; absent where the histories of all its destinations together have no room: ask for the job. */
      history?: components['schemas']['DeletionAttemptDto'][];
      /** @description How it was deleted. */
      record?: components['schemas']['DeletionRecordDto'];
    };
    RegulationDetailDto: {
      /** Format: uuid */
      id: string;
      /** @description Workspace that owns the regulation. */
      workspaceId: string;
      canceled: boolean;
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      /**
       * @description The identifiers as they were given. Deletions go by them.
       * @example {
       *       "userId": "user-1",
       *       "email": "user-1@example.com"
       *     }
       */
      attributes: {
        userId: string;
      } & {
        [key: string]: unknown;
      };
      /** @description By what events of the user are found: the `userId` without what cannot be seen. Absent where it is the `userId` itself. */
      suppressionKey?: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @example null
       */
      canceledAt: string | null;
      /**
       * @description `active`: It orders no deletion. `deleting`: The deletion at one destination or more is not done. `deleted`: The deletion is complete at all destinations. `partially_deleted`: All deletions are final; some are complete, and some failed permanently. `deletion_failed`: All deletions are final, and none is complete. `canceled`: A person canceled it. What was deleted by then stays deleted. A retried deletion counts as its retry.
       * @enum {string}
       */
      status:
        'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
      /**
       * Format: date-time
       * @description By when its deletions have to be done. Absent where it orders none, and for orders from before this was kept.
       */
      dueAt?: string;
      /** @description Whether one of its deletions is overdue: `dueAt` has passed, and the deletion is waiting, running, on hold, will be retried, or failed permanently and neither retried nor canceled since. Absent where it orders none. */
      overdue?: boolean;
      /** @description The import that it came with. */
      importId?: string;
      /** @description Sources that are covered; absent when all of them are. */
      sourceIds?: string[];
      /** @description Destinations to delete at. */
      destinationIds?: string[];
      /** @description Name of the token that created it. */
      createdBy: string;
      /** @description Why it was created; absent when nobody said. */
      reason?: string;
      /** @description Name of the token that canceled it. */
      canceledBy?: string;
      /** @description Why it was canceled; absent when nobody said. */
      cancelReason?: string;
      /**
       * Format: date-time
       * @description When the identifiers other than the userId were forgotten.
       */
      identifiersForgottenAt?: string;
      /** @description Where it deletes: the state at each destination. */
      deletions?: components['schemas']['DestinationDeletionDto'][];
    };
    OtherIdsDto: {
      /** @description How many there are. */
      count: number;
      /**
       * @description As they were given, masked unless `full` asks for them; 100 at most.
       * @example [
       *       "us***"
       *     ]
       */
      userIds: string[];
      /** @description There may be more: only the newest 10000 regulations were read. */
      isMore?: boolean;
    };
    SuppressedAtDto: {
      sourceId: string;
      /** Format: date-time */
      since: string;
    };
    SuppressedDto: {
      /**
       * Format: date-time
       * @description Since when, at all sources; absent when not at all.
       */
      everywhereSince?: string;
      /** @description The sources besides, by id. */
      sources: components['schemas']['SuppressedAtDto'][];
      /** @description There are more than 500. */
      moreSources?: boolean;
    };
    PersonDeletionDto: {
      destinationId: string;
      /**
       * @description `pending`: It waits for its time, or for a worker. `running`: A worker has leased it. `complete`: The destination confirmed the deletion, or accepted the order and cannot be asked about it. In the second case a note in the record says so. `failed`: An attempt failed; another one follows. `aborted`: No further attempt follows unless a person retries it. `canceled`: A cancel withdrew its users before they were deleted.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled';
      /** @description How often it has failed. */
      attempts: number;
      /** @description Why it failed or was aborted, or what it waits for. */
      reason?: string;
      /**
       * Format: date-time
       * @description When a worker took it for the first time.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description When it became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description When it may be tried next, while it waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description By when it has to be done. Absent for jobs from before this was kept.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is waiting, running, on hold, will be retried, or failed permanently and neither retried nor canceled since. */
      overdue: boolean;
      /** @description True while it waits until an operator releases it. */
      held?: boolean;
      /** @description The job that says so; absent where no job has the user any more. */
      jobId?: string;
      /** @description What each attempt came to, the oldest first. Only with one regulation; absent where the histories of all its destinations together have no room: ask for the job. */
      history?: components['schemas']['DeletionAttemptDto'][];
      /**
       * Format: uuid
       * @description The regulation that ordered it.
       */
      regulationId: string;
      /** @description Whose data, where it is another id than `userId` of the answer; masked unless `full` asks for it. */
      userId?: string;
    };
    PersonRegulationDto: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      /** @enum {string} */
      status:
        'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
      /**
       * Format: date-time
       * @description By when its deletions have to be done. Absent where it orders none.
       */
      dueAt?: string;
      /** @description As in a list of regulations. */
      overdue?: boolean;
      /**
       * @description The identifiers that were given, masked unless `full` asks for them.
       * @example {
       *       "userId": "us***",
       *       "email": "u***@example.com"
       *     }
       */
      attributes: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that created it. */
      createdBy: string;
      /** @description Why it was created; absent when nobody said. */
      reason?: string;
      /** @description Sources that are covered; absent when all of them are. */
      sourceIds?: string[];
      /** @description Destinations to delete at. */
      destinationIds?: string[];
      /** Format: date-time */
      canceledAt?: string;
      /** @description Name of the token that canceled it. */
      canceledBy?: string;
    };
    PersonDto: {
      /** @description The id that was looked for, or that came last with the address or number; masked unless `full` asks for it. */
      userId: string;
      /** @description By what events are found, where it differs from the id; masked unless `full` asks for it. Suppressions and regulations of all ids with this key are shown. */
      suppressionKey?: string;
      /** @description Other ids with the same suppression key, which may be of other persons. Absent where there are none. */
      otherIds?: components['schemas']['OtherIdsDto'];
      suppressed: components['schemas']['SuppressedDto'];
      /** @description The newest order of each id at each destination, whichever regulation it came with. */
      deletions: components['schemas']['PersonDeletionDto'][];
      /** @description There may be more: there are more than 500, or the user has more than 10000 regulations or orders to delete, of which the newest ones were read. */
      moreDeletions?: boolean;
      /** @description Orders to delete that have not ended. With `moreDeletions` at least so many. */
      openDeletions: number;
      /** @description The newest first. */
      regulations: components['schemas']['PersonRegulationDto'][];
      /** @description `afterCursor` of the next page of the regulations; absent on the last one. */
      nextCursor?: string;
    };
    PeopleDto: {
      /** @description None: nothing is known. Several: the address or number came with several users. */
      people: components['schemas']['PersonDto'][];
      /** @description Whether there are more: of more than 10, or of more than fits into an answer. */
      more: boolean;
    };
    LookUpPersonDto: {
      userId?: string;
      /** @description In any case. */
      email?: string;
      /** @description Digits of any script, grouped in any way; `00` is `+`. A `(0)` behind the country code and an extension do not count. */
      phone?: string;
      /**
       * @description `full`: identifiers as they are stored. That is logged, with the name of the token.
       * @default masked
       * @enum {string}
       */
      identifiers: 'masked' | 'full';
      /** @description With a userId: the `nextCursor` of the page before. */
      afterCursor?: string;
    };
    FoundPersonDto: {
      /** @description Masked unless `full` asks for it. */
      userId: string;
      suppressed: boolean;
    };
    FoundPeopleDto: {
      people: components['schemas']['FoundPersonDto'][];
      /** @description Whether there are more behind the last one. */
      more: boolean;
    };
    SearchPeopleDto: {
      /** @description How the userId begins; case counts. */
      prefix: string;
      /** @default 100 */
      limit: number;
      /** @description The last userId of the page before; goes only with `"identifiers": "full"`. */
      after?: string;
      /**
       * @description `full`: identifiers as they are stored. That is logged, with the name of the token.
       * @default masked
       * @enum {string}
       */
      identifiers: 'masked' | 'full';
    };
    UnsuppressedDto: {
      /** @description Regulations that were canceled. */
      canceled: number;
    };
    UnsuppressDto: {
      userId: string;
      /** @description Further ids with the same suppression key, whose regulations are canceled too. Where an id with a regulation is not named, the answer is a 409 that names it, and nothing is canceled. */
      userIds?: string[];
      /** @description Why. Do not write identifiers into it. */
      reason?: string;
    };
    /**
     * @description `uploading`: bytes are missing, and nothing is made. `running`: all are there, and rows are worked off. The others are ends.
     * @enum {string}
     */
    ImportState: 'uploading' | 'running' | 'done' | 'failed' | 'canceled';
    ImportDto: {
      id: string;
      /** @description `uploading`: bytes are missing, and nothing is made. `running`: all are there, and rows are worked off. The others are ends. */
      state: components['schemas']['ImportState'];
      /** @enum {string} */
      format: 'csv' | 'ndjson';
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      sourceIds?: string[];
      destinationIds?: string[];
      reason?: string;
      /** @description Whether rows are checked only. */
      dryRun: boolean;
      /** @description Bytes of the file that are stored: where an upload goes on. */
      receivedBytes: number;
      /** @description Of the file, where it is known. */
      totalBytes?: number;
      /** @description Bytes that are worked off. */
      doneBytes: number;
      /** @description How much of the work is done. */
      percentage: number;
      /** @description Rows that were read. */
      rows: number;
      /** @description Rows that were taken; of a dry run: that would be. */
      accepted: number;
      /** @description Regulations that were made. */
      created: number;
      /** @description Rows that were refused. */
      refused: number;
      /** @description Rows that were exact repeats of others. */
      repeated: number;
      /** @description Why it failed. What was made before stays. */
      failure?: string;
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that began it. */
      createdBy: string;
      /**
       * Format: date-time
       * @description When all bytes were there.
       */
      uploadedAt?: string;
      /**
       * Format: date-time
       * @description When something of this changed.
       */
      updatedAt: string;
      /** Format: date-time */
      endedAt?: string;
      /** @description Name of the token that canceled it. */
      canceledBy?: string;
    };
    ImportPagingDto: {
      /** @description Relative URL of the next page; absent on the last one. */
      next?: string;
    };
    ImportPageDto: {
      data: components['schemas']['ImportDto'][];
      paging: components['schemas']['ImportPagingDto'];
    };
    DeletionJobDto: {
      /** @description A decimal number. */
      id: string;
      destinationId: string;
      destinationType: string;
      /**
       * @description `pending`: It waits for its time, or for a worker. `running`: A worker has leased it. `complete`: The destination confirmed the deletion, or accepted the order and cannot be asked about it. In the second case a note in the record says so. `failed`: An attempt failed; another one follows. `aborted`: No further attempt follows unless a person retries it. `canceled`: A cancel withdrew its users before they were deleted.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled';
      /** @description How often it has failed. */
      attempts: number;
      /** @description How many users are in it. */
      users: number;
      /** @description Why it failed or was aborted, or what it waits for. */
      reason?: string;
      /** @description It waits until an operator releases it. */
      held: boolean;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When a worker took it for the first time.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description When it became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description When it may be tried next, while it waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description By when it has to be done.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is waiting, running, on hold, will be retried, or failed permanently and neither retried nor canceled since. */
      overdue: boolean;
      /** @description The deletion failed permanently, and a user of it is neither in a later retry nor canceled. It ends as soon as none is left. */
      needsAttention: boolean;
      /**
       * Format: date-time
       * @description When a retry had left nothing to do in it, after it was aborted: later jobs have its users, or their regulations are canceled.
       */
      retriedAt?: string;
      /**
       * @description How it was deleted.
       * @example {
       *       "method": "POST to the deletion URL",
       *       "counts": {
       *         "users": 100
       *       }
       *     }
       */
      record?: {
        method: string;
        counts?: {
          [key: string]: number;
        };
        notes?: string[];
      };
    };
    DeletionJobPageDto: {
      data: components['schemas']['DeletionJobDto'][];
      paging: components['schemas']['PagingDto'];
    };
    DestinationDeletionsDto: {
      destinationId: string;
      destinationType: string;
      /**
       * Format: date-time
       * @description Since when it is paused: no job is offered.
       */
      pausedAt?: string;
      /**
       * Format: date-time
       * @description Until when it is left alone, after a limit, a conflict or an outage.
       */
      delayedUntil?: string;
      /** @description Jobs that wait until an operator releases them. */
      held: number;
      /** @description Jobs with `overdue`. */
      overdue: number;
      /** @description Jobs with `needsAttention`. */
      needsAttention: number;
      /**
       * @description The states that there are jobs of.
       * @example {
       *       "pending": {
       *         "jobs": 12,
       *         "oldestCreatedAt": "2026-11-21T08:00:00.000Z"
       *       }
       *     }
       */
      states: {
        pending?: {
          jobs: number;
          /** Format: date-time */
          oldestCreatedAt: string;
        };
        running?: {
          jobs: number;
          /** Format: date-time */
          oldestCreatedAt: string;
        };
        complete?: {
          jobs: number;
          /** Format: date-time */
          oldestCreatedAt: string;
        };
        failed?: {
          jobs: number;
          /** Format: date-time */
          oldestCreatedAt: string;
        };
        aborted?: {
          jobs: number;
          /** Format: date-time */
          oldestCreatedAt: string;
        };
        canceled?: {
          jobs: number;
          /** Format: date-time */
          oldestCreatedAt: string;
        };
      };
    };
    DeletionSummaryDto: {
      destinations: components['schemas']['DestinationDeletionsDto'][];
    };
    DeletionJobDetailDto: {
      /** @description A decimal number. */
      id: string;
      destinationId: string;
      destinationType: string;
      /**
       * @description `pending`: It waits for its time, or for a worker. `running`: A worker has leased it. `complete`: The destination confirmed the deletion, or accepted the order and cannot be asked about it. In the second case a note in the record says so. `failed`: An attempt failed; another one follows. `aborted`: No further attempt follows unless a person retries it. `canceled`: A cancel withdrew its users before they were deleted.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled';
      /** @description How often it has failed. */
      attempts: number;
      /** @description How many users are in it. */
      users: number;
      /** @description Why it failed or was aborted, or what it waits for. */
      reason?: string;
      /** @description It waits until an operator releases it. */
      held: boolean;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When a worker took it for the first time.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description When it became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description When it may be tried next, while it waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description By when it has to be done.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is waiting, running, on hold, will be retried, or failed permanently and neither retried nor canceled since. */
      overdue: boolean;
      /** @description The deletion failed permanently, and a user of it is neither in a later retry nor canceled. It ends as soon as none is left. */
      needsAttention: boolean;
      /**
       * Format: date-time
       * @description When a retry had left nothing to do in it, after it was aborted: later jobs have its users, or their regulations are canceled.
       */
      retriedAt?: string;
      /**
       * @description How it was deleted.
       * @example {
       *       "method": "POST to the deletion URL",
       *       "counts": {
       *         "users": 100
       *       }
       *     }
       */
      record?: {
        method: string;
        counts?: {
          [key: string]: number;
        };
        notes?: string[];
      };
      /** @description What each attempt on its users came to, the oldest first; also those of the jobs that they were in before. */
      history: components['schemas']['DeletionAttemptDto'][];
    };
    LeftOutDto: {
      destinationId: string;
      reason: string;
    };
    RetryResultDto: {
      /** @description New jobs. */
      jobs: number;
      /** @description Users in them. */
      users: number;
      /** @description There may be more: call again. */
      more: boolean;
      /** @description Where something was aborted and cannot be tried anew. */
      leftOut: components['schemas']['LeftOutDto'][];
    };
    RetryDeletionsDto: {
      /** @description Jobs of this destination only. */
      destinationId?: string;
      /**
       * Format: date-time
       * @description Created at this time or later.
       */
      createdAfter?: string;
      /**
       * Format: date-time
       * @description Created before this time.
       */
      createdBefore?: string;
      /**
       * @description Most jobs of this call.
       * @default 1000
       */
      limit: number;
    };
    JobUserDto: {
      /** Format: uuid */
      regulationId: string;
      userId: string;
      /**
       * @description Everything that was given, `userId` too.
       * @example {
       *       "userId": "user-1",
       *       "email": "user-1@example.com"
       *     }
       */
      identifiers: {
        userId?: string;
      } & {
        [key: string]: unknown;
      };
    };
    OwnJobDto: {
      id: string;
      destinationId: string;
      /** @description How often it has failed. */
      attempt: number;
      users: components['schemas']['JobUserDto'][];
      /**
       * Format: uuid
       * @description For heartbeats and the report.
       */
      leaseToken: string;
      /**
       * Format: date-time
       * @description From then on, another worker may get it.
       */
      leaseExpiresAt: string;
    };
    ClaimedJobDto: {
      job: components['schemas']['OwnJobDto'];
    };
    ClaimJobDto: {
      /**
       * @description Jobs of these destinations only; of every `CUSTOM` destination without it.
       * @example [
       *       "dst_crm"
       *     ]
       */
      destinationIds?: string[];
      /**
       * Format: uuid
       * @description Yours, new for each claim. Where its answer is lost, the same claim gets the same job again, for `leaseSeconds` from then on.
       */
      claimId?: string;
      /**
       * @description For how long the job is the worker’s, from now on.
       * @default 1800
       */
      leaseSeconds: number;
    };
    LeaseDto: {
      /** Format: date-time */
      leaseExpiresAt: string;
    };
    HeartbeatJobDto: {
      /** Format: uuid */
      leaseToken: string;
      /**
       * @description For how long the job is the worker’s, from now on.
       * @default 1800
       */
      leaseSeconds: number;
    };
    RefusedUserDto: {
      userId: string;
      reason: string;
    };
    ReportJobDto: {
      /** Format: uuid */
      leaseToken: string;
      /**
       * @description `failed`: try again later; after 4 failures it is aborted. `aborted`: no retry can mend it.
       * @enum {string}
       */
      status: 'complete' | 'failed' | 'aborted';
      /** @description Why, for people. Without identifiers: it is shown to whoever may read. */
      reason?: string;
      /** @description Only with `complete`: users who were not deleted. The others are complete. */
      refused?: components['schemas']['RefusedUserDto'][];
    };
    RegulationsCreatedEventDto: {
      /**
       * Format: date-time
       * @description When it was written; it was committed soon after.
       */
      at: string;
      count: number;
      /**
       * Format: uuid
       * @description Ids grow with the time of creation.
       */
      firstId: string;
      /** Format: uuid */
      lastId: string;
      /** @description All of them, where they are up to 100. */
      ids?: string[];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'regulations.created';
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      /** @description Absent where nothing is deleted. */
      destinationIds?: string[];
    };
    RegulationsCanceledEventDto: {
      /**
       * Format: date-time
       * @description When it was written; it was committed soon after.
       */
      at: string;
      count: number;
      /**
       * Format: uuid
       * @description Ids grow with the time of creation.
       */
      firstId: string;
      /** Format: uuid */
      lastId: string;
      /** @description All of them, where they are up to 100. */
      ids?: string[];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'regulations.canceled';
    };
    RegulationsStatusEventDto: {
      /**
       * Format: date-time
       * @description When it was written; it was committed soon after.
       */
      at: string;
      count: number;
      /**
       * Format: uuid
       * @description Ids grow with the time of creation.
       */
      firstId: string;
      /** Format: uuid */
      lastId: string;
      /** @description All of them, where they are up to 100. */
      ids?: string[];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'regulations.status';
      /** @enum {string} */
      status:
        'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
      /** @description A deletion is open past its `dueAt`. */
      overdue?: boolean;
    };
    DeletionsStatusEventDto: {
      /** Format: date-time */
      at: string;
      destinationId: string;
      destinationType: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'deletions.status';
      /** @enum {string} */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled';
      reason?: string;
      /** @description They take up what was aborted. */
      retried?: boolean;
      /** @description How many jobs. */
      jobs: number;
      /**
       * @description All of them, where they are up to 100.
       * @example [
       *       "4711"
       *     ]
       */
      jobIds?: string[];
      /** @description Of how many regulations users are in them. */
      regulations: number;
      /** @description All of them, where they are up to 100. */
      regulationIds?: string[];
    };
    DestinationsHealthEventDto: {
      /** Format: date-time */
      at: string;
      destinationId: string;
      destinationType: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'destinations.health';
      /**
       * @description `throttled`: it asked to be left alone, or could not be reached. `failing`: its last deletion failed. `paused`: somebody paused it. `ok`: none of these any more.
       * @enum {string}
       */
      health: 'ok' | 'throttled' | 'failing' | 'paused';
      /**
       * Format: date-time
       * @description It is left alone until then.
       */
      until?: string;
    };
    ResetEventDto: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'reset';
      /** Format: date-time */
      at: string;
    };
    SourceDto: {
      id: string;
      name: string;
      type: string;
      /** @description Only with scope `catalog:write`. */
      writeKey?: string;
      enabled: boolean;
      /** @example {} */
      config: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    LookupPagingDto: {
      total: number;
      /** @description Absent on the last page. */
      next?: string;
    };
    SourcePageDto: {
      sources: components['schemas']['SourceDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    SourceAnswerDto: {
      source: components['schemas']['SourceDto'];
    };
    SourceInputDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description Made when it is absent. */
      id?: string;
      name: string;
      type: string;
      /** @default true */
      enabled: boolean;
      /** @example {} */
      config?: {
        [key: string]: unknown;
      };
      /** @description Made by Lethe with a new source. On PUT the one that the source has, or absent. */
      writeKey?: string;
    };
    SourcePatchDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description That of the path, or absent. */
      id?: string;
      name?: string;
      type?: string;
      /** @description Stays as it is when it is absent. */
      enabled?: boolean;
      /** @example {} */
      config?: {
        [key: string]: unknown;
      };
      /** @description Made by Lethe with a new source. On PUT the one that the source has, or absent. */
      writeKey?: string;
    };
    DestinationTransformationDto: {
      id: string;
      /** @description Version of its code, which runs. The ETag does not depend on it. */
      version: number;
    };
    DestinationDto: {
      id: string;
      name: string;
      /** @description Name of the destination definition. */
      type: string;
      enabled: boolean;
      /**
       * @description Secrets are masked.
       * @example {
       *       "webhookUrl": "https://example.com/hook",
       *       "webhookMethod": "POST",
       *       "headers": []
       *     }
       */
      config: {
        [key: string]: unknown;
      };
      workspaceId: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      transformation?: components['schemas']['DestinationTransformationDto'];
    };
    DestinationPageDto: {
      destinations: components['schemas']['DestinationDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    DestinationAnswerDto: {
      destination: components['schemas']['DestinationDto'];
    };
    DestinationInputDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description Made when it is absent. */
      id?: string;
      name: string;
      /** @description Name of a destination definition. Cannot be changed later. */
      type: string;
      /** @default true */
      enabled: boolean;
      /**
       * @description `cloud` for a new destination, otherwise kept, when it is absent.
       * @enum {string}
       */
      connectionMode?: 'cloud' | 'device' | 'hybrid';
      /**
       * @description A secret that comes back as its mask keeps the stored value.
       * @example {
       *       "webhookUrl": "https://example.com/hook",
       *       "webhookMethod": "POST",
       *       "headers": []
       *     }
       */
      config?: {
        [key: string]: unknown;
      };
      /** @description Id of the transformation to connect; none when it is absent or null. */
      transformation?:
        | (string | null)
        | {
            id: string;
            version?: number;
          };
    };
    DestinationPatchDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description That of the path, or absent. */
      id?: string;
      name?: string;
      /** @description Name of a destination definition. Cannot be changed later. */
      type?: string;
      /** @description Stays as it is when it is absent. */
      enabled?: boolean;
      /**
       * @description Stays as it is when it is absent.
       * @enum {string}
       */
      connectionMode?: 'cloud' | 'device' | 'hybrid';
      /**
       * @description A secret that comes back as its mask keeps the stored value.
       * @example {
       *       "webhookUrl": "https://example.com/hook",
       *       "webhookMethod": "POST",
       *       "headers": []
       *     }
       */
      config?: {
        [key: string]: unknown;
      };
      /** @description Id of the transformation to connect; null disconnects. */
      transformation?:
        | (string | null)
        | {
            id: string;
            version?: number;
          };
    };
    TransformationLinkAnswerDto: {
      transformation: components['schemas']['DestinationTransformationDto'];
    };
    TransformationLinkDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      id: string;
      /** @description Of an answer; ignored. */
      version?: number | unknown;
    };
    TestCaseOutputDto: {
      /**
       * @description The event after the user transformation; absent where that does not run.
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      event?: {
        [key: string]: unknown;
      };
      /** @description The requests that the destination would get, or `{ "error": … }`; absent where they are not made. */
      requests?:
        | {
            [key: string]: unknown;
          }[]
        | {
            error: string;
          };
    };
    TestCaseDto: {
      id: string;
      name: string;
      /**
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      event: {
        [key: string]: unknown;
      };
      /**
       * @example [
       *       "user_transform"
       *     ]
       */
      stages: ('user_transform' | 'dest_transform')[];
      /**
       * @example [
       *       {
       *         "event": {
       *           "type": "track",
       *           "event": "Signed up",
       *           "userId": "user-1",
       *           "properties": {
       *             "plan": "pro"
       *           }
       *         }
       *       }
       *     ]
       */
      expected: components['schemas']['TestCaseOutputDto'][];
      /**
       * @description JSON Pointers (RFC 6901) into the list of what comes out, as `path` of a difference: what is at these places is not compared, there or not.
       * @example [
       *       "/0/event/receivedAt"
       *     ]
       */
      ignore: string[];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    TestCasePageDto: {
      testCases: components['schemas']['TestCaseDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    TestCaseAnswerDto: {
      testCase: components['schemas']['TestCaseDto'];
    };
    TestCaseInputDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description Made when it is absent. */
      id?: string;
      /** @description No other one beside the same transformation or destination has it. */
      name: string;
      /**
       * @description At most 64 KiB as JSON; with all the rest at most 256 KiB.
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      event: {
        [key: string]: unknown;
      };
      /**
       * @description What the event goes through; all that there is when it is absent. A transformation has `user_transform` only. Nothing is ever sent.
       * @example [
       *       "user_transform"
       *     ]
       */
      stages?: ('user_transform' | 'dest_transform')[];
      /**
       * @description What has to come out; an empty list where the event has to be dropped.
       * @example [
       *       {
       *         "event": {
       *           "type": "track",
       *           "event": "Signed up",
       *           "userId": "user-1",
       *           "properties": {
       *             "plan": "pro"
       *           }
       *         }
       *       }
       *     ]
       */
      expected: components['schemas']['TestCaseOutputDto'][];
      /**
       * @description JSON Pointers (RFC 6901) into the list of what comes out, as `path` of a difference: what is at these places is not compared, there or not.
       * @example [
       *       "/0/event/receivedAt"
       *     ]
       */
      ignore?: string[];
    };
    TestCasePatchDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description That of the path, or absent. */
      id?: string;
      /** @description No other one beside the same transformation or destination has it. */
      name?: string;
      /**
       * @description At most 64 KiB as JSON; with all the rest at most 256 KiB.
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      event?: {
        [key: string]: unknown;
      };
      /**
       * @description What the event goes through; all that there is when it is absent. A transformation has `user_transform` only. Nothing is ever sent.
       * @example [
       *       "user_transform"
       *     ]
       */
      stages?: ('user_transform' | 'dest_transform')[];
      /**
       * @description What has to come out; an empty list where the event has to be dropped.
       * @example [
       *       {
       *         "event": {
       *           "type": "track",
       *           "event": "Signed up",
       *           "userId": "user-1",
       *           "properties": {
       *             "plan": "pro"
       *           }
       *         }
       *       }
       *     ]
       */
      expected?: components['schemas']['TestCaseOutputDto'][];
      /**
       * @description JSON Pointers (RFC 6901) into the list of what comes out, as `path` of a difference: what is at these places is not compared, there or not.
       * @example [
       *       "/0/event/receivedAt"
       *     ]
       */
      ignore?: string[];
    };
    PatchOperationDto: {
      /** @enum {string} */
      op: 'add' | 'remove' | 'replace';
      /** @description A JSON Pointer (RFC 6901). */
      path: string;
      /** @description Any value; absent of `remove`. */
      value?: string | unknown;
    };
    TransformationErrorDto: {
      line?: number;
      column?: number;
      /** @description Name of the library, where the line is not one of the transformation. */
      library?: string;
      message: string;
    };
    TestedTransformationDto: {
      id: string;
      version: number;
    };
    TestedVersionsDto: {
      /** @description When the workspace last changed before what ran was read. It is no earlier than the last change before the test was asked for: code, libraries, configuration, connections and credentials. */
      savedAt: string;
      /** @description The destination’s ETag, without its quotes. */
      destination?: string;
      /** @description Absent for code that is not saved. */
      transformation?: components['schemas']['TestedTransformationDto'];
    };
    TestCaseResultDto: {
      id: string;
      name: string;
      /**
       * @description `passed`: what came out equals what is expected, whatever the order of members, but for what is ignored. `failed`: it does not. `error`: nothing came out.
       * @enum {string}
       */
      status: 'passed' | 'failed' | 'error';
      /**
       * @description What came out, where it failed.
       * @example [
       *       {
       *         "event": {
       *           "type": "track",
       *           "event": "Signed up",
       *           "userId": "user-1",
       *           "properties": {
       *             "plan": "free"
       *           }
       *         }
       *       }
       *     ]
       */
      actual?: components['schemas']['TestCaseOutputDto'][];
      /** @description What makes `expected` to `actual`, as a JSON Patch (RFC 6902); without what is ignored. */
      diff?: components['schemas']['PatchOperationDto'][];
      /**
       * @description `actual` and `diff` are left out, as the answer was full. Run the case alone to see them.
       * @enum {boolean}
       */
      leftOut?: true;
      /** @description Why nothing came out. */
      error?: components['schemas']['TransformationErrorDto'];
      /** @description What of the workspace was in effect; absent where nothing ran. */
      versions?: components['schemas']['TestedVersionsDto'];
    };
    TestCaseRunDto: {
      passed: number;
      failed: number;
      errors: number;
      /** @description In the order of their names. */
      results: components['schemas']['TestCaseResultDto'][];
    };
    RunTestCasesDto: {
      /**
       * @description Those to run; all when it is absent.
       * @example [
       *       "case_signed_up"
       *     ]
       */
      ids?: string[];
      /** @description Runs in the place of the code that is saved: up to 262144 bytes in UTF-8, and 393216 as JSON. */
      code?: string;
    };
    ConnectionDto: {
      id: string;
      sourceId: string;
      destinationId: string;
      enabled: boolean;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    ConnectionPageDto: {
      connections: components['schemas']['ConnectionDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    ConnectionAnswerDto: {
      connection: components['schemas']['ConnectionDto'];
    };
    ConnectionInputDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description Made when it is absent. */
      id?: string;
      sourceId: string;
      destinationId: string;
      /** @default true */
      enabled: boolean;
    };
    ConnectionPatchDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description That of the path, or absent. */
      id?: string;
      sourceId?: string;
      destinationId?: string;
      /** @description Stays as it is when it is absent. */
      enabled?: boolean;
    };
    TransformationDto: {
      id: string;
      name: string;
      code: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Of the code: another one each time that it changes. */
      version: number;
    };
    TransformationPageDto: {
      transformations: components['schemas']['TransformationDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    TransformationAnswerDto: {
      transformation: components['schemas']['TransformationDto'];
    };
    TransformationInputDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description Made when it is absent. */
      id?: string;
      /** @description A library is imported by it. */
      name: string;
      /** @description Source of an ES module, up to 262144 bytes in UTF-8. */
      code: string;
      /** @description Of an answer; ignored. */
      version?: number | unknown;
    };
    TransformationPatchDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description That of the path, or absent. */
      id?: string;
      /** @description A library is imported by it. */
      name?: string;
      /** @description Source of an ES module, up to 262144 bytes in UTF-8. */
      code?: string;
      /** @description Of an answer; ignored. */
      version?: number | unknown;
    };
    CodeVersionDto: {
      number: number;
      /** @description Whether it is the one that runs. */
      current: boolean;
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token. Absent where it came from the workspace file, or from before there were versions. */
      createdBy?: string;
    };
    CodeVersionListDto: {
      versions: components['schemas']['CodeVersionDto'][];
    };
    WholeCodeVersionDto: {
      number: number;
      /** @description Whether it is the one that runs. */
      current: boolean;
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token. Absent where it came from the workspace file, or from before there were versions. */
      createdBy?: string;
      code: string;
    };
    CodeVersionAnswerDto: {
      version: components['schemas']['WholeCodeVersionDto'];
    };
    ModuleDto: {
      id: string;
      name: string;
      code: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    LibraryPageDto: {
      libraries: components['schemas']['ModuleDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    LibraryAnswerDto: {
      library: components['schemas']['ModuleDto'];
    };
    ModuleInputDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description Made when it is absent. */
      id?: string;
      /** @description A library is imported by it. */
      name: string;
      /** @description Source of an ES module, up to 262144 bytes in UTF-8. */
      code: string;
    };
    ModulePatchDto: {
      /** @description Of an answer; ignored. */
      workspaceId?: string | unknown;
      /** @description Of an answer; ignored. */
      createdAt?: string | unknown;
      /** @description Of an answer; ignored. */
      updatedAt?: string | unknown;
      /** @description That of the path, or absent. */
      id?: string;
      /** @description A library is imported by it. */
      name?: string;
      /** @description Source of an ES module, up to 262144 bytes in UTF-8. */
      code?: string;
    };
    ConfigFieldDto: {
      /**
       * @description A `number` may be written as a text.
       * @enum {string}
       */
      type: 'string' | 'number' | 'boolean' | 'object' | 'array';
      /** @description Elements of an array. */
      items?: components['schemas']['ConfigFieldDto'];
      /** @description Members of an object; any when absent. */
      members?: {
        [key: string]: components['schemas']['ConfigFieldDto'];
      };
      /** @description One of these. */
      choices?: unknown[];
      /** @description What is in effect without a value. */
      default?: string | unknown;
      /** @description The destination does not work without. */
      required?: boolean;
      /** @description Masked in answers. */
      secret?: boolean;
      /** @description The variable that took its place. It is read where that one is absent. */
      replacedBy?: string;
    };
    DestConfigDto: {
      /**
       * @example [
       *       "webhookUrl",
       *       "webhookMethod",
       *       "headers"
       *     ]
       */
      defaultConfig: string[];
    };
    DefinitionConfigDto: {
      destConfig: components['schemas']['DestConfigDto'];
      /** @description What each variable holds. */
      fields: {
        [key: string]: components['schemas']['ConfigFieldDto'];
      };
      /**
       * @example [
       *       "headers.to"
       *     ]
       */
      secretKeys: string[];
      /**
       * @example [
       *       "identify",
       *       "track"
       *     ]
       */
      supportedMessageTypes: string[];
      /**
       * @example [
       *       "cloud"
       *     ]
       */
      supportedConnectionModes: string[];
    };
    CapabilityDto: {
      supported: boolean;
      /** @description Why not. */
      reason?: string;
    };
    DeletionCapabilityDto: {
      supported: boolean;
      /** @description Why not. */
      reason?: string;
      /**
       * @description By which of these it finds a user; any of them will do.
       * @example [
       *       "userId"
       *     ]
       */
      identifiers?: string[];
      /** @description Most users of one call. */
      batchSize?: number;
      requestsPerSecond?: number;
      /** @description Days for which an order that was accepted may take. */
      acceptedDays?: number;
    };
    CapabilitiesDto: {
      test: components['schemas']['CapabilityDto'];
      deletion: components['schemas']['DeletionCapabilityDto'];
    };
    DestinationDefinitionDto: {
      id: string;
      name: string;
      displayName: string;
      category: string;
      /** @description Who makes the requests. */
      provider?: string;
      config: components['schemas']['DefinitionConfigDto'];
      capabilities: components['schemas']['CapabilitiesDto'];
      /** @description What it does with an event that matches a trigger. */
      presets?: {
        [key: string]: unknown;
      }[];
    };
    TestResultDataDto: {
      /** @description What the stage made of the event, or an object with `error`. */
      user_transformed_payload?: {
        [key: string]: unknown;
      };
      /** @description Lines of `log(...)`. */
      user_transformation_logs?: string[];
      /** @description The requests that the destination gets, or an object with `error`. */
      dest_transformed_payload?:
        | {
            [key: string]: unknown;
          }[]
        | {
            error: string;
          };
      /** @description The answers, aligned with the requests, or an object with `error`. */
      destination_response?:
        | unknown[]
        | {
            error: string;
          };
      /** @description HTTP status of each answer; 0 for none. */
      destination_response_status?: number[];
      /**
       * @description An answer was longer than 64 KiB.
       * @enum {boolean}
       */
      destination_response_truncated?: true;
    };
    TestResultDto: {
      destination: string;
      /** @description One element per event. */
      data: components['schemas']['TestResultDataDto'][];
      destinationId: string;
      destinationName: string;
    };
    UntestedDestinationDto: {
      destinationId: string;
      destinationName: string;
      error: string;
    };
    TestStageDto: {
      user_transform?: boolean;
      dest_transform?: boolean;
      /** @description Takes the scope `tests:send`. */
      send_to_destination?: boolean;
    };
    TestDestinationRequestDto: {
      /**
       * @description An event. At most 256 KiB and 64 levels deep.
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      message: {
        /** @enum {string} */
        type: 'identify' | 'track' | 'page' | 'screen' | 'group' | 'alias';
      } & {
        [key: string]: unknown;
      };
      stage?: components['schemas']['TestStageDto'];
      /**
       * @description Replaces members of the stored configuration for this call. Names are those of the type's `defaultConfig`.
       * @example {
       *       "webhookUrl": "https://example.com/other"
       *     }
       */
      destinationConfig?: {
        [key: string]: unknown;
      };
    };
    UnsavedTestResultDto: {
      destination: string;
      /** @description One element per event. */
      data: components['schemas']['TestResultDataDto'][];
    };
    UntestedUnsavedDto: {
      destination: string;
      error: string;
    };
    TestUnsavedDestinationRequestDto: {
      /**
       * @description An event. At most 256 KiB and 64 levels deep.
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      message: {
        /** @enum {string} */
        type: 'identify' | 'track' | 'page' | 'screen' | 'group' | 'alias';
      } & {
        [key: string]: unknown;
      };
      stage?: components['schemas']['TestStageDto'];
      /** @description Name of a destination definition. */
      type: string;
      /**
       * @description As `POST /v2/destinations` takes it, secrets in plain. It is stored nowhere, and its secrets are masked in the answer.
       * @example {
       *       "webhookUrl": "https://example.com/hook",
       *       "webhookMethod": "POST",
       *       "headers": []
       *     }
       */
      config?: {
        [key: string]: unknown;
      };
    };
    TestSourceRequestDto: {
      /**
       * @description An event. At most 256 KiB and 64 levels deep.
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      message: {
        /** @enum {string} */
        type: 'identify' | 'track' | 'page' | 'screen' | 'group' | 'alias';
      } & {
        [key: string]: unknown;
      };
      stage?: components['schemas']['TestStageDto'];
    };
    TransformedOutputDto: {
      /**
       * @description The event, or `{ "error": … }` where it is too large to be shown. Absent where no transformation ran.
       * @example {
       *       "type": "track",
       *       "event": "Signed up",
       *       "userId": "user-1",
       *       "properties": {
       *         "plan": "pro"
       *       }
       *     }
       */
      event?: {
        [key: string]: unknown;
      };
      /** @description The requests that the destination would get, or `{ "error": … }`. */
      requests?:
        | {
            [key: string]: unknown;
          }[]
        | {
            error: string;
          };
    };
    LogLineDto: {
      line?: number;
      column?: number;
      /** @description Name of the library, where the line is not one of the transformation. */
      library?: string;
      text: string;
    };
    TransformedEventDto: {
      /** @description The events that came out. */
      output: components['schemas']['TransformedOutputDto'][];
      /** @description The transformation returned nothing. */
      dropped: boolean;
      /** @description Lines of `log(…)`, at most 100. */
      logs: components['schemas']['LogLineDto'][];
      error?: components['schemas']['TransformationErrorDto'];
      /** @description Milliseconds of the transformation, with its turn in a thread. */
      ms: number;
    };
    TransformationTestDto: {
      /** @description One element for each event. */
      results: components['schemas']['TransformedEventDto'][];
      /** @description What of the workspace was in effect; absent where it is not known when that last changed. */
      versions?: components['schemas']['TestedVersionsDto'];
    };
    TestTransformationRequestDto: {
      /** @description Source of an ES module, saved or not, up to 262144 bytes in UTF-8, and 393216 as JSON. It may import the workspace's libraries. */
      code?: string;
      /** @description A saved transformation. With `code` that runs in its place. */
      transformationId?: string;
      /** @description Then the requests are shown that this destination would get. Without `code` and `transformationId` its own transformation runs. */
      destinationId?: string;
      /**
       * @description Each is run by itself. Together at most 256 KiB, each at most 64 levels deep.
       * @example [
       *       {
       *         "type": "track",
       *         "event": "Signed up",
       *         "userId": "user-1",
       *         "properties": {
       *           "plan": "pro"
       *         }
       *       }
       *     ]
       */
      events: {
        [key: string]: unknown;
      }[];
    };
    OwnWorkspaceDto: {
      id: string;
      name: string;
    };
    OwnTokenDto: {
      /** Format: uuid */
      id: string;
      /** @description Unique in the workspace; regulations remember it. */
      name: string;
      /** @description Whose it is. */
      email: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Absent when it does not expire.
       */
      expiresAt?: string;
    };
    MeDto: {
      /** @description The workspace that the token opens. */
      workspace: components['schemas']['OwnWorkspaceDto'];
      token: components['schemas']['OwnTokenDto'];
      /**
       * @description What the token may do.
       * @example [
       *       "regulations:read",
       *       "catalog:read"
       *     ]
       */
      scopes: (
        | 'regulations:read'
        | 'regulations:suppress'
        | 'regulations:delete'
        | 'deletions:work'
        | 'tests:run'
        | 'tests:send'
        | 'catalog:read'
        | 'catalog:write'
        | 'tokens:write'
        | 'data-planes:write'
      )[];
    };
    TokenDto: {
      /** Format: uuid */
      id: string;
      /** @description Unique in the workspace, also among those that are revoked. */
      name: string;
      /** @enum {string} */
      state: 'active' | 'expired' | 'revoked';
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that it was made with. Absent: it was made by an operator. */
      createdBy?: string;
      /**
       * Format: date-time
       * @description Absent when it does not expire.
       */
      expiresAt?: string;
      /**
       * Format: date-time
       * @description Coarse: a token may have been used up to an hour later, a data plane a minute.
       */
      lastUsedAt?: string;
      /** Format: date-time */
      revokedAt?: string;
      /** @description Name of the token that it was revoked with. */
      revokedBy?: string;
      /** @description Whose it is. */
      email: string;
      /**
       * @example [
       *       "regulations:read",
       *       "catalog:read"
       *     ]
       */
      scopes: (
        | 'regulations:read'
        | 'regulations:suppress'
        | 'regulations:delete'
        | 'deletions:work'
        | 'tests:run'
        | 'tests:send'
        | 'catalog:read'
        | 'catalog:write'
        | 'tokens:write'
        | 'data-planes:write'
      )[];
    };
    TokenPageDto: {
      tokens: components['schemas']['TokenDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    NewTokenDto: {
      token: components['schemas']['TokenDto'];
      /** @description What requests carry. Shown only now, and stored nowhere. */
      secret: string;
    };
    TokenInputDto: {
      /** @description Unique in the workspace, also among those that are revoked. */
      name: string;
      /**
       * Format: date-time
       * @description In the future, and no later than the token of the request expires. Absent: it does not expire, which only a token may ask that does not either.
       */
      expiresAt?: string;
      /** @description Whose it is; the user name of Basic credentials. Absent: that of the token of the request. */
      email?: string;
      /**
       * @description What it may do: nothing that the token of the request may not.
       * @example [
       *       "regulations:read",
       *       "catalog:read"
       *     ]
       */
      scopes: (
        | 'regulations:read'
        | 'regulations:suppress'
        | 'regulations:delete'
        | 'deletions:work'
        | 'tests:run'
        | 'tests:send'
        | 'catalog:read'
        | 'catalog:write'
        | 'tokens:write'
        | 'data-planes:write'
      )[];
    };
    DataPlaneDto: {
      /** Format: uuid */
      id: string;
      /** @description Unique in the workspace, also among those that are revoked. */
      name: string;
      /** @enum {string} */
      state: 'active' | 'expired' | 'revoked';
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that it was made with. Absent: it was made by an operator. */
      createdBy?: string;
      /**
       * Format: date-time
       * @description Absent when it does not expire.
       */
      expiresAt?: string;
      /**
       * Format: date-time
       * @description Coarse: a token may have been used up to an hour later, a data plane a minute.
       */
      lastUsedAt?: string;
      /** Format: date-time */
      revokedAt?: string;
      /** @description Name of the token that it was revoked with. */
      revokedBy?: string;
    };
    DataPlanePageDto: {
      dataPlanes: components['schemas']['DataPlaneDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    NewDataPlaneDto: {
      dataPlane: components['schemas']['DataPlaneDto'];
      /** @description What the data plane gets as WORKSPACE_TOKEN. Shown only now, and stored nowhere. */
      secret: string;
    };
    DataPlaneInputDto: {
      /** @description Unique in the workspace, also among those that are revoked. */
      name: string;
      /**
       * Format: date-time
       * @description In the future, and no later than the token of the request expires. Absent: it does not expire, which only a token may ask that does not either.
       */
      expiresAt?: string;
    };
    SignInDto: {
      /** @description A token of a workspace. */
      token?: string;
      /** @description A code that signs in once. */
      code?: string;
    };
    SessionDto: {
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it ends in any case; no later than its token.
       */
      expiresAt: string;
      /**
       * Format: date-time
       * @description When it ends if nothing more is asked.
       */
      idleExpiresAt: string;
      workspaceId: string;
      /** Format: uuid */
      tokenId: string;
    };
    SingleSignOnDto: {
      /** @description What people call the provider. */
      name: string;
      /** @description Where a browser begins. */
      href: string;
    };
    SignInWaysDto: {
      /** @description With a token. */
      token: boolean;
      /** @description With an identity provider; null where none is configured. */
      singleSignOn: components['schemas']['SingleSignOnDto'] | null;
    };
    SignInCodeDto: {
      /** @description Works one time. */
      code: string;
      /** @description Signs in whoever opens it first. The code is in the fragment, which no server gets. */
      href: string;
      /**
       * Format: date-time
       * @description A minute from now.
       */
      expiresAt: string;
    };
    SignInCodeWorkspaceDto: {
      id: string;
      name: string;
    };
    SignInCodeTokenDto: {
      name: string;
    };
    SignInCodeOwnerDto: {
      /** @description The workspace that it opens. */
      workspace: components['schemas']['SignInCodeWorkspaceDto'];
      /** @description The token that it was made with. */
      token: components['schemas']['SignInCodeTokenDto'];
    };
    LookUpSignInCodeDto: {
      /** @description Of a link that signs in once. */
      code: string;
    };
    SuppressionChangeDto: {
      workspaceId: string;
      /** @description The suppression key, never empty. */
      userId: string;
      /** @description No regulation covers the key any more. */
      canceled: boolean;
      /**
       * Format: date-time
       * @description Since when it is so.
       */
      createdAt: string;
      /** @description The source; empty for all sources. */
      sourceIds: string[];
    };
    SuppressionPageDto: {
      items: components['schemas']['SuppressionChangeDto'][];
      /** @description Send it back as `pageToken` to go on. */
      token: string;
    };
    WorkerJobDto: {
      jobId: string;
      workspaceId: string;
      destinationId: string;
      /**
       * @description The identifiers of each user, as texts; at least one user.
       * @example [
       *       {
       *         "userId": "user-1",
       *         "email": "user-1@example.com"
       *       }
       *     ]
       */
      userAttributes: ({
        userId: string;
      } & {
        [key: string]: string;
      })[];
      failedAttempts: number;
    };
    WorkerJobUpdateDto: {
      /** @enum {string} */
      status?: 'running' | 'complete' | 'failed' | 'aborted';
      reason?: string;
    };
    ConfiguredConnectionDto: {
      sourceId: string;
      destinationId: string;
      enabled: boolean;
    };
    LibraryReferenceDto: {
      versionId: string;
    };
    ConfigurationSettingsDto: {
      /** @description Empty: the data plane has its own defaults. */
      dataRetention: {
        [key: string]: unknown;
      };
    };
    SourceDefinitionDto: {
      id: string;
      name: string;
      category: null;
      type: null;
    };
    ConfiguredDefinitionDto: {
      id: string;
      name: string;
      displayName: string;
      /** @description Empty: see GET /destination-definitions. */
      config: {
        [key: string]: unknown;
      };
    };
    TransformationReferenceDto: {
      id: string;
      versionId: string;
    };
    ConfiguredDestinationDto: {
      id: string;
      name: string;
      enabled: boolean;
      workspaceId: string;
      /** @description False for a destination in device mode. */
      isProcessorEnabled: boolean;
      /** @description With its secrets in plain. */
      config: {
        [key: string]: unknown;
      };
      destinationDefinition: components['schemas']['ConfiguredDefinitionDto'];
      /** @description Another one after a change. */
      revisionId: string;
      /** @description One, or none. */
      transformations: components['schemas']['TransformationReferenceDto'][];
    };
    ConfiguredSourceDto: {
      id: string;
      name: string;
      writeKey: string;
      enabled: boolean;
      workspaceId: string;
      config: {
        [key: string]: unknown;
      };
      sourceDefinition: components['schemas']['SourceDefinitionDto'];
      /** @description Those to which an enabled connection leads. */
      destinations: components['schemas']['ConfiguredDestinationDto'][];
    };
    WorkspaceConfigurationDto: {
      workspaceId: string;
      /**
       * Format: date-time
       * @description Grows with every change, no two changes have the same.
       */
      updatedAt: string;
      libraries: components['schemas']['LibraryReferenceDto'][];
      settings: components['schemas']['ConfigurationSettingsDto'];
      /** @description Empty. */
      accounts: {
        [key: string]: unknown;
      };
      sources: components['schemas']['ConfiguredSourceDto'][];
      /** @description By id, also those that are not enabled. */
      connections: {
        [key: string]: components['schemas']['ConfiguredConnectionDto'];
      };
    };
    DataPlaneComponentDto: {
      name: string;
      features?: string[];
    };
    DataPlaneSettingsDto: {
      components?: components['schemas']['DataPlaneComponentDto'][];
    };
    TransformationVersionDto: {
      id: string;
      versionId: string;
      name: string;
      workspaceId: string;
      code: string;
      /** @enum {string} */
      codeVersion: '1';
      /** @enum {string} */
      language: 'javascript';
    };
    LibraryVersionDto: {
      name: string;
      handleName: string;
      /** @description By which transformations import it. */
      importName: string;
      versionId: string;
      code: string;
      /** @enum {string} */
      language: 'javascript';
      workspaceId: string;
    };
    LivenessDto: {
      /** @enum {string} */
      status: 'alive' | 'dead';
    };
    ReadinessDto: {
      /** @enum {string} */
      status: 'ready' | 'not_ready';
      /**
       * @description Why it is not ready.
       * @example []
       */
      reasons: string[];
      /**
       * @description What an operator has to do something about, although requests are served.
       * @example [
       *       "The topics know more than the database does: see the log."
       *     ]
       */
      warnings?: string[];
      /**
       * @description What it depends on. Something that is down makes requests fail, not the process.
       * @example {
       *       "database": "up",
       *       "regulation": "up"
       *     }
       */
      checks: {
        [key: string]: 'up' | 'down';
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listRegulations: {
    parameters: {
      query?: {
        /** @description Taken unchanged from `paging.next`, which is a whole path. */
        after_cursor?: string;
        limit?: number;
        /** @description Of all users with the suppression key of this id. */
        user_id?: string;
        regulation_type?: 'suppress' | 'suppress_with_delete' | 'delete';
        canceled?: boolean;
        /** @description As `status` of the records: that of `GET /v2/regulations/{id}`, about a second later. */
        status?:
          'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
        /** @description As `overdue` of the records. */
        overdue?: boolean;
        /** @description RFC 3339 with a zone, inclusive. A `+` is written `%2B`. */
        created_after?: string;
        /** @description The same, exclusive. */
        created_before?: string;
        /** @description `masked` shows the first characters of each of `attributes` only. With `full` the log of the gateway notes who was shown how many users. */
        identifiers?: 'masked' | 'full';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of regulations. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *           "workspaceId": "ws_demo",
           *           "canceled": false,
           *           "regulationType": "suppress",
           *           "attributes": {
           *             "userId": "user-1",
           *             "email": "user-1@example.com"
           *           },
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "canceledAt": null,
           *           "status": "active"
           *         }
           *       ],
           *       "paging": {
           *         "next": "/v2/regulations?after_cursor=AZLwwXw-fMOPbk88bwqbEQ&limit=1"
           *       }
           *     }
           */
          'application/json': components['schemas']['RegulationPageDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Take it from `paging.next` unchanged.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createRegulations: {
    parameters: {
      query?: {
        /** @description True: the answer is the plan. Nothing is stored or sent, and an `Idempotency-Key` is refused. */
        dry_run?: boolean;
      };
      header?: {
        /** @description Up to 255 printable ASCII characters, remembered for 24 hours: repeating the request with it creates nothing new. */
        'Idempotency-Key'?: string;
        /** @description `return=representation` (RFC 7240): the answer is the records, whatever `Accept` says. For clients that send `*\/*` and read JSON, as generated ones do. */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRegulationsDto'];
      };
    };
    responses: {
      /** @description The plan, with `dry_run=true`. What the request itself would be refused for is refused here too; but users whom a destination cannot identify stand in the plan. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "regulations": 250,
           *       "destinations": [
           *         {
           *           "destinationId": "dst_hook",
           *           "destinationType": "WEBHOOK",
           *           "users": 250,
           *           "jobs": 3,
           *           "calls": 3,
           *           "expectedSeconds": 1,
           *           "unidentified": [],
           *           "unidentifiedCount": 0
           *         }
           *       ],
           *       "startsAt": "2026-11-21T09:00:00.000Z",
           *       "dueAt": "2026-12-21T08:00:00.000Z",
           *       "irreversible": [
           *         "What a destination has deleted stays deleted; a cancel withdraws users only from what has not begun.",
           *         "A regulation that was canceled does not become active again."
           *       ],
           *       "warnings": [
           *         {
           *           "path": "users[17].userId",
           *           "code": "suspicious_id",
           *           "message": "looks like a missing value of a program"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeletionPlanDto'];
        };
      };
      /** @description Created, and durable. The records in the order of the request, where `Accept` names `application/json` and does not prefer `text/plain`, or with `Prefer: return=representation`; else a word. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *         "workspaceId": "ws_demo",
           *         "canceled": false,
           *         "regulationType": "suppress",
           *         "attributes": {
           *           "userId": "user-1",
           *           "email": "user-1@example.com"
           *         },
           *         "createdAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['RegulationDto'][];
          'text/plain': string;
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getRegulation: {
    parameters: {
      query?: {
        /** @description `masked` shows the first characters of each of `attributes` only. With `full` the log of the gateway notes who was shown how many users. */
        identifiers?: 'masked' | 'full';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The regulation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *       "workspaceId": "ws_demo",
           *       "canceled": false,
           *       "regulationType": "suppress_with_delete",
           *       "attributes": {
           *         "userId": "user-1",
           *         "email": "user-1@example.com"
           *       },
           *       "createdAt": "2026-11-21T08:00:00.000Z",
           *       "canceledAt": null,
           *       "status": "deleted",
           *       "destinationIds": [
           *         "dst_hook"
           *       ],
           *       "createdBy": "demo admin",
           *       "reason": "Asked by e-mail, ticket 4711",
           *       "dueAt": "2026-12-21T08:00:00.000Z",
           *       "overdue": false,
           *       "deletions": [
           *         {
           *           "destinationId": "dst_hook",
           *           "status": "complete",
           *           "attempts": 0,
           *           "startedAt": "2026-11-21T09:00:00.412Z",
           *           "finishedAt": "2026-11-21T09:00:00.651Z",
           *           "dueAt": "2026-12-21T08:00:00.000Z",
           *           "overdue": false,
           *           "record": {
           *             "method": "Deletion webhook",
           *             "counts": {
           *               "users": 1
           *             }
           *           },
           *           "jobId": "4711",
           *           "history": [
           *             {
           *               "at": "2026-11-21T09:00:00.651Z",
           *               "outcome": "complete",
           *               "worker": "lethe"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RegulationDetailDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  cancelRegulation: {
    parameters: {
      query?: {
        /** @description Why, in your words. Stored and shown with the regulation as `cancelReason`. */
        reason?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancelled, now or before. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  lookUpUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookUpPersonDto'];
      };
    };
    responses: {
      /** @description Who was found; nobody is an empty list. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "people": [
           *         {
           *           "userId": "us***",
           *           "suppressed": {
           *             "everywhereSince": "2026-11-21T08:00:00.000Z",
           *             "sources": []
           *           },
           *           "deletions": [
           *             {
           *               "destinationId": "dst_hook",
           *               "regulationId": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *               "status": "complete",
           *               "attempts": 0,
           *               "startedAt": "2026-11-21T08:00:00.000Z",
           *               "finishedAt": "2026-11-21T08:00:00.000Z",
           *               "overdue": false
           *             }
           *           ],
           *           "openDeletions": 0,
           *           "regulations": [
           *             {
           *               "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *               "regulationType": "suppress_with_delete",
           *               "status": "deleted",
           *               "dueAt": "2026-12-21T08:00:00.000Z",
           *               "overdue": false,
           *               "attributes": {
           *                 "userId": "us***",
           *                 "email": "u***@example.com"
           *               },
           *               "createdAt": "2026-11-21T08:00:00.000Z",
           *               "createdBy": "demo admin",
           *               "destinationIds": [
           *                 "dst_hook"
           *               ]
           *             }
           *           ]
           *         }
           *       ],
           *       "more": false
           *     }
           */
          'application/json': components['schemas']['PeopleDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Take it from `paging.next` unchanged.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  searchUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SearchPeopleDto'];
      };
    };
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "people": [
           *         {
           *           "userId": "user-1",
           *           "suppressed": true
           *         }
           *       ],
           *       "more": false
           *     }
           */
          'application/json': components['schemas']['FoundPeopleDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  unsuppressUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UnsuppressDto'];
      };
    };
    responses: {
      /** @description Canceled. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "canceled": 2
           *     }
           */
          'application/json': components['schemas']['UnsuppressedDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listImports: {
    parameters: {
      query?: {
        limit?: number;
        after_cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "crm-2026-11",
           *           "state": "running",
           *           "format": "csv",
           *           "regulationType": "suppress",
           *           "dryRun": false,
           *           "receivedBytes": 1048576,
           *           "totalBytes": 1048576,
           *           "doneBytes": 524288,
           *           "percentage": 50,
           *           "rows": 20000,
           *           "accepted": 19990,
           *           "created": 19990,
           *           "refused": 8,
           *           "repeated": 2,
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "createdBy": "demo admin",
           *           "uploadedAt": "2026-11-21T08:00:02.000Z",
           *           "updatedAt": "2026-11-21T08:00:05.000Z"
           *         }
           *       ],
           *       "paging": {}
           *     }
           */
          'application/json': components['schemas']['ImportPageDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Take it from `paging.next` unchanged.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createImport: {
    parameters: {
      query: {
        /** @description Of your own, so that a repeat is a 409 and an upload can be gone on with; made when absent. */
        id?: string;
        regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
        /** @description Separated by commas; all when absent. */
        sourceIds?: string;
        /** @description Separated by commas. */
        destinationIds?: string;
        reason?: string;
        /** @description Only these columns of CSV or members of NDJSON: `column=identifier`, or `column` where the names are the same, separated by commas. A number names a column of CSV by its position, from 1 on: `1=userId,2=email`. All when absent. */
        columns?: string;
        /** @description Between fields of CSV: a character, or `tab`. A first line such as `sep=;` names it in the file. */
        delimiter?: string;
        /** @description Whether the first line of CSV names the columns. `absent` takes `columns` by position. Without it, a first line that looks like data fails the import. */
        header?: 'present' | 'absent';
        /** @description `accept` takes rows with ids that no system issues, such as `null`, `#N/A` or `9.0E+15`. */
        suspicious?: 'refuse' | 'accept';
        /** @description Of a body that is sent as `application/octet-stream`; the other types say it themselves. */
        format?: 'csv' | 'ndjson';
        /** @description True: all rows are checked, and nothing is made. */
        dry_run?: boolean;
      };
      header?: {
        /** @description `?0`: more of the file comes later. */
        'Upload-Complete'?: '?1' | '?0';
        /** @description Bytes of the whole file. */
        'Upload-Length'?: number;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'text/csv': string;
        'application/x-ndjson': string;
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description It is stored. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "crm-2026-11",
           *       "state": "running",
           *       "format": "csv",
           *       "regulationType": "suppress",
           *       "dryRun": false,
           *       "receivedBytes": 1048576,
           *       "totalBytes": 1048576,
           *       "doneBytes": 524288,
           *       "percentage": 50,
           *       "rows": 20000,
           *       "accepted": 19990,
           *       "created": 19990,
           *       "refused": 8,
           *       "repeated": 2,
           *       "createdAt": "2026-11-21T08:00:00.000Z",
           *       "createdBy": "demo admin",
           *       "uploadedAt": "2026-11-21T08:00:02.000Z",
           *       "updatedAt": "2026-11-21T08:00:05.000Z"
           *     }
           */
          'application/json': components['schemas']['ImportDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The import. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "crm-2026-11",
           *       "state": "running",
           *       "format": "csv",
           *       "regulationType": "suppress",
           *       "dryRun": false,
           *       "receivedBytes": 1048576,
           *       "totalBytes": 1048576,
           *       "doneBytes": 524288,
           *       "percentage": 50,
           *       "rows": 20000,
           *       "accepted": 19990,
           *       "created": 19990,
           *       "refused": 8,
           *       "repeated": 2,
           *       "createdAt": "2026-11-21T08:00:00.000Z",
           *       "createdBy": "demo admin",
           *       "uploadedAt": "2026-11-21T08:00:02.000Z",
           *       "updatedAt": "2026-11-21T08:00:05.000Z"
           *     }
           */
          'application/json': components['schemas']['ImportDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  continueImport: {
    parameters: {
      query?: never;
      header: {
        /** @description `?0`: more of the file comes later. */
        'Upload-Complete'?: '?1' | '?0';
        /** @description Bytes of the whole file. */
        'Upload-Length'?: number;
        /** @description The byte of the file with which the body begins. */
        'Upload-Offset': number;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/partial-upload': string;
        'text/csv': string;
        'application/x-ndjson': string;
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description It is stored. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "crm-2026-11",
           *       "state": "running",
           *       "format": "csv",
           *       "regulationType": "suppress",
           *       "dryRun": false,
           *       "receivedBytes": 1048576,
           *       "totalBytes": 1048576,
           *       "doneBytes": 524288,
           *       "percentage": 50,
           *       "rows": 20000,
           *       "accepted": 19990,
           *       "created": 19990,
           *       "refused": 8,
           *       "repeated": 2,
           *       "createdAt": "2026-11-21T08:00:00.000Z",
           *       "createdBy": "demo admin",
           *       "uploadedAt": "2026-11-21T08:00:02.000Z",
           *       "updatedAt": "2026-11-21T08:00:05.000Z"
           *     }
           */
          'application/json': components['schemas']['ImportDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getImportRefusals: {
    parameters: {
      query?: {
        /** @description Most rows of a page; all rows when absent. */
        limit?: number;
        /** @description Only rows behind this line of the file, without the line that names the columns. */
        after_line?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The refused rows. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  cancelImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It has ended. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "crm-2026-11",
           *       "state": "canceled",
           *       "format": "csv",
           *       "regulationType": "suppress",
           *       "dryRun": false,
           *       "receivedBytes": 1048576,
           *       "totalBytes": 1048576,
           *       "doneBytes": 524288,
           *       "percentage": 50,
           *       "rows": 20000,
           *       "accepted": 19990,
           *       "created": 19990,
           *       "refused": 8,
           *       "repeated": 2,
           *       "createdAt": "2026-11-21T08:00:00.000Z",
           *       "createdBy": "demo admin",
           *       "uploadedAt": "2026-11-21T08:00:02.000Z",
           *       "updatedAt": "2026-11-21T08:00:05.000Z",
           *       "endedAt": "2026-11-21T08:00:06.000Z",
           *       "canceledBy": "demo admin"
           *     }
           */
          'application/json': components['schemas']['ImportDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listDeletionJobs: {
    parameters: {
      query?: {
        /** @description Taken unchanged from `paging.next`, which is a whole path. */
        after_cursor?: string;
        limit?: number;
        destination_id?: string;
        status?: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled';
        /** @description As `overdue` of a job. */
        overdue?: boolean;
        /** @description As `needsAttention` of a job. */
        needs_attention?: boolean;
        /** @description Waits until an operator releases it. */
        held?: boolean;
        /** @description At this time or later. */
        created_after?: string;
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of jobs. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "4711",
           *           "destinationId": "dst_hook",
           *           "destinationType": "WEBHOOK",
           *           "status": "failed",
           *           "attempts": 1,
           *           "users": 100,
           *           "reason": "The destination answered with status 500.",
           *           "held": false,
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "startedAt": "2026-11-21T08:00:00.000Z",
           *           "nextAttemptAt": "2026-11-21T08:01:04.000Z",
           *           "dueAt": "2026-12-21T08:00:00.000Z",
           *           "overdue": false,
           *           "needsAttention": false
           *         }
           *       ],
           *       "paging": {
           *         "next": "/v2/deletion-jobs?after_cursor=AAYp0Kk0gAAAAAAAAAASZ2dYxQ4T&limit=1"
           *       }
           *     }
           */
          'application/json': components['schemas']['DeletionJobPageDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Take it from `paging.next` unchanged.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  summarizeDeletionJobs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Destinations that have had a job, or are paused. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destinations": [
           *         {
           *           "destinationId": "dst_hook",
           *           "destinationType": "WEBHOOK",
           *           "held": 0,
           *           "overdue": 0,
           *           "needsAttention": 0,
           *           "states": {
           *             "pending": {
           *               "jobs": 12,
           *               "oldestCreatedAt": "2026-11-21T08:00:00.000Z"
           *             },
           *             "complete": {
           *               "jobs": 4711,
           *               "oldestCreatedAt": "2026-11-21T08:00:00.000Z"
           *             }
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeletionSummaryDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getDeletionJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of a job. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "4711",
           *       "destinationId": "dst_hook",
           *       "destinationType": "WEBHOOK",
           *       "status": "failed",
           *       "attempts": 1,
           *       "users": 100,
           *       "reason": "The destination answered with status 500.",
           *       "held": false,
           *       "createdAt": "2026-11-21T08:00:00.000Z",
           *       "startedAt": "2026-11-21T08:00:00.000Z",
           *       "nextAttemptAt": "2026-11-21T08:01:04.000Z",
           *       "dueAt": "2026-12-21T08:00:00.000Z",
           *       "overdue": false,
           *       "needsAttention": false,
           *       "history": [
           *         {
           *           "at": "2026-11-21T08:00:00.000Z",
           *           "outcome": "failed",
           *           "worker": "lethe",
           *           "reason": "The destination answered with status 500.",
           *           "nextAttemptAt": "2026-11-21T08:01:04.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeletionJobDetailDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  retryDeletionJobs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RetryDeletionsDto'];
      };
    };
    responses: {
      /** @description What was made. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "jobs": 2,
           *       "users": 117,
           *       "more": false,
           *       "leftOut": []
           *     }
           */
          'application/json': components['schemas']['RetryResultDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  retryRegulation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was made. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "jobs": 1,
           *       "users": 1,
           *       "more": false,
           *       "leftOut": []
           *     }
           */
          'application/json': components['schemas']['RetryResultDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  pauseDeletions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of a destination. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Paused, now or before. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  resumeDeletions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of a destination. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Not paused. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  claimDeletionJob: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ClaimJobDto'];
      };
    };
    responses: {
      /** @description The job. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "job": {
           *         "id": "4711",
           *         "destinationId": "dst_crm",
           *         "attempt": 0,
           *         "users": [
           *           {
           *             "regulationId": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *             "userId": "user-1",
           *             "identifiers": {
           *               "userId": "user-1",
           *               "email": "user-1@example.com"
           *             }
           *           }
           *         ],
           *         "leaseToken": "5b0e4a9e-3c1d-4f0e-9d2a-7f1c2b3a4d5e",
           *         "leaseExpiresAt": "2026-11-21T08:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ClaimedJobDto'];
        };
      };
      /** @description Nothing waits. Ask again in a minute. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  heartbeatDeletionJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of a job. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HeartbeatJobDto'];
      };
    };
    responses: {
      /** @description The lease. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "leaseExpiresAt": "2026-11-21T08:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['LeaseDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  reportDeletionJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Of a job. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportJobDto'];
      };
    };
    responses: {
      /** @description Taken, now or before. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  streamEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `id` that was received last. */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events, each with its type as `event` and JSON as `data`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "regulations.status",
           *       "at": "2026-11-21T08:00:00.000Z",
           *       "status": "deleted",
           *       "count": 1,
           *       "firstId": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *       "lastId": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *       "ids": [
           *         "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11"
           *       ]
           *     }
           */
          'text/event-stream':
            | components['schemas']['RegulationsCreatedEventDto']
            | components['schemas']['RegulationsCanceledEventDto']
            | components['schemas']['RegulationsStatusEventDto']
            | components['schemas']['DeletionsStatusEventDto']
            | components['schemas']['DestinationsHealthEventDto']
            | components['schemas']['ResetEventDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listSources: {
    parameters: {
      query?: {
        /** @description 100 items a page, in the order of their ids. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. */
        page?: number;
        /** @description Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of sources. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "sources": [
           *         {
           *           "id": "src_web",
           *           "name": "Website",
           *           "type": "Javascript",
           *           "enabled": true,
           *           "config": {},
           *           "writeKey": "wk_web",
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "updatedAt": "2026-11-21T08:00:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 101,
           *         "next": "/v2/sources?page=2"
           *       }
           *     }
           */
          'application/json': components['schemas']['SourcePageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createSource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SourceInputDto'];
      };
    };
    responses: {
      /** @description Created. Location says where it is, ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "source": {
           *         "id": "src_web",
           *         "name": "Website",
           *         "type": "Javascript",
           *         "enabled": true,
           *         "config": {},
           *         "writeKey": "wk_web",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SourceAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The source. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "source": {
           *         "id": "src_web",
           *         "name": "Website",
           *         "type": "Javascript",
           *         "enabled": true,
           *         "config": {},
           *         "writeKey": "wk_web",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SourceAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  replaceSource: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SourceInputDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "source": {
           *         "id": "src_web",
           *         "name": "Website",
           *         "type": "Javascript",
           *         "enabled": true,
           *         "config": {},
           *         "writeKey": "wk_web",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SourceAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  deleteSource: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  patchSource: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SourcePatchDto'];
        'application/merge-patch+json': components['schemas']['SourcePatchDto'];
      };
    };
    responses: {
      /** @description Changed; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "source": {
           *         "id": "src_web",
           *         "name": "Website",
           *         "type": "Javascript",
           *         "enabled": true,
           *         "config": {},
           *         "writeKey": "wk_web",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SourceAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listDestinations: {
    parameters: {
      query?: {
        /** @description 100 items a page, in the order of their ids. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. */
        page?: number;
        /** @description Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of destinations, secrets masked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destinations": [
           *         {
           *           "id": "dst_hook",
           *           "name": "Ops webhook",
           *           "type": "WEBHOOK",
           *           "enabled": true,
           *           "config": {
           *             "webhookUrl": "https://example.com/hook",
           *             "webhookMethod": "POST",
           *             "headers": []
           *           },
           *           "workspaceId": "ws_demo",
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "updatedAt": "2026-11-21T08:00:00.000Z",
           *           "transformation": {
           *             "id": "tr_mask",
           *             "version": 3
           *           }
           *         }
           *       ],
           *       "paging": {
           *         "total": 1
           *       }
           *     }
           */
          'application/json': components['schemas']['DestinationPageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createDestination: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DestinationInputDto'];
      };
    };
    responses: {
      /** @description Created. Location says where it is, ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destination": {
           *         "id": "dst_hook",
           *         "name": "Ops webhook",
           *         "type": "WEBHOOK",
           *         "enabled": true,
           *         "config": {
           *           "webhookUrl": "https://example.com/hook",
           *           "webhookMethod": "POST",
           *           "headers": []
           *         },
           *         "workspaceId": "ws_demo",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z",
           *         "transformation": {
           *           "id": "tr_mask",
           *           "version": 3
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['DestinationAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getDestination: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The destination, secrets masked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destination": {
           *         "id": "dst_hook",
           *         "name": "Ops webhook",
           *         "type": "WEBHOOK",
           *         "enabled": true,
           *         "config": {
           *           "webhookUrl": "https://example.com/hook",
           *           "webhookMethod": "POST",
           *           "headers": []
           *         },
           *         "workspaceId": "ws_demo",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z",
           *         "transformation": {
           *           "id": "tr_mask",
           *           "version": 3
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['DestinationAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  replaceDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DestinationInputDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destination": {
           *         "id": "dst_hook",
           *         "name": "Ops webhook",
           *         "type": "WEBHOOK",
           *         "enabled": true,
           *         "config": {
           *           "webhookUrl": "https://example.com/hook",
           *           "webhookMethod": "POST",
           *           "headers": []
           *         },
           *         "workspaceId": "ws_demo",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z",
           *         "transformation": {
           *           "id": "tr_mask",
           *           "version": 3
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['DestinationAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  deleteDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. Deletions that wait at it are aborted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  patchDestination: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes. */
    requestBody: {
      content: {
        'application/json': components['schemas']['DestinationPatchDto'];
        'application/merge-patch+json': components['schemas']['DestinationPatchDto'];
      };
    };
    responses: {
      /** @description Changed; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destination": {
           *         "id": "dst_hook",
           *         "name": "Ops webhook",
           *         "type": "WEBHOOK",
           *         "enabled": true,
           *         "config": {
           *           "webhookUrl": "https://example.com/hook",
           *           "webhookMethod": "POST",
           *           "headers": []
           *         },
           *         "workspaceId": "ws_demo",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z",
           *         "transformation": {
           *           "id": "tr_mask",
           *           "version": 3
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['DestinationAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getDestinationTransformation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformation": {
           *         "id": "tr_mask",
           *         "version": 3
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationLinkAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  connectTransformation: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TransformationLinkDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformation": {
           *         "id": "tr_mask",
           *         "version": 3
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationLinkAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  disconnectTransformation: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listDestinationTestCases: {
    parameters: {
      query?: {
        /** @description 100 items a page, in the order of their ids. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. */
        page?: number;
        /** @description Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early. */
        after?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCases": [
           *         {
           *           "id": "case_signed_up",
           *           "name": "A sign-up keeps its plan",
           *           "event": {
           *             "type": "track",
           *             "event": "Signed up",
           *             "userId": "user-1",
           *             "properties": {
           *               "plan": "pro"
           *             }
           *           },
           *           "stages": [
           *             "user_transform"
           *           ],
           *           "expected": [
           *             {
           *               "event": {
           *                 "type": "track",
           *                 "event": "Signed up",
           *                 "userId": "user-1",
           *                 "properties": {
           *                   "plan": "pro"
           *                 }
           *               }
           *             }
           *           ],
           *           "ignore": [
           *             "/0/event/receivedAt"
           *           ],
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "updatedAt": "2026-11-21T08:00:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 1
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCasePageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createDestinationTestCase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCaseInputDto'];
      };
    };
    responses: {
      /** @description Created. Location says where it is, ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getDestinationTestCase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  replaceDestinationTestCase: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCaseInputDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  deleteDestinationTestCase: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  patchDestinationTestCase: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes. */
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCasePatchDto'];
        'application/merge-patch+json': components['schemas']['TestCasePatchDto'];
      };
    };
    responses: {
      /** @description Changed; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  runDestinationTestCases: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunTestCasesDto'];
      };
    };
    responses: {
      /** @description What came of each case. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "passed": 0,
           *       "failed": 1,
           *       "errors": 0,
           *       "results": [
           *         {
           *           "id": "case_signed_up",
           *           "name": "A sign-up keeps its plan",
           *           "status": "failed",
           *           "actual": [
           *             {
           *               "event": {
           *                 "type": "track",
           *                 "event": "Signed up",
           *                 "userId": "user-1",
           *                 "properties": {
           *                   "plan": "free"
           *                 }
           *               }
           *             }
           *           ],
           *           "diff": [
           *             {
           *               "op": "replace",
           *               "path": "/0/event/properties/plan",
           *               "value": "free"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['TestCaseRunDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listConnections: {
    parameters: {
      query?: {
        /** @description 100 items a page, in the order of their ids. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. */
        page?: number;
        /** @description Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connections": [
           *         {
           *           "id": "con_web_hook",
           *           "sourceId": "src_web",
           *           "destinationId": "dst_hook",
           *           "enabled": true,
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "updatedAt": "2026-11-21T08:00:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 1
           *       }
           *     }
           */
          'application/json': components['schemas']['ConnectionPageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionInputDto'];
      };
    };
    responses: {
      /** @description Created. Location says where it is, ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "con_web_hook",
           *         "sourceId": "src_web",
           *         "destinationId": "dst_hook",
           *         "enabled": true,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ConnectionAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "con_web_hook",
           *         "sourceId": "src_web",
           *         "destinationId": "dst_hook",
           *         "enabled": true,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ConnectionAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  replaceConnection: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionInputDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "con_web_hook",
           *         "sourceId": "src_web",
           *         "destinationId": "dst_hook",
           *         "enabled": true,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ConnectionAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  deleteConnection: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  patchConnection: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes. */
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionPatchDto'];
        'application/merge-patch+json': components['schemas']['ConnectionPatchDto'];
      };
    };
    responses: {
      /** @description Changed; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "con_web_hook",
           *         "sourceId": "src_web",
           *         "destinationId": "dst_hook",
           *         "enabled": true,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ConnectionAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listTransformations: {
    parameters: {
      query?: {
        /** @description 100 items a page, in the order of their ids. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. */
        page?: number;
        /** @description Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformations": [
           *         {
           *           "id": "tr_mask",
           *           "name": "Mask e-mail",
           *           "code": "export function transformEvent(event) { delete event.context?.traits?.email; return event; }",
           *           "version": 3,
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "updatedAt": "2026-11-21T08:00:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 1
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationPageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createTransformation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TransformationInputDto'];
      };
    };
    responses: {
      /** @description Created. Location says where it is, ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformation": {
           *         "id": "tr_mask",
           *         "name": "Mask e-mail",
           *         "code": "export function transformEvent(event) { delete event.context?.traits?.email; return event; }",
           *         "version": 3,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getTransformation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformation": {
           *         "id": "tr_mask",
           *         "name": "Mask e-mail",
           *         "code": "export function transformEvent(event) { delete event.context?.traits?.email; return event; }",
           *         "version": 3,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  replaceTransformation: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TransformationInputDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformation": {
           *         "id": "tr_mask",
           *         "name": "Mask e-mail",
           *         "code": "export function transformEvent(event) { delete event.context?.traits?.email; return event; }",
           *         "version": 3,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  deleteTransformation: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  patchTransformation: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes. */
    requestBody: {
      content: {
        'application/json': components['schemas']['TransformationPatchDto'];
        'application/merge-patch+json': components['schemas']['TransformationPatchDto'];
      };
    };
    responses: {
      /** @description Changed; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformation": {
           *         "id": "tr_mask",
           *         "name": "Mask e-mail",
           *         "code": "export function transformEvent(event) { delete event.context?.traits?.email; return event; }",
           *         "version": 3,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listTransformationVersions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The versions, without code. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "versions": [
           *         {
           *           "number": 3,
           *           "current": true,
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "createdBy": "ci"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CodeVersionListDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getTransformationVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "version": {
           *         "number": 3,
           *         "current": true,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "createdBy": "ci",
           *         "code": "export function transformEvent(event) { delete event.context?.traits?.email; return event; }"
           *       }
           *     }
           */
          'application/json': components['schemas']['CodeVersionAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  restoreTransformationVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transformation": {
           *         "id": "tr_mask",
           *         "name": "Mask e-mail",
           *         "code": "export function transformEvent(event) { delete event.context?.traits?.email; return event; }",
           *         "version": 3,
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransformationAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listTransformationTestCases: {
    parameters: {
      query?: {
        /** @description 100 items a page, in the order of their ids. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. */
        page?: number;
        /** @description Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early. */
        after?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCases": [
           *         {
           *           "id": "case_signed_up",
           *           "name": "A sign-up keeps its plan",
           *           "event": {
           *             "type": "track",
           *             "event": "Signed up",
           *             "userId": "user-1",
           *             "properties": {
           *               "plan": "pro"
           *             }
           *           },
           *           "stages": [
           *             "user_transform"
           *           ],
           *           "expected": [
           *             {
           *               "event": {
           *                 "type": "track",
           *                 "event": "Signed up",
           *                 "userId": "user-1",
           *                 "properties": {
           *                   "plan": "pro"
           *                 }
           *               }
           *             }
           *           ],
           *           "ignore": [
           *             "/0/event/receivedAt"
           *           ],
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "updatedAt": "2026-11-21T08:00:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 1
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCasePageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createTransformationTestCase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCaseInputDto'];
      };
    };
    responses: {
      /** @description Created. Location says where it is, ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getTransformationTestCase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  replaceTransformationTestCase: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCaseInputDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  deleteTransformationTestCase: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  patchTransformationTestCase: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes. */
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCasePatchDto'];
        'application/merge-patch+json': components['schemas']['TestCasePatchDto'];
      };
    };
    responses: {
      /** @description Changed; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "A sign-up keeps its plan",
           *         "event": {
           *           "type": "track",
           *           "event": "Signed up",
           *           "userId": "user-1",
           *           "properties": {
           *             "plan": "pro"
           *           }
           *         },
           *         "stages": [
           *           "user_transform"
           *         ],
           *         "expected": [
           *           {
           *             "event": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             }
           *           }
           *         ],
           *         "ignore": [
           *           "/0/event/receivedAt"
           *         ],
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['TestCaseAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  runTransformationTestCases: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunTestCasesDto'];
      };
    };
    responses: {
      /** @description What came of each case. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "passed": 0,
           *       "failed": 1,
           *       "errors": 0,
           *       "results": [
           *         {
           *           "id": "case_signed_up",
           *           "name": "A sign-up keeps its plan",
           *           "status": "failed",
           *           "actual": [
           *             {
           *               "event": {
           *                 "type": "track",
           *                 "event": "Signed up",
           *                 "userId": "user-1",
           *                 "properties": {
           *                   "plan": "free"
           *                 }
           *               }
           *             }
           *           ],
           *           "diff": [
           *             {
           *               "op": "replace",
           *               "path": "/0/event/properties/plan",
           *               "value": "free"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['TestCaseRunDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listLibraries: {
    parameters: {
      query?: {
        /** @description 100 items a page, in the order of their ids. A page ends early where its records have more than 1 MiB together: follow `paging.next` until it is absent. */
        page?: number;
        /** @description Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "libraries": [
           *         {
           *           "id": "lib_pii",
           *           "name": "pii",
           *           "code": "export const hide = (s) => '***';",
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "updatedAt": "2026-11-21T08:00:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 1
           *       }
           *     }
           */
          'application/json': components['schemas']['LibraryPageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createLibrary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ModuleInputDto'];
      };
    };
    responses: {
      /** @description Created. Location says where it is, ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "library": {
           *         "id": "lib_pii",
           *         "name": "pii",
           *         "code": "export const hide = (s) => '***';",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['LibraryAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getLibrary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "library": {
           *         "id": "lib_pii",
           *         "name": "pii",
           *         "code": "export const hide = (s) => '***';",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['LibraryAnswerDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  replaceLibrary: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ModuleInputDto'];
      };
    };
    responses: {
      /** @description Replaced; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "library": {
           *         "id": "lib_pii",
           *         "name": "pii",
           *         "code": "export const hide = (s) => '***';",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['LibraryAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  deleteLibrary: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  patchLibrary: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes. */
    requestBody: {
      content: {
        'application/json': components['schemas']['ModulePatchDto'];
        'application/merge-patch+json': components['schemas']['ModulePatchDto'];
      };
    };
    responses: {
      /** @description Changed; its version is in ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "library": {
           *         "id": "lib_pii",
           *         "name": "pii",
           *         "code": "export const hide = (s) => '***';",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "updatedAt": "2026-11-21T08:00:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['LibraryAnswerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listDefinitions: {
    parameters: {
      query?: {
        /** @description Only the definition of this name. */
        name?: string;
      };
      header?: {
        /** @description ETag of an earlier answer; 304 when nothing has changed. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them, ordered by name. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "def_webhook",
           *         "name": "WEBHOOK",
           *         "displayName": "Webhook",
           *         "category": "webhook",
           *         "provider": "native",
           *         "config": {
           *           "destConfig": {
           *             "defaultConfig": [
           *               "webhookUrl",
           *               "webhookMethod",
           *               "headers",
           *               "header",
           *               "deletionUrl",
           *               "deletionSecret"
           *             ]
           *           },
           *           "fields": {
           *             "webhookUrl": {
           *               "type": "string",
           *               "secret": true
           *             },
           *             "webhookMethod": {
           *               "type": "string",
           *               "choices": [
           *                 "POST",
           *                 "GET",
           *                 "PUT",
           *                 "PATCH",
           *                 "DELETE"
           *               ],
           *               "default": "POST"
           *             },
           *             "headers": {
           *               "type": "array",
           *               "items": {
           *                 "type": "object",
           *                 "members": {
           *                   "from": {
           *                     "type": "string"
           *                   },
           *                   "to": {
           *                     "type": "string"
           *                   }
           *                 }
           *               }
           *             },
           *             "header": {
           *               "type": "array",
           *               "items": {
           *                 "type": "object",
           *                 "members": {
           *                   "from": {
           *                     "type": "string"
           *                   },
           *                   "to": {
           *                     "type": "string"
           *                   }
           *                 }
           *               },
           *               "replacedBy": "headers"
           *             },
           *             "deletionUrl": {
           *               "type": "string",
           *               "secret": true
           *             },
           *             "deletionSecret": {
           *               "type": "string",
           *               "secret": true
           *             }
           *           },
           *           "secretKeys": [
           *             "webhookUrl",
           *             "headers.to",
           *             "header.to",
           *             "deletionUrl",
           *             "deletionSecret"
           *           ],
           *           "supportedMessageTypes": [
           *             "identify",
           *             "track",
           *             "page",
           *             "screen",
           *             "group",
           *             "alias"
           *           ],
           *           "supportedConnectionModes": [
           *             "cloud"
           *           ]
           *         },
           *         "capabilities": {
           *           "test": {
           *             "supported": true
           *           },
           *           "deletion": {
           *             "supported": true,
           *             "identifiers": [
           *               "userId"
           *             ],
           *             "batchSize": 100,
           *             "requestsPerSecond": 100,
           *             "acceptedDays": 30
           *           }
           *         }
           *       }
           *     ]
           */
          'application/json': components['schemas']['DestinationDefinitionDto'][];
        };
      };
      /** @description As it was. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getDefinition: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier answer; 304 when nothing has changed. */
        'If-None-Match'?: string;
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The definition. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "def_webhook",
           *       "name": "WEBHOOK",
           *       "displayName": "Webhook",
           *       "category": "webhook",
           *       "provider": "native",
           *       "config": {
           *         "destConfig": {
           *           "defaultConfig": [
           *             "webhookUrl",
           *             "webhookMethod",
           *             "headers",
           *             "header",
           *             "deletionUrl",
           *             "deletionSecret"
           *           ]
           *         },
           *         "fields": {
           *           "webhookUrl": {
           *             "type": "string",
           *             "secret": true
           *           },
           *           "webhookMethod": {
           *             "type": "string",
           *             "choices": [
           *               "POST",
           *               "GET",
           *               "PUT",
           *               "PATCH",
           *               "DELETE"
           *             ],
           *             "default": "POST"
           *           },
           *           "headers": {
           *             "type": "array",
           *             "items": {
           *               "type": "object",
           *               "members": {
           *                 "from": {
           *                   "type": "string"
           *                 },
           *                 "to": {
           *                   "type": "string"
           *                 }
           *               }
           *             }
           *           },
           *           "header": {
           *             "type": "array",
           *             "items": {
           *               "type": "object",
           *               "members": {
           *                 "from": {
           *                   "type": "string"
           *                 },
           *                 "to": {
           *                   "type": "string"
           *                 }
           *               }
           *             },
           *             "replacedBy": "headers"
           *           },
           *           "deletionUrl": {
           *             "type": "string",
           *             "secret": true
           *           },
           *           "deletionSecret": {
           *             "type": "string",
           *             "secret": true
           *           }
           *         },
           *         "secretKeys": [
           *           "webhookUrl",
           *           "headers.to",
           *           "header.to",
           *           "deletionUrl",
           *           "deletionSecret"
           *         ],
           *         "supportedMessageTypes": [
           *           "identify",
           *           "track",
           *           "page",
           *           "screen",
           *           "group",
           *           "alias"
           *         ],
           *         "supportedConnectionModes": [
           *           "cloud"
           *         ]
           *       },
           *       "capabilities": {
           *         "test": {
           *           "supported": true
           *         },
           *         "deletion": {
           *           "supported": true,
           *           "identifiers": [
           *             "userId"
           *           ],
           *           "batchSize": 100,
           *           "requestsPerSecond": 100,
           *           "acceptedDays": 30
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['DestinationDefinitionDto'];
        };
      };
      /** @description As it was. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  testDestination: {
    parameters: {
      query?: {
        /** @description Tests a destination that is disabled, too. */
        force?: boolean;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestDestinationRequestDto'];
      };
    };
    responses: {
      /** @description What each stage made of the event. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destinationId": "dst_hook",
           *       "destination": "WEBHOOK",
           *       "destinationName": "Ops webhook",
           *       "data": [
           *         {
           *           "user_transformed_payload": {
           *             "type": "track",
           *             "event": "Signed up",
           *             "userId": "user-1",
           *             "properties": {
           *               "plan": "pro"
           *             }
           *           },
           *           "dest_transformed_payload": [
           *             {
           *               "version": "1",
           *               "type": "REST",
           *               "method": "POST",
           *               "endpoint": "https://example.com/hook",
           *               "headers": {
           *                 "content-type": "application/json"
           *               },
           *               "params": {},
           *               "body": {
           *                 "JSON": {
           *                   "type": "track",
           *                   "event": "Signed up",
           *                   "userId": "user-1",
           *                   "properties": {
           *                     "plan": "pro"
           *                   }
           *                 },
           *                 "JSON_ARRAY": {},
           *                 "XML": {},
           *                 "FORM": {}
           *               },
           *               "files": {},
           *               "userId": ""
           *             }
           *           ],
           *           "destination_response": [
           *             {
           *               "ok": true
           *             }
           *           ],
           *           "destination_response_status": [
           *             200
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json':
            | components['schemas']['TestResultDto']
            | components['schemas']['UntestedDestinationDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       *
       *     `invalid_message_type`: The `type` of a test message is missing, not a string, or none of identify, track, page, screen, group, alias.
       *
       *     `destination_not_supported`: Events reach destinations of this type other than by HTTP requests. `GET /destination-definitions` says why.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  testUnsavedDestination: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestUnsavedDestinationRequestDto'];
      };
    };
    responses: {
      /** @description What each stage made of the event. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "destination": "WEBHOOK",
           *       "data": [
           *         {
           *           "dest_transformed_payload": [
           *             {
           *               "version": "1",
           *               "type": "REST",
           *               "method": "POST",
           *               "endpoint": "https://example.com/hook",
           *               "headers": {
           *                 "content-type": "application/json"
           *               },
           *               "params": {},
           *               "body": {
           *                 "JSON": {
           *                   "type": "track",
           *                   "event": "Signed up",
           *                   "userId": "user-1",
           *                   "properties": {
           *                     "plan": "pro"
           *                   }
           *                 },
           *                 "JSON_ARRAY": {},
           *                 "XML": {},
           *                 "FORM": {}
           *               },
           *               "files": {},
           *               "userId": ""
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json':
            | components['schemas']['UnsavedTestResultDto']
            | components['schemas']['UntestedUnsavedDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       *
       *     `invalid_message_type`: The `type` of a test message is missing, not a string, or none of identify, track, page, screen, group, alias.
       *
       *     `destination_not_supported`: Events reach destinations of this type other than by HTTP requests. `GET /destination-definitions` says why.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  testSource: {
    parameters: {
      query?: {
        /** @description Tests a source that is disabled, and disabled destinations, too. */
        force?: boolean;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestSourceRequestDto'];
      };
    };
    responses: {
      /** @description One element for each connected destination, in the order of the connections. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "destinationId": "dst_hook",
           *         "destination": "WEBHOOK",
           *         "destinationName": "Ops webhook",
           *         "data": [
           *           {
           *             "user_transformed_payload": {
           *               "type": "track",
           *               "event": "Signed up",
           *               "userId": "user-1",
           *               "properties": {
           *                 "plan": "pro"
           *               }
           *             },
           *             "dest_transformed_payload": [
           *               {
           *                 "version": "1",
           *                 "type": "REST",
           *                 "method": "POST",
           *                 "endpoint": "https://example.com/hook",
           *                 "headers": {
           *                   "content-type": "application/json"
           *                 },
           *                 "params": {},
           *                 "body": {
           *                   "JSON": {
           *                     "type": "track",
           *                     "event": "Signed up",
           *                     "userId": "user-1",
           *                     "properties": {
           *                       "plan": "pro"
           *                     }
           *                   },
           *                   "JSON_ARRAY": {},
           *                   "XML": {},
           *                   "FORM": {}
           *                 },
           *                 "files": {},
           *                 "userId": ""
           *               }
           *             ],
           *             "destination_response": [
           *               {
           *                 "ok": true
           *               }
           *             ],
           *             "destination_response_status": [
           *               200
           *             ]
           *           }
           *         ]
           *       },
           *       {
           *         "destinationId": "dst_old",
           *         "destinationName": "Old webhook",
           *         "error": "Destination with id dst_old is disabled"
           *       }
           *     ]
           */
          'application/json': (
            components['schemas']['TestResultDto'] | components['schemas']['UntestedDestinationDto']
          )[];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       *
       *     `invalid_message_type`: The `type` of a test message is missing, not a string, or none of identify, track, page, screen, group, alias.
       *
       *     `source_disabled`: Enable the source, or test it with `force=true`.
       *
       *     `source_not_connected`: Connect the source to a destination: `POST /v2/connections`.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  testTransformation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestTransformationRequestDto'];
      };
    };
    responses: {
      /** @description What came of each event. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "output": [
           *             {
           *               "event": {
           *                 "type": "track",
           *                 "event": "Signed up",
           *                 "userId": "user-1",
           *                 "properties": {
           *                   "plan": "pro"
           *                 }
           *               }
           *             }
           *           ],
           *           "dropped": false,
           *           "logs": [
           *             {
           *               "text": "track",
           *               "line": 1,
           *               "column": 43
           *             }
           *           ],
           *           "ms": 1.8
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['TransformationTestDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       *
       *     `destination_not_supported`: Events reach destinations of this type other than by HTTP requests. `GET /destination-definitions` says why.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The token, without its secret. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "workspace": {
           *         "id": "ws_demo",
           *         "name": "Demo"
           *       },
           *       "token": {
           *         "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *         "name": "ci",
           *         "email": "ci@example.com",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "expiresAt": "2027-02-19T08:00:00.000Z"
           *       },
           *       "scopes": [
           *         "regulations:read",
           *         "catalog:read"
           *       ]
           *     }
           */
          'application/json': components['schemas']['MeDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listTokens: {
    parameters: {
      query?: {
        /** @description 100 items a page. */
        page?: number;
        /** @description Those of one state. */
        state?: 'active' | 'expired' | 'revoked';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tokens": [
           *         {
           *           "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *           "state": "active",
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "createdBy": "demo admin",
           *           "name": "ci",
           *           "email": "ci@example.com",
           *           "scopes": [
           *             "regulations:read",
           *             "catalog:read"
           *           ],
           *           "expiresAt": "2027-02-19T08:00:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 101,
           *         "next": "/v2/tokens?page=2"
           *       }
           *     }
           */
          'application/json': components['schemas']['TokenPageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TokenInputDto'];
      };
    };
    responses: {
      /** @description Created. Its secret is shown only now. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": {
           *         "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *         "state": "active",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "createdBy": "demo admin",
           *         "name": "ci",
           *         "email": "ci@example.com",
           *         "scopes": [
           *           "regulations:read",
           *           "catalog:read"
           *         ],
           *         "expiresAt": "2027-02-19T08:00:00.000Z"
           *       },
           *       "secret": "lth_…"
           *     }
           */
          'application/json': components['schemas']['NewTokenDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  revokeToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  listDataPlanes: {
    parameters: {
      query?: {
        /** @description 100 items a page. */
        page?: number;
        /** @description Those of one state. */
        state?: 'active' | 'expired' | 'revoked';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dataPlanes": [
           *         {
           *           "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *           "state": "active",
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "createdBy": "demo admin",
           *           "name": "eu-1",
           *           "lastUsedAt": "2026-11-21T08:05:00.000Z"
           *         }
           *       ],
           *       "paging": {
           *         "total": 1
           *       }
           *     }
           */
          'application/json': components['schemas']['DataPlanePageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createDataPlane: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DataPlaneInputDto'];
      };
    };
    responses: {
      /** @description Created. Its secret is shown only now. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dataPlane": {
           *         "id": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11",
           *         "state": "active",
           *         "createdAt": "2026-11-21T08:00:00.000Z",
           *         "createdBy": "demo admin",
           *         "name": "eu-1",
           *         "lastUsedAt": "2026-11-21T08:05:00.000Z"
           *       },
           *       "secret": "lth_dp_…"
           *     }
           */
          'application/json': components['schemas']['NewDataPlaneDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  revokeDataPlane: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the console asks; no form and no other site can send it. */
        'X-Lethe-Console': '1';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "createdAt": "2026-11-21T08:00:00.000Z",
           *       "expiresAt": "2026-11-22T08:00:00.000Z",
           *       "idleExpiresAt": "2026-11-21T16:00:00.000Z",
           *       "workspaceId": "ws_demo",
           *       "tokenId": "0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11"
           *     }
           */
          'application/json': components['schemas']['SessionDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  beginSession: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the console asks; no form and no other site can send it. */
        'X-Lethe-Console': '1';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInDto'];
      };
    };
    responses: {
      /** @description Signed in. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the console asks; no form and no other site can send it. */
        'X-Lethe-Console': '1';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  getSignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The ways to sign in. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": true,
           *       "singleSignOn": {
           *         "name": "Okta",
           *         "href": "/console/sign-in/oidc"
           *       }
           *     }
           */
          'application/json': components['schemas']['SignInWaysDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  createSignInCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Made. It is shown only now. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "code": "…",
           *       "href": "https://lethe.example.com/console/sign-in#code=…",
           *       "expiresAt": "2026-11-21T08:01:00.000Z"
           *     }
           */
          'application/json': components['schemas']['SignInCodeDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  lookUpSignInCode: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the console asks; no form and no other site can send it. */
        'X-Lethe-Console': '1';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookUpSignInCodeDto'];
      };
    };
    responses: {
      /** @description Workspace and token. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "workspace": {
           *         "id": "ws_demo",
           *         "name": "Demo"
           *       },
           *       "token": {
           *         "name": "demo admin"
           *       }
           *     }
           */
          'application/json': components['schemas']['SignInCodeOwnerDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  ofWorkspace: {
    parameters: {
      query?: {
        pageSize?: number;
        /** @description Of an earlier page, any of them, at any time; from the beginning without it, or when it means nothing. Or base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`: changes since that time. */
        pageToken?: string;
      };
      header?: never;
      path: {
        /** @description The workspace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of changes, in their order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "workspaceId": "ws_demo",
           *           "userId": "user-4711",
           *           "canceled": false,
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "sourceIds": []
           *         },
           *         {
           *           "workspaceId": "ws_demo",
           *           "userId": "user-4712",
           *           "canceled": true,
           *           "createdAt": "2026-11-21T08:00:01.000Z",
           *           "sourceIds": [
           *             "src_web"
           *           ]
           *         }
           *       ],
           *       "token": "AQGS8MF8PgAAYlDvQxwAAAAAAAAC"
           *     }
           */
          'application/json': components['schemas']['SuppressionPageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  ofNamespace: {
    parameters: {
      query?: {
        pageSize?: number;
        /** @description Of an earlier page, any of them, at any time; from the beginning without it, or when it means nothing. Or base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`: changes since that time. */
        pageToken?: string;
      };
      header?: never;
      path: {
        /** @description The namespace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of changes, in their order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "workspaceId": "ws_demo",
           *           "userId": "user-4711",
           *           "canceled": false,
           *           "createdAt": "2026-11-21T08:00:00.000Z",
           *           "sourceIds": []
           *         },
           *         {
           *           "workspaceId": "ws_demo",
           *           "userId": "user-4712",
           *           "canceled": true,
           *           "createdAt": "2026-11-21T08:00:01.000Z",
           *           "sourceIds": [
           *             "src_web"
           *           ]
           *         }
           *       ],
           *       "token": "AQGS8MF8PgAAYlDvQxwAAAAAAAAC"
           *     }
           */
          'application/json': components['schemas']['SuppressionPageDto'];
        };
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  offerWorkspaceJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "jobId": "4711",
           *       "workspaceId": "ws_demo",
           *       "destinationId": "dst_hook",
           *       "userAttributes": [
           *         {
           *           "userId": "user-1",
           *           "email": "user-1@example.com"
           *         }
           *       ],
           *       "failedAttempts": 0
           *     }
           */
          'application/json': components['schemas']['WorkerJobDto'];
        };
      };
      /** @description Nothing to do now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  offerNamespaceJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The namespace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "jobId": "4711",
           *       "workspaceId": "ws_demo",
           *       "destinationId": "dst_hook",
           *       "userAttributes": [
           *         {
           *           "userId": "user-1",
           *           "email": "user-1@example.com"
           *         }
           *       ],
           *       "failedAttempts": 0
           *     }
           */
          'application/json': components['schemas']['WorkerJobDto'];
        };
      };
      /** @description Nothing to do now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  takeWorkspaceUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace of the credentials. */
        id: string;
        /** @description Of the job. */
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['WorkerJobUpdateDto'];
      };
    };
    responses: {
      /** @description Taken. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  takeNamespaceUpdate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The namespace of the credentials. */
        id: string;
        /** @description Of the job. */
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['WorkerJobUpdateDto'];
      };
    };
    responses: {
      /** @description Taken. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  workspaceConfig: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier answer; 304 when nothing has changed. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The configuration, with an ETag. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "workspaceId": "ws_demo",
           *       "updatedAt": "2026-11-21T08:00:00.000Z",
           *       "libraries": [
           *         {
           *           "versionId": "ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa"
           *         }
           *       ],
           *       "settings": {
           *         "dataRetention": {}
           *       },
           *       "accounts": {},
           *       "sources": [
           *         {
           *           "id": "src_web",
           *           "name": "Website",
           *           "writeKey": "wk_web",
           *           "enabled": true,
           *           "workspaceId": "ws_demo",
           *           "config": {},
           *           "sourceDefinition": {
           *             "id": "Javascript",
           *             "name": "Javascript",
           *             "category": null,
           *             "type": null
           *           },
           *           "destinations": [
           *             {
           *               "id": "dst_hook",
           *               "name": "Ops webhook",
           *               "enabled": true,
           *               "workspaceId": "ws_demo",
           *               "isProcessorEnabled": true,
           *               "config": {
           *                 "webhookUrl": "https://example.com/hook",
           *                 "webhookMethod": "POST",
           *                 "headers": []
           *               },
           *               "destinationDefinition": {
           *                 "id": "def_webhook",
           *                 "name": "WEBHOOK",
           *                 "displayName": "Webhook",
           *                 "config": {}
           *               },
           *               "revisionId": "n4bQgYhMfWWaL-qgxVrQFa",
           *               "transformations": [
           *                 {
           *                   "id": "tr_mask",
           *                   "versionId": "ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa"
           *                 }
           *               ]
           *             }
           *           ]
           *         }
           *       ],
           *       "connections": {
           *         "con_1": {
           *           "sourceId": "src_web",
           *           "destinationId": "dst_hook",
           *           "enabled": true
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['WorkspaceConfigurationDto'];
        };
      };
      /** @description As it was. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  namespaceConfig: {
    parameters: {
      query?: {
        /** @description Newest `updatedAt` of an earlier answer: workspaces that have not changed since are null. What is no time is ignored. */
        updatedAfter?: string;
      };
      header?: {
        /** @description ETag of an earlier answer; 304 when nothing has changed. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The namespace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Configurations by workspace; null is as it was. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ws_demo": {
           *         "workspaceId": "ws_demo",
           *         "updatedAt": "2026-11-21T08:00:00.000Z",
           *         "libraries": [
           *           {
           *             "versionId": "ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa"
           *           }
           *         ],
           *         "settings": {
           *           "dataRetention": {}
           *         },
           *         "accounts": {},
           *         "sources": [
           *           {
           *             "id": "src_web",
           *             "name": "Website",
           *             "writeKey": "wk_web",
           *             "enabled": true,
           *             "workspaceId": "ws_demo",
           *             "config": {},
           *             "sourceDefinition": {
           *               "id": "Javascript",
           *               "name": "Javascript",
           *               "category": null,
           *               "type": null
           *             },
           *             "destinations": [
           *               {
           *                 "id": "dst_hook",
           *                 "name": "Ops webhook",
           *                 "enabled": true,
           *                 "workspaceId": "ws_demo",
           *                 "isProcessorEnabled": true,
           *                 "config": {
           *                   "webhookUrl": "https://example.com/hook",
           *                   "webhookMethod": "POST",
           *                   "headers": []
           *                 },
           *                 "destinationDefinition": {
           *                   "id": "def_webhook",
           *                   "name": "WEBHOOK",
           *                   "displayName": "Webhook",
           *                   "config": {}
           *                 },
           *                 "revisionId": "n4bQgYhMfWWaL-qgxVrQFa",
           *                 "transformations": [
           *                   {
           *                     "id": "tr_mask",
           *                     "versionId": "ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa"
           *                   }
           *                 ]
           *               }
           *             ]
           *           }
           *         ],
           *         "connections": {
           *           "con_1": {
           *             "sourceId": "src_web",
           *             "destinationId": "dst_hook",
           *             "enabled": true
           *           }
           *         }
           *       },
           *       "ws_other": null
           *     }
           */
          'application/json': {
            [key: string]: components['schemas']['WorkspaceConfigurationDto'] | null;
          };
        };
      };
      /** @description As it was. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  takeWorkspaceSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DataPlaneSettingsDto'];
      };
    };
    responses: {
      /** @description Taken. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  takeNamespaceSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The namespace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DataPlaneSettingsDto'];
      };
    };
    responses: {
      /** @description Taken. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50).
       *
       *     `invalid_json`: The body is not UTF-8, not JSON, or nested too deeply to be read.
       */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  transformationByVersion: {
    parameters: {
      query: {
        versionId: string;
      };
      header?: {
        /** @description ETag of an earlier answer; 304 when nothing has changed. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transformation. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "tr_mask",
           *       "versionId": "ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa",
           *       "name": "Mask e-mail",
           *       "workspaceId": "ws_demo",
           *       "code": "export function transformEvent(event) { return event; }",
           *       "codeVersion": "1",
           *       "language": "javascript"
           *     }
           */
          'application/json': components['schemas']['TransformationVersionDto'];
        };
      };
      /** @description As it was. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  libraryByVersion: {
    parameters: {
      query: {
        versionId: string;
      };
      header?: {
        /** @description ETag of an earlier answer; 304 when nothing has changed. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The library. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "pii",
           *       "handleName": "pii",
           *       "importName": "pii",
           *       "versionId": "ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa",
           *       "code": "export const hide = () => '***';",
           *       "language": "javascript",
           *       "workspaceId": "ws_demo"
           *     }
           */
          'application/json': components['schemas']['LibraryVersionDto'];
        };
      };
      /** @description As it was. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, parameter or member of the body breaks a rule. `details` names each offending path (at most 50). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorAnswerDto'];
        };
      };
    };
  };
  live: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It should. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "alive"
           *     }
           */
          'application/json': components['schemas']['LivenessDto'];
        };
      };
      /** @description Only a restart helps. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "dead"
           *     }
           */
          'application/json': components['schemas']['LivenessDto'];
        };
      };
    };
  };
  ready: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It does. What is down makes single requests fail. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "reasons": [],
           *       "checks": {
           *         "database": "up",
           *         "regulation": "down"
           *       }
           *     }
           */
          'application/json': components['schemas']['ReadinessDto'];
        };
      };
      /** @description Not now, see reasons. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "not_ready",
           *       "reasons": [
           *         "draining"
           *       ],
           *       "checks": {
           *         "database": "up",
           *         "regulation": "up"
           *       }
           *     }
           */
          'application/json': components['schemas']['ReadinessDto'];
        };
      };
    };
  };
}
