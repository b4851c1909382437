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
     * @description Newest first. A client that reads all pages gets each regulation that existed at the start exactly once. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. Requires the scope `regulations:read`.
     */
    get: operations['listRegulations'];
    put?: never;
    /**
     * Create regulations
     * @description Creates one regulation for each user: all of them or none. Exact repeats of a user in one request create one regulation. Requires the scope `regulations:suppress` or `regulations:delete`, depending on the type.
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
     * @description Shows the regulation with the state of its deletions. Requires the scope `regulations:read`.
     */
    get: operations['getRegulation'];
    put?: never;
    post?: never;
    /**
     * Cancel a regulation
     * @description A canceled regulation cannot become active again. Repeating the request changes nothing. Deleted data stays deleted. Requires the scope `regulations:suppress` or `regulations:delete`, depending on the type.
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
     * Look up a user
     * @description Shows where and since when the user is suppressed, the regulations of the user, and the state of each deletion. An e-mail address or phone number finds a user only if a regulation was created with it and still has its identifiers. `otherIds` counts other ids with the same suppression key: they may belong to other persons. Requires the scope `regulations:read`.
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
     * Find users by the beginning of their ids
     * @description Sorted by the bytes of the userId. Requires the scope `regulations:read`.
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
     * Cancel all regulations that suppress a user
     * @description Cancels all of them or none. Repeating the request changes nothing. A 409 means that a deletion of the user is open, or that `userIds` must also have other ids with the same suppression key; the message names these ids. Requires the scope `regulations:suppress`, `regulations:delete`, or both, depending on the types of the regulations.
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
     * @description Newest first. Requires the scope `regulations:read`.
     */
    get: operations['listImports'];
    put?: never;
    /**
     * Import a file of users
     * @description Creates a regulation for each row of a file. The body is the file, of at most 100 MiB. Lethe answers when the file is stored, and processes the rows afterwards. If the connection breaks, Lethe keeps the received bytes, and `PATCH` continues the upload. Requires the scope `regulations:suppress` or `regulations:delete`, depending on the type.
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
     * @description Shows the progress of the import. Requires the scope `regulations:read`.
     */
    get: operations['getImport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Continue the upload of a file
     * @description The body is the rest of the file, or a part of it, from the offset `receivedBytes`. A 409 names the expected offset. Requires the same scope as the import.
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
     * @description The answer is CSV with the delimiter of the file. Its columns are `line`, `column`, `reason`, the columns of the file, and `escaped` with the value `lethe`. A `'` precedes a text that a spreadsheet would read as a formula. If you correct this file and import it, Lethe removes these additions. Without `limit`, the answer has all rows. With `limit`, it has one page; for the next page, set `after_line` to the line of the last row. A page with long rows has fewer rows, and a page without rows is the end. Lethe keeps the first 100000 refused rows for 7 days. Requires the scope `regulations:read`.
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
     * @description Regulations that were created before stay, and `created` is their number. Repeating the request changes nothing. Requires the same scope as the import.
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
     * @description Newest first. A client that reads all pages gets each job that existed at the start exactly once. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. Requires the scope `regulations:read`.
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
     * Summarize deletion jobs
     * @description Shows the number of jobs and the creation time of the oldest job, by destination and state. Requires the scope `regulations:read`.
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
     * Show a deletion job
     * @description Shows the job with its attempts: the outcome, the worker, the reason, and the time of the next attempt. Requires the scope `regulations:read`.
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
     * Retry aborted jobs
     * @description Retries the jobs that the body selects, oldest first. Creates a new job for the users of each one, without users that are canceled or already in a later job. Therefore repeating the request is safe. Requires the scope `regulations:delete`.
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
     * Retry the deletion of one user
     * @description Retries the deletion at each destination where it is aborted. Requires the scope `regulations:delete`.
     */
    post: operations['retryRegulation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/deletion-jobs/{id}/exception': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Close an aborted job with an exception
     * @description Closes a job that failed permanently, for a deletion that cannot be carried out. The job becomes `excepted`, and is no longer overdue. An exception cannot be taken back or changed, and the job cannot be retried. Repeating the request with the same reason and basis changes nothing. Requires the scope `regulations:delete`.
     */
    post: operations['exceptDeletionJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/regulations/{id}/extension': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Extend the deadline of a regulation
     * @description Moves the deadline once, before it has passed, as the law allows: with `gdpr` to three months after `receivedAt`, with `ccpa` to 90 days. Without a `law`, it is refused. Repeating the request with the same reason changes nothing. Requires the scope `regulations:delete`.
     */
    post: operations['extendRegulation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v2/regulations/{id}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify the deletion of one user now
     * @description Asks each destination at which the deletion is complete whether it has data of the user again. The regulation shows the answers in `verification`. The verification that follows from the deletion is still carried out. Repeating the request before the destinations have answered changes nothing. Requires the scope `regulations:delete`.
     */
    post: operations['verifyRegulation'];
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
     * @description No worker gets a job of the destination until a person resumes the deletions. Jobs that a worker already leased go on. Repeating the request changes nothing. Requires the scope `regulations:delete`.
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
     * @description Also ends a delay that a limit, a conflict, an outage or a failure caused. Repeating the request changes nothing. Requires the scope `regulations:delete`.
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
     * Claim a deletion job
     * @description Claims a job that waits at a `CUSTOM` destination. No other worker gets the job until its lease ends. With `verifications`, a claim can also get a verification. Requires the scope `deletions:work`.
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
     * Renew the lease of a deletion job
     * @description Renews the lease for `leaseSeconds` from now. After a 409, the worker no longer has the lease and must stop its work on the job. Requires the scope `deletions:work`.
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
     * Report the outcome of a deletion job
     * @description Ends the lease. Repeating the same report changes nothing. Requires the scope `deletions:work`.
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
     * Follow the changes in the workspace
     * @description Server-sent events, until the client or the gateway closes the connection. With `Last-Event-ID`, the stream begins with the missed events of the last 10 minutes. The event `reset` says that the missed events are no longer known. The schema describes the `data` of each event. Requires the scope `regulations:read`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['listSources'];
    put?: never;
    /**
     * Create a source
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getSource'];
    /**
     * Replace a source
     * @description Requires the scope `catalog:write`.
     */
    put: operations['replaceSource'];
    post?: never;
    /**
     * Delete a source
     * @description Requires the scope `catalog:write`.
     */
    delete: operations['deleteSource'];
    options?: never;
    head?: never;
    /**
     * Change a source
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['listDestinations'];
    put?: never;
    /**
     * Create a destination
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getDestination'];
    /**
     * Replace a destination
     * @description Requires the scope `catalog:write`.
     */
    put: operations['replaceDestination'];
    post?: never;
    /**
     * Delete a destination
     * @description Requires the scope `catalog:write`.
     */
    delete: operations['deleteDestination'];
    options?: never;
    head?: never;
    /**
     * Change a destination
     * @description Requires the scope `catalog:write`.
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
     * Show the transformation of a destination
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getDestinationTransformation'];
    /**
     * Replace the transformation of a destination
     * @description Requires the scope `catalog:write`.
     */
    put: operations['connectTransformation'];
    post?: never;
    /**
     * Disconnect the transformation of a destination
     * @description Requires the scope `catalog:write`.
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
     * List destination test cases
     * @description Requires the scope `catalog:read`.
     */
    get: operations['listDestinationTestCases'];
    put?: never;
    /**
     * Create a test case of a destination
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getDestinationTestCase'];
    /**
     * Replace a test case of a destination
     * @description Requires the scope `catalog:write`.
     */
    put: operations['replaceDestinationTestCase'];
    post?: never;
    /**
     * Delete a test case of a destination
     * @description Requires the scope `catalog:write`.
     */
    delete: operations['deleteDestinationTestCase'];
    options?: never;
    head?: never;
    /**
     * Change a test case of a destination
     * @description Requires the scope `catalog:write`.
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
     * @description Runs all saved test cases, those in `ids`, or those in `cases`, with the saved code or with `code`. Each test case runs separately, and nothing is sent to a destination. A failed test case is a result with status 200. Requires the scopes `tests:run` and `catalog:read`. Without the scope `catalog:write`, `getCredential` returns placeholders and `fetch` fails.
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
     * List connections
     * @description Requires the scope `catalog:read`.
     */
    get: operations['listConnections'];
    put?: never;
    /**
     * Create a connection
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getConnection'];
    /**
     * Replace a connection
     * @description Requires the scope `catalog:write`.
     */
    put: operations['replaceConnection'];
    post?: never;
    /**
     * Delete a connection
     * @description Requires the scope `catalog:write`.
     */
    delete: operations['deleteConnection'];
    options?: never;
    head?: never;
    /**
     * Change a connection
     * @description Requires the scope `catalog:write`.
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
     * List transformations
     * @description Requires the scope `catalog:read`.
     */
    get: operations['listTransformations'];
    put?: never;
    /**
     * Create a transformation
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getTransformation'];
    /**
     * Replace a transformation
     * @description Requires the scope `catalog:write`.
     */
    put: operations['replaceTransformation'];
    post?: never;
    /**
     * Delete a transformation
     * @description Requires the scope `catalog:write`.
     */
    delete: operations['deleteTransformation'];
    options?: never;
    head?: never;
    /**
     * Change a transformation
     * @description Requires the scope `catalog:write`.
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
     * @description The newest 100 versions of the code, newest first. Requires the scope `catalog:read`.
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
     * @description A version never changes. Requires the scope `catalog:read`.
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
     * @description Creates a new version with the code of this version, unless it is already the current code. The name of the transformation stays. Requires the scope `catalog:write`.
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
     * List transformation test cases
     * @description Requires the scope `catalog:read`.
     */
    get: operations['listTransformationTestCases'];
    put?: never;
    /**
     * Create a test case of a transformation
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getTransformationTestCase'];
    /**
     * Replace a test case of a transformation
     * @description Requires the scope `catalog:write`.
     */
    put: operations['replaceTransformationTestCase'];
    post?: never;
    /**
     * Delete a test case of a transformation
     * @description Requires the scope `catalog:write`.
     */
    delete: operations['deleteTransformationTestCase'];
    options?: never;
    head?: never;
    /**
     * Change a test case of a transformation
     * @description Requires the scope `catalog:write`.
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
     * @description Runs all saved test cases, those in `ids`, or those in `cases`, with the saved code or with `code`. Each test case runs separately, and nothing is sent to a destination. A failed test case is a result with status 200. Requires the scopes `tests:run` and `catalog:read`. Without the scope `catalog:write`, `getCredential` returns placeholders and `fetch` fails.
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
     * List libraries
     * @description Requires the scope `catalog:read`.
     */
    get: operations['listLibraries'];
    put?: never;
    /**
     * Create a transformation library
     * @description Requires the scope `catalog:write`.
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
     * @description Requires the scope `catalog:read`.
     */
    get: operations['getLibrary'];
    /**
     * Replace a transformation library
     * @description Requires the scope `catalog:write`.
     */
    put: operations['replaceLibrary'];
    post?: never;
    /**
     * Delete a transformation library
     * @description Requires the scope `catalog:write`.
     */
    delete: operations['deleteLibrary'];
    options?: never;
    head?: never;
    /**
     * Change a transformation library
     * @description Requires the scope `catalog:write`.
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
     * @description Pushes one event through the stages that `stage` selects, and shows the result of each stage. An answer of a destination, even an error, is a result with status 200. A request to a destination is never sent twice. The test uses the state that was saved before the request. The header `Lethe-Versions` names the versions that ran. Requires the scope `tests:run`, and `tests:send` to send the event.
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
     * @description Pushes one event through the stages that `stage` selects, and shows the result of each stage. The body describes the destination, and Lethe does not store it. An answer of a destination, even an error, is a result with status 200. A request to a destination is never sent twice. The test uses the state that was saved before the request. The header `Lethe-Versions` names the versions that ran. Requires the scope `tests:run`, and `tests:send` to send the event.
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
     * @description Pushes one event through the stages that `stage` selects, and shows the result of each stage. An answer of a destination, even an error, is a result with status 200. A request to a destination is never sent twice. The test uses the state that was saved before the request. The header `Lethe-Versions` names the versions that ran. Requires the scope `tests:run`, and `tests:send` to send the event.
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
     * @description Runs code on events. With `destinationId`, it also builds the requests for this destination. Nothing is sent to a destination, and nothing is stored. An error in the code is a result with status 200. Requires the scope `tests:run`. Without the scope `catalog:write`, `getCredential` returns placeholders and `fetch` fails. Without `catalog:read` and `catalog:write`, `code` cannot import libraries.
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
     * Show the token of the request
     * @description Shows the token, its workspace, its scopes and its expiry. Requires no scope. The answer can be up to 2 s old.
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
     * List tokens
     * @description Newest first, without the secrets. Requires the scope `tokens:write`.
     */
    get: operations['listTokens'];
    put?: never;
    /**
     * Create a token
     * @description Requires the scope `tokens:write`. The new token can only have scopes of the token of the request, and expires no later than that token.
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
     * @description Revokes the token permanently. Its secret stops working everywhere within 5 seconds. Repeating the request changes nothing. A token can revoke itself. Revoking a token also ends the console sessions of the token. Requires the scope `tokens:write`.
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
     * List data planes
     * @description Newest first, without the secrets. Requires the scope `catalog:read`.
     */
    get: operations['listDataPlanes'];
    put?: never;
    /**
     * Create a data plane
     * @description Requires the scope `data-planes:write`. A data plane gets the configuration with its secrets, the suppressions, and deletion jobs. Therefore the token of the request also needs `regulations:read`, `deletions:work`, `catalog:read`, `catalog:write`. The secret of the data plane expires no later than that token.
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
     * @description Revokes the data plane permanently. Its secret stops working everywhere within 5 seconds. Repeating the request changes nothing. The data plane continues to process events, with the last suppressions that it received. Requires the scope `data-planes:write`.
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
     * Show the console session
     * @description Shows when the session ends. `GET /v2/me` also accepts the session cookie, and shows the token of the session. Only a page of the gateway itself may send this request: `Sec-Fetch-Site` must be `same-origin`. If it is absent, `Origin` must match `Host`.
     */
    get: operations['getSession'];
    put?: never;
    /**
     * Sign in to the console
     * @description Takes a token, or a code from `POST /console/sign-in-codes`. The answer sets the session cookie. Only a page of the gateway itself may send this request: `Sec-Fetch-Site` must be `same-origin`. If it is absent, `Origin` must match `Host`.
     */
    post: operations['beginSession'];
    /**
     * Sign out of the console
     * @description The session ends at this gateway immediately, and at other gateways within 2 seconds. Repeating the request changes nothing. Only a page of the gateway itself may send this request: `Sec-Fetch-Site` must be `same-origin`. If it is absent, `Origin` must match `Host`.
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
     * @description Needs no credentials. When `Accept` has `text/html`, the answer is the sign-in page itself.
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
     * Create a sign-in code for the console
     * @description The code works once, within one minute, and signs in with the token of the request. Requires no scope. A console session cannot create a code.
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
     * Show the token of a sign-in code
     * @description The console shows this answer and asks for confirmation before it uses the code of a link. The code stays valid. Only a page of the gateway itself may send this request: `Sec-Fetch-Site` must be `same-origin`. If it is absent, `Origin` must match `Host`.
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
     * List suppression changes of a workspace
     * @description Each item is the current state of one combination of workspace, user and source. For each combination, the last item counts. A page has fewer items than requested only at the end of the feed.
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
     * List suppression changes of a namespace
     * @description Each item is the current state of one combination of workspace, user and source. For each combination, the last item counts. A page has fewer items than requested only at the end of the feed.
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
     * Claim a deletion job for a data plane of a workspace
     * @description For workspaces with `deletions: data-plane`. No other worker gets the job for 30 minutes. During an outage, the answer is also 204: a worker exits on any other answer.
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
     * Claim a deletion job for a data plane of a namespace
     * @description For workspaces with `deletions: data-plane`. No other worker gets the job for 30 minutes. During an outage, the answer is also 204: a worker exits on any other answer.
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
     * Report the state of a deletion job of a workspace
     * @description Lethe accepts any body. A final state does not change.
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
     * Report the state of a deletion job of a namespace
     * @description Lethe accepts any body. A final state does not change.
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
     * Get the configuration of a workspace
     * @description For data planes of a workspace. The answer has write keys, and the secrets of destinations in plain text. Other query parameters, which stock data planes send, have no effect.
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
     * Get the configurations of a namespace
     * @description For data planes of a namespace. The answer has write keys, and the secrets of destinations in plain text.
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
     * Report the components of a data plane of a workspace
     * @description Lethe checks the body and does not store it.
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
     * Report the components of a data plane of a namespace
     * @description Lethe checks the body and does not store it.
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
     * Get the code of a transformation
     * @description Finds the code by the version id from the configuration. Only the current version exists. The version id changes with the name and the code.
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
     * Get the code of a library
     * @description Finds the code by the version id from the configuration. Only the current version exists. The version id changes with the name and the code.
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
    /** Show whether the process is alive */
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
    /** Show whether the process accepts requests */
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
     * @description Code for programs.
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
      /** @description Text for people. */
      message: string;
      /** @description Code for programs. */
      code: components['schemas']['ErrorCode'];
      /**
       * @description Path of each invalid value, and what is wrong with it; at most 50.
       * @example {
       *       "users[3].userId": "is required"
       *     }
       */
      details?: {
        [key: string]: string;
      };
      /** @description The id in the X-Request-Id header. Name it when you ask for help. */
      requestId: string;
    };
    NotDeletedDto: {
      destinationId: string;
      /** @description End of a sentence that begins with the destination. */
      reason: string;
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
       * @description The identifiers as given. Deletions use them.
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
      /** @description Key by which Lethe matches events of the user: the `userId` without invisible characters. Absent when it equals the `userId`. */
      suppressionKey?: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Time at which the person asked. Absent when the order did not state it.
       */
      receivedAt?: string;
      /**
       * @description Law that sets the deadline. Absent when the order did not state it.
       * @enum {string}
       */
      law?: 'gdpr' | 'ccpa';
      /** @description With `destinationIds: ["*"]`: destinations that existed at the time of the order and at which nothing of this user is deleted, and why. All records in the answer to a create together name at most 200 destinations. Absent in lists. The first 1000 of them. Absent when the order named its destinations. */
      notDeleted?: components['schemas']['NotDeletedDto'][];
      /** @description Total number of these destinations. */
      notDeletedCount?: number;
    };
    UnidentifiedUserDto: {
      /** @description Path of the user in the request. */
      path: string;
      reason: string;
    };
    PlannedDestinationDto: {
      destinationId: string;
      destinationType: string;
      /** @description Number of users that the destination can identify. */
      users: number;
      /** @description Number of deletion jobs. The destination type limits the number of users in one job. */
      jobs: number;
      /** @description Number of calls, without retries. For a store in which Lethe reads many objects: number of passes. */
      calls: number;
      /** @description Expected duration in seconds at the rate of the destination type, without the jobs that already wait there. */
      expectedSeconds: number;
      /** @description The first 100 users that the destination cannot identify (fewer with more than 100 destinations). The real request is refused because of them. With `destinationIds: ["*"]`, it deletes nothing of them there. */
      unidentified: components['schemas']['UnidentifiedUserDto'][];
      /** @description Total number of these users. */
      unidentifiedCount: number;
    };
    PlannedKeyDto: {
      /** @description Path of the user in the request. */
      path: string;
      /** @description Key by which Lethe matches events of the user. */
      suppressionKey: string;
    };
    PlanWarningDto: {
      /** @description Path of the value in the request. Absent when the warning is about several users. */
      path?: string;
      /**
       * @description `suspicious_id`: an identifier that looks like a mistake, such as `null`. `synonym`: a further identifier whose name usually means an e-mail address or phone number. `deadline_passed`: the deletions would be overdue at once.
       * @enum {string}
       */
      code: 'suspicious_id' | 'synonym' | 'deadline_passed';
      message: string;
    };
    DeletionPlanDto: {
      /** @description Number of regulations that would be created. */
      regulations: number;
      destinations: components['schemas']['PlannedDestinationDto'][];
      /** @description With `destinationIds: ["*"]`: destinations at which nothing is deleted, and why. The first 1000 of them. Absent when the order named its destinations. */
      notDeleted?: components['schemas']['NotDeletedDto'][];
      /** @description Total number of these destinations. */
      notDeletedCount?: number;
      /** @description The first 100 users whose suppression key differs from their userId. Events of all ids with the same key are dropped, but only the data of the id as given is deleted. Absent when there are none. */
      suppressionKeys?: components['schemas']['PlannedKeyDto'][];
      /** @description Total number of these users. */
      suppressionKeyCount?: number;
      /**
       * Format: date-time
       * @description Earliest start of the deletions.
       */
      startsAt?: string;
      /**
       * Format: date-time
       * @description Deadline of the deletions.
       */
      dueAt?: string;
      /** @description Effects that cannot be undone. */
      irreversible: string[];
      /** @description Values that are allowed, but probably a mistake: the first 100 of each code, then the number of further ones. */
      warnings: components['schemas']['PlanWarningDto'][];
    };
    CreateRegulationsDto: {
      /**
       * @description `suppress` drops the events of the users. `suppress_with_delete` drops them at all sources, and deletes the data of the users at the named destinations. `delete` only deletes.
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
       * @description Required for `suppress_with_delete` and `delete`. Not allowed with `suppress`. `["*"]` stands for all destinations of the workspace that can delete at the time of the request. A destination that cannot identify a user is left out for this user. If none can, the request is refused. The answer names the destinations at which nothing is deleted in `notDeleted`.
       * @example [
       *       "dst_hook"
       *     ]
       */
      destinationIds?: string[];
      /**
       * @description Lethe creates one regulation for each user. The userId has at most 512 bytes. Lethe stores it exactly as given, and deletions use it. Events are matched by the userId without invisible characters (`suppressionKey`). Beside userId, phone and email, a user may have up to 20 further identifiers, with names of 1 to 64 characters A-Z a-z 0-9 _ . $ -. A name that differs from these three only in case, - or _ is refused.
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
      /** @description Reason, in your words. Stored and shown with the regulation, but not published on Kafka. */
      reason?: string;
      /**
       * Format: date-time
       * @description Time at which the person asked; RFC 3339 with a zone, not in the future, and at most 5 years ago. The deadline counts from it. Absent: now.
       */
      receivedAt?: string;
      /**
       * @description Law that sets the deadline: `gdpr` one calendar month after `receivedAt`, `ccpa` 45 days. Absent: `deletionDeadlineDays` of the workspace.
       * @enum {string}
       */
      law?: 'gdpr' | 'ccpa';
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
       * @description The identifiers as given. Deletions use them.
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
      /** @description Key by which Lethe matches events of the user: the `userId` without invisible characters. Absent when it equals the `userId`. */
      suppressionKey?: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Time at which the person asked. Absent when the order did not state it.
       */
      receivedAt?: string;
      /**
       * @description Law that sets the deadline. Absent when the order did not state it.
       * @enum {string}
       */
      law?: 'gdpr' | 'ccpa';
      /** @description With `destinationIds: ["*"]`: destinations that existed at the time of the order and at which nothing of this user is deleted, and why. All records in the answer to a create together name at most 200 destinations. Absent in lists. The first 1000 of them. Absent when the order named its destinations. */
      notDeleted?: components['schemas']['NotDeletedDto'][];
      /** @description Total number of these destinations. */
      notDeletedCount?: number;
      /**
       * Format: date-time
       * @example null
       */
      canceledAt: string | null;
      /**
       * @description `active`: The regulation suppresses the user and orders no deletion. `deleting`: At least one deletion has not ended. `deleted`: All deletions that the regulation ordered are complete. `partially_deleted`: All deletions have ended: some are complete, or were complete before data was found again, and some failed permanently or were closed with an exception. `deletion_failed`: All deletions have ended, and none was ever complete. `canceled`: A person canceled the regulation. Data that was already deleted stays deleted. A retried deletion counts with the state of its retry.
       * @enum {string}
       */
      status:
        'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
      /**
       * Format: date-time
       * @description Deadline of its deletions. Absent when it orders none, and for old orders without a stored deadline.
       */
      dueAt?: string;
      /** @description Whether one of its deletions is overdue: `dueAt` has passed, and the deletion is still waiting, running, on hold or to be retried. A deletion that failed permanently also counts, unless it was retried, canceled or closed with an exception since. Absent when it orders none. */
      overdue?: boolean;
      /** @description True if one of its deletions has this condition, otherwise absent: A verification found data of a user after the deletion was complete, and no later verification or exception has settled that. */
      foundAgain?: boolean;
      /** @description Id of the import that created it. */
      importId?: string;
    };
    PagingDto: {
      /** @description Relative path of the next page. Absent on the last page. */
      next?: string;
    };
    RegulationPageDto: {
      data: components['schemas']['ListedRegulationDto'][];
      paging: components['schemas']['PagingDto'];
    };
    ExtensionDto: {
      /** Format: date-time */
      at: string;
      /** @description Name of the token that recorded it. */
      createdBy: string;
      reason: string;
      /**
       * Format: date-time
       * @description Deadline before.
       */
      previousDueAt: string;
      /**
       * Format: date-time
       * @description Deadline since then.
       */
      dueAt: string;
    };
    DeletionExceptionDto: {
      /** Format: date-time */
      at: string;
      /** @description Name of the token that recorded it. */
      createdBy: string;
      reason: string;
      basis?: string;
    };
    DeletionAttemptDto: {
      /**
       * Format: date-time
       * @description End of the attempt. Of several attempts, end of the last one.
       */
      at: string;
      /**
       * @description `complete`: The destination confirmed the deletion, or it accepted the order and offers no way to check the result. In the second case, a note in the record says so. `accepted`: The destination accepted the order, and has not yet confirmed the deletion. `delayed`: The destination limited requests, reported a conflict, or was unreachable. This does not count as a failure. `failed`: The attempt failed, and another one followed. After 4 failures, the deletion fails permanently. `refused`: The destination refused the batch of users, so Lethe split the job. `released`: The worker stopped before it called the destination. `aborted`: No automatic attempt followed. `retried`: Not an attempt: a person requested a new job. `excepted`: The deletion failed permanently, and a person recorded why it cannot be carried out. `found`: Not an attempt: a verification found data of suppressed users again, and Lethe ordered a new job.
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
        | 'retried'
        | 'excepted'
        | 'found';
      /**
       * @description Kind of worker that made the attempt. Absent when the entry is not an attempt.
       * @enum {string}
       */
      worker?: 'lethe' | 'own_worker' | 'data_plane';
      /** @description Name of the token that requested a retry, or of the token of the self-hosted worker. */
      createdBy?: string;
      reason?: string;
      /** @description Only with the outcome `found`: number of rows, keys or records that were found, of all users of the job that this entry ordered. */
      found?: number;
      /**
       * Format: date-time
       * @description Earliest time of the next attempt. Absent after the last attempt.
       */
      nextAttemptAt?: string;
      /** @description Number of attempts in a row with the same outcome. Absent for one attempt. */
      times?: number;
      /**
       * Format: date-time
       * @description End of the first of these attempts.
       */
      since?: string;
      /** @description Number of attempts between the previous entry and this one that are no longer stored. */
      omittedBefore?: number;
    };
    DeletionRecordDto: {
      /** @description Method of the deletion, in a few words. */
      method: string;
      /**
       * @description Counts for the whole call.
       * @example {
       *       "users": 1
       *     }
       */
      counts?: {
        [key: string]: number;
      };
      /** @description Facts that the reader must know, for example that old versions still have the data. */
      notes?: string[];
    };
    VerificationDto: {
      /**
       * @description `pending`: The verification waits for its time or for a worker. `running`: A worker is asking the destination. `failed`: The destination could not be asked, and another attempt follows. `absent`: The destination was asked, and has no data of the user. `found`: The destination was asked, and has data of the user. `cannot_be_checked`: The destination cannot be asked, could not be asked in time, or has rows that may belong to the user but do not say so clearly. The reason says which.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'failed' | 'absent' | 'found' | 'cannot_be_checked';
      /**
       * Format: date-time
       * @description Time from which the destination is asked.
       */
      dueAt: string;
      /**
       * Format: date-time
       * @description Time at which the verification ended.
       */
      checkedAt?: string;
      /**
       * Format: date-time
       * @description Earliest time of the next attempt, while it waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description Time from which the destination is asked once more, if this verification has ended and another is open.
       */
      nextCheckAt?: string;
      /** @description Number of rows, keys or records that were found: of this user, and in a job of all its users. */
      found?: number;
      /** @description Reason why the destination could not be asked, or why the answer is in doubt. */
      reason?: string;
      /** @description What was looked at. The counts are those of the whole call, which can cover more users. */
      record?: components['schemas']['DeletionRecordDto'];
      /** @description Name of the token that ordered the verification. Absent if it follows from the deletion. */
      createdBy?: string;
    };
    DestinationDeletionDto: {
      destinationId: string;
      /**
       * @description `pending`: The deletion waits for its start time or for a worker. `running`: A worker is processing the deletion. `complete`: The destination confirmed the deletion, or it accepted the order and offers no way to check the result. In the second case, a note in the record says so. `failed`: An attempt failed, and another one follows. `aborted`: No further attempt follows, unless a person retries the deletion. `canceled`: The regulations of all its users were canceled before the data was deleted. `excepted`: The deletion failed permanently, and a person recorded why it cannot be carried out.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled' | 'excepted';
      /** @description Number of failed attempts. */
      attempts: number;
      /** @description Reason why the deletion failed or was aborted, or why it waits. */
      reason?: string;
      /**
       * Format: date-time
       * @description Time at which a worker first claimed the deletion.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description Time at which the deletion became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description Earliest time of the next attempt, while the deletion waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description Deadline of the deletion. Absent for old jobs without a stored deadline.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is still waiting, running, on hold or to be retried. A deletion that failed permanently also counts, unless it was retried, canceled or closed with an exception since. */
      overdue: boolean;
      /** @description True while the deletion is on hold: it waits until an operator releases it. */
      held?: boolean;
      /** @description Why a person closed the deletion without carrying it out. */
      exception?: components['schemas']['DeletionExceptionDto'];
      /** @description Id of the job with the user. Absent when no job has the user any more. */
      jobId?: string;
      /** @description Outcome of each attempt, oldest first. Only in the answer for one regulation. Absent when the histories of all destinations together are too large; then request the job. */
      history?: components['schemas']['DeletionAttemptDto'][];
      /** @description How the data was deleted. */
      record?: components['schemas']['DeletionRecordDto'];
      /** @description The verification that ended last, also if a new job deletes the data that it found; before the first end, the one that is due first. Absent before the deletion is complete, and if the workspace verifies nothing. */
      verification?: components['schemas']['VerificationDto'];
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
       * @description The identifiers as given. Deletions use them.
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
      /** @description Key by which Lethe matches events of the user: the `userId` without invisible characters. Absent when it equals the `userId`. */
      suppressionKey?: string;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Time at which the person asked. Absent when the order did not state it.
       */
      receivedAt?: string;
      /**
       * @description Law that sets the deadline. Absent when the order did not state it.
       * @enum {string}
       */
      law?: 'gdpr' | 'ccpa';
      /** @description With `destinationIds: ["*"]`: destinations that existed at the time of the order and at which nothing of this user is deleted, and why. All records in the answer to a create together name at most 200 destinations. Absent in lists. The first 1000 of them. Absent when the order named its destinations. */
      notDeleted?: components['schemas']['NotDeletedDto'][];
      /** @description Total number of these destinations. */
      notDeletedCount?: number;
      /**
       * Format: date-time
       * @example null
       */
      canceledAt: string | null;
      /**
       * @description `active`: The regulation suppresses the user and orders no deletion. `deleting`: At least one deletion has not ended. `deleted`: All deletions that the regulation ordered are complete. `partially_deleted`: All deletions have ended: some are complete, or were complete before data was found again, and some failed permanently or were closed with an exception. `deletion_failed`: All deletions have ended, and none was ever complete. `canceled`: A person canceled the regulation. Data that was already deleted stays deleted. A retried deletion counts with the state of its retry.
       * @enum {string}
       */
      status:
        'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
      /**
       * Format: date-time
       * @description Deadline of its deletions. Absent when it orders none, and for old orders without a stored deadline.
       */
      dueAt?: string;
      /** @description Whether one of its deletions is overdue: `dueAt` has passed, and the deletion is still waiting, running, on hold or to be retried. A deletion that failed permanently also counts, unless it was retried, canceled or closed with an exception since. Absent when it orders none. */
      overdue?: boolean;
      /** @description True if one of its deletions has this condition, otherwise absent: A verification found data of a user after the deletion was complete, and no later verification or exception has settled that. */
      foundAgain?: boolean;
      /** @description Id of the import that created it. */
      importId?: string;
      /** @description Sources that the regulation covers. Absent when it covers all sources. */
      sourceIds?: string[];
      /** @description Destinations at which the data is to be deleted. For an order with `["*"]`, these are the destinations that could delete then and can identify the user. */
      destinationIds?: string[];
      /** @description Name of the token that created it. */
      createdBy: string;
      /** @description Reason for the creation. Absent when none was given. */
      reason?: string;
      /** @description Name of the token that canceled it. */
      canceledBy?: string;
      /** @description Reason for the cancel. Absent when none was given. */
      cancelReason?: string;
      /**
       * Format: date-time
       * @description Time at which Lethe purged the identifiers other than the userId.
       */
      identifiersForgottenAt?: string;
      /** @description The extension of the deadline. Absent when it was not extended. */
      extension?: components['schemas']['ExtensionDto'];
      /** @description State of the deletion at each destination. */
      deletions?: components['schemas']['DestinationDeletionDto'][];
    };
    OtherIdsDto: {
      /** @description Number of other ids. */
      count: number;
      /**
       * @description The ids as given, at most 100. Masked unless `identifiers` is `full`.
       * @example [
       *       "us***"
       *     ]
       */
      userIds: string[];
      /** @description True when there may be more: only the newest 10000 regulations were read. */
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
       * @description Start of the suppression at all sources. Absent when the user is not suppressed at all sources.
       */
      everywhereSince?: string;
      /** @description Suppressions at single sources, sorted by id. */
      sources: components['schemas']['SuppressedAtDto'][];
      /** @description True when there are more than 500 sources. */
      moreSources?: boolean;
    };
    PersonDeletionDto: {
      destinationId: string;
      /**
       * @description `pending`: The deletion waits for its start time or for a worker. `running`: A worker is processing the deletion. `complete`: The destination confirmed the deletion, or it accepted the order and offers no way to check the result. In the second case, a note in the record says so. `failed`: An attempt failed, and another one follows. `aborted`: No further attempt follows, unless a person retries the deletion. `canceled`: The regulations of all its users were canceled before the data was deleted. `excepted`: The deletion failed permanently, and a person recorded why it cannot be carried out.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled' | 'excepted';
      /** @description Number of failed attempts. */
      attempts: number;
      /** @description Reason why the deletion failed or was aborted, or why it waits. */
      reason?: string;
      /**
       * Format: date-time
       * @description Time at which a worker first claimed the deletion.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description Time at which the deletion became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description Earliest time of the next attempt, while the deletion waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description Deadline of the deletion. Absent for old jobs without a stored deadline.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is still waiting, running, on hold or to be retried. A deletion that failed permanently also counts, unless it was retried, canceled or closed with an exception since. */
      overdue: boolean;
      /** @description True while the deletion is on hold: it waits until an operator releases it. */
      held?: boolean;
      /** @description Why a person closed the deletion without carrying it out. */
      exception?: components['schemas']['DeletionExceptionDto'];
      /** @description Id of the job with the user. Absent when no job has the user any more. */
      jobId?: string;
      /** @description Outcome of each attempt, oldest first. Only in the answer for one regulation. Absent when the histories of all destinations together are too large; then request the job. */
      history?: components['schemas']['DeletionAttemptDto'][];
      /**
       * Format: uuid
       * @description The regulation that ordered it.
       */
      regulationId: string;
      /** @description The id whose data is deleted, when it differs from `userId` of the answer. Masked unless `identifiers` is `full`. */
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
       * @description Deadline of its deletions. Absent when it orders none.
       */
      dueAt?: string;
      /** @description Whether one of its deletions is overdue, as in the list of regulations. */
      overdue?: boolean;
      /**
       * @description The identifiers as given. Masked unless `identifiers` is `full`.
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
      /** @description Reason for the creation. Absent when none was given. */
      reason?: string;
      /** @description Sources that the regulation covers. Absent when it covers all sources. */
      sourceIds?: string[];
      /** @description Destinations at which the data is to be deleted. */
      destinationIds?: string[];
      /** Format: date-time */
      canceledAt?: string;
      /** @description Name of the token that canceled it. */
      canceledBy?: string;
    };
    PersonDto: {
      /** @description The id that was looked up, or the id that was last given with the e-mail address or phone number. Masked unless `identifiers` is `full`. */
      userId: string;
      /** @description Key by which Lethe matches events, when it differs from the id. Masked unless `identifiers` is `full`. The answer shows the suppressions and regulations of all ids with this key. */
      suppressionKey?: string;
      /** @description Other ids with the same suppression key. They may belong to other persons. Absent when there are none. */
      otherIds?: components['schemas']['OtherIdsDto'];
      suppressed: components['schemas']['SuppressedDto'];
      /** @description The newest deletion order of each id at each destination, from any regulation. */
      deletions: components['schemas']['PersonDeletionDto'][];
      /** @description True when there may be more: there are more than 500 deletions, or the user has more than 10000 regulations or deletion orders. Only the newest ones were read. */
      moreDeletions?: boolean;
      /** @description Number of deletions that have not ended. With `moreDeletions`, there may be more. */
      openDeletions: number;
      /** @description Newest first. */
      regulations: components['schemas']['PersonRegulationDto'][];
      /** @description Value of `afterCursor` for the next page of regulations. Absent on the last page. */
      nextCursor?: string;
    };
    PeopleDto: {
      /** @description Users that were found; empty when nothing is known. Several when the e-mail address or phone number was given with several users. */
      people: components['schemas']['PersonDto'][];
      /** @description Whether more users were found: more than 10, or more than fit into the answer. */
      more: boolean;
    };
    LookUpPersonDto: {
      userId?: string;
      /** @description Upper and lower case are equal. */
      email?: string;
      /** @description Digits of any script, with any separators. `00` equals `+`. A `(0)` after the country code and an extension are ignored. */
      phone?: string;
      /**
       * @description `full` shows identifiers as stored. The log of the gateway notes this, with the name of the token.
       * @default masked
       * @enum {string}
       */
      identifiers: 'masked' | 'full';
      /** @description Value of `nextCursor` from the previous page. Only with `userId`. */
      afterCursor?: string;
    };
    FoundPersonDto: {
      /** @description Masked unless `identifiers` is `full`. */
      userId: string;
      suppressed: boolean;
    };
    FoundPeopleDto: {
      people: components['schemas']['FoundPersonDto'][];
      /** @description Whether more users follow the last one. */
      more: boolean;
    };
    SearchPeopleDto: {
      /** @description Beginning of the userId. Upper and lower case differ. */
      prefix: string;
      /** @default 100 */
      limit: number;
      /** @description Last userId of the previous page. Only with `"identifiers": "full"`. */
      after?: string;
      /**
       * @description `full` shows identifiers as stored. The log of the gateway notes this, with the name of the token.
       * @default masked
       * @enum {string}
       */
      identifiers: 'masked' | 'full';
    };
    UnsuppressedDto: {
      /** @description Number of canceled regulations. */
      canceled: number;
    };
    UnsuppressDto: {
      userId: string;
      /** @description Further ids with the same suppression key. Their regulations are canceled, too. If another such id has a regulation, the answer is a 409 that names the id, and nothing is canceled. */
      userIds?: string[];
      /** @description Reason, for people. Do not enter identifiers: this text is kept. */
      reason?: string;
    };
    /**
     * @description `uploading`: the upload is not complete, and no regulation is created yet. `running`: the upload is complete, and Lethe processes the rows. The other states are final.
     * @enum {string}
     */
    ImportState: 'uploading' | 'running' | 'done' | 'failed' | 'canceled';
    ImportDto: {
      id: string;
      /** @description `uploading`: the upload is not complete, and no regulation is created yet. `running`: the upload is complete, and Lethe processes the rows. The other states are final. */
      state: components['schemas']['ImportState'];
      /** @enum {string} */
      format: 'csv' | 'ndjson';
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      sourceIds?: string[];
      /** @description As ordered: `["*"]` for all destinations that can delete. */
      destinationIds?: string[];
      reason?: string;
      /**
       * Format: date-time
       * @description Time at which the persons asked, for rows that state no other time.
       */
      receivedAt?: string;
      /**
       * @description Law that sets the deadline, for rows that state no other law.
       * @enum {string}
       */
      law?: 'gdpr' | 'ccpa';
      /** @description With `destinationIds` `*`: destinations that could not delete when the import was created, and why. The record of each regulation names them for its user, at its creation. The first 20 of them. Absent when the order named its destinations. */
      notDeleted?: components['schemas']['NotDeletedDto'][];
      /** @description Total number of these destinations. */
      notDeletedCount?: number;
      /** @description Whether Lethe only checks the rows. */
      dryRun: boolean;
      /** @description Number of stored bytes of the file. The upload continues at this offset. */
      receivedBytes: number;
      /** @description Size of the file in bytes, when known. */
      totalBytes?: number;
      /** @description Number of processed bytes. */
      doneBytes: number;
      /** @description Progress in percent. */
      percentage: number;
      /** @description Number of rows that were read. */
      rows: number;
      /** @description Number of accepted rows. In a dry run, number of rows that would be accepted. */
      accepted: number;
      /** @description Number of created regulations. */
      created: number;
      /** @description Number of refused rows. */
      refused: number;
      /** @description Number of rows that repeat another row exactly. */
      repeated: number;
      /** @description Reason why the import failed. Regulations that were created before stay. */
      failure?: string;
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that started it. */
      createdBy: string;
      /**
       * Format: date-time
       * @description Time at which the upload was complete.
       */
      uploadedAt?: string;
      /**
       * Format: date-time
       * @description Time of the last change to this record.
       */
      updatedAt: string;
      /** Format: date-time */
      endedAt?: string;
      /** @description Name of the token that canceled it. */
      canceledBy?: string;
    };
    ImportPagingDto: {
      /** @description Relative path of the next page. Absent on the last page. */
      next?: string;
    };
    ImportPageDto: {
      data: components['schemas']['ImportDto'][];
      paging: components['schemas']['ImportPagingDto'];
    };
    DeletionJobDto: {
      /** @description Decimal number of the job. */
      id: string;
      destinationId: string;
      destinationType: string;
      /**
       * @description `pending`: The deletion waits for its start time or for a worker. `running`: A worker is processing the deletion. `complete`: The destination confirmed the deletion, or it accepted the order and offers no way to check the result. In the second case, a note in the record says so. `failed`: An attempt failed, and another one follows. `aborted`: No further attempt follows, unless a person retries the deletion. `canceled`: The regulations of all its users were canceled before the data was deleted. `excepted`: The deletion failed permanently, and a person recorded why it cannot be carried out.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled' | 'excepted';
      /** @description Number of failed attempts. */
      attempts: number;
      /** @description Number of users in the job. */
      users: number;
      /** @description Reason why the job failed or was aborted, or why it waits. */
      reason?: string;
      /** @description The deletion waits until an operator releases it. */
      held: boolean;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Time at which a worker first claimed the job.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description Time at which the job became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description Earliest time of the next attempt, while the job waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description Deadline of the deletion.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is still waiting, running, on hold or to be retried. A deletion that failed permanently also counts, unless it was retried, canceled or closed with an exception since. */
      overdue: boolean;
      /** @description The deletion failed permanently. The condition ends when a person closes the deletion with an exception, or when, for each of its users, a person has retried the deletion or canceled the regulation. */
      needsAttention: boolean;
      /** @description True for a complete job with this condition, otherwise absent: A verification found data of a user after the deletion was complete, and no later verification or exception has settled that. */
      foundAgain?: boolean;
      /**
       * Format: date-time
       * @description Time from which this aborted job needs no further action: each of its users is in a later job, or has a canceled regulation.
       */
      retriedAt?: string;
      /** @description Why a person closed the deletion without carrying it out. */
      exception?: components['schemas']['DeletionExceptionDto'];
      /**
       * @description How the data was deleted.
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
       * @description Time at which a person paused the destination queue. No worker gets a job.
       */
      pausedAt?: string;
      /**
       * Format: date-time
       * @description No job begins before this time. The cause is a limit, a conflict, an outage or a failure.
       */
      delayedUntil?: string;
      /** @description Number of jobs on hold: they wait until an operator releases them. */
      held: number;
      /** @description Number of jobs with `overdue`. */
      overdue: number;
      /** @description Number of jobs that still have to be done and whose `dueAt` is within the next 7 days. */
      dueSoon: number;
      /** @description Number of jobs with `needsAttention`. */
      needsAttention: number;
      /** @description Number of jobs with `foundAgain`. */
      foundAgain: number;
      /**
       * @description Number of jobs by state, and creation time of the oldest one. States without jobs are absent.
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
        excepted?: {
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
      /** @description Decimal number of the job. */
      id: string;
      destinationId: string;
      destinationType: string;
      /**
       * @description `pending`: The deletion waits for its start time or for a worker. `running`: A worker is processing the deletion. `complete`: The destination confirmed the deletion, or it accepted the order and offers no way to check the result. In the second case, a note in the record says so. `failed`: An attempt failed, and another one follows. `aborted`: No further attempt follows, unless a person retries the deletion. `canceled`: The regulations of all its users were canceled before the data was deleted. `excepted`: The deletion failed permanently, and a person recorded why it cannot be carried out.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled' | 'excepted';
      /** @description Number of failed attempts. */
      attempts: number;
      /** @description Number of users in the job. */
      users: number;
      /** @description Reason why the job failed or was aborted, or why it waits. */
      reason?: string;
      /** @description The deletion waits until an operator releases it. */
      held: boolean;
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Time at which a worker first claimed the job.
       */
      startedAt?: string;
      /**
       * Format: date-time
       * @description Time at which the job became final.
       */
      finishedAt?: string;
      /**
       * Format: date-time
       * @description Earliest time of the next attempt, while the job waits.
       */
      nextAttemptAt?: string;
      /**
       * Format: date-time
       * @description Deadline of the deletion.
       */
      dueAt?: string;
      /** @description `dueAt` has passed, and the deletion is still waiting, running, on hold or to be retried. A deletion that failed permanently also counts, unless it was retried, canceled or closed with an exception since. */
      overdue: boolean;
      /** @description The deletion failed permanently. The condition ends when a person closes the deletion with an exception, or when, for each of its users, a person has retried the deletion or canceled the regulation. */
      needsAttention: boolean;
      /** @description True for a complete job with this condition, otherwise absent: A verification found data of a user after the deletion was complete, and no later verification or exception has settled that. */
      foundAgain?: boolean;
      /**
       * Format: date-time
       * @description Time from which this aborted job needs no further action: each of its users is in a later job, or has a canceled regulation.
       */
      retriedAt?: string;
      /** @description Why a person closed the deletion without carrying it out. */
      exception?: components['schemas']['DeletionExceptionDto'];
      /**
       * @description How the data was deleted.
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
      /** @description Outcome of each attempt for the users of the job, oldest first. Includes attempts of their earlier jobs. */
      history: components['schemas']['DeletionAttemptDto'][];
      /** @description The verification of this job that ended last; before the first end, the one that is due first. Its counts and its reason are those of all users of the job. */
      verification?: components['schemas']['VerificationDto'];
    };
    LeftOutDto: {
      destinationId: string;
      reason: string;
    };
    RetryResultDto: {
      /** @description Number of new jobs. */
      jobs: number;
      /** @description Number of users in these jobs. */
      users: number;
      /** @description True when there may be more jobs to retry. Then repeat the request. */
      more: boolean;
      /** @description Destinations with aborted deletions that cannot be retried. */
      leftOut: components['schemas']['LeftOutDto'][];
    };
    RetryDeletionsDto: {
      /** @description Retries only jobs of this destination. */
      destinationId?: string;
      /**
       * Format: date-time
       * @description Retries only jobs created at this time or later.
       */
      createdAfter?: string;
      /**
       * Format: date-time
       * @description Retries only jobs created before this time.
       */
      createdBefore?: string;
      /**
       * @description Maximum number of jobs to retry in this request.
       * @default 1000
       */
      limit: number;
    };
    ExceptDeletionDto: {
      /** @description Why the deletion cannot be carried out. Stored with the job. Do not enter personal data: this text is kept. */
      reason: string;
      /** @description Legal basis on which the data stays, if there is one. */
      basis?: string;
    };
    ExtendRegulationDto: {
      /** @description Why more time is needed. Stored with the regulation. Do not enter personal data: this text is kept. */
      reason: string;
    };
    VerifyResultDto: {
      /** @description Number of destinations that are asked. Includes those for which an earlier request has not ended. */
      verifications: number;
      /** @description Destinations that are not asked, with the reason. */
      leftOut: components['schemas']['LeftOutDto'][];
    };
    JobUserDto: {
      /** Format: uuid */
      regulationId: string;
      userId: string;
      /**
       * @description All identifiers as given, including `userId`.
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
      /**
       * @description `delete`: delete the users. `verify`: say whether the system has data of the users again, and change nothing.
       * @enum {string}
       */
      kind: 'delete' | 'verify';
      /** @description Number of failed attempts. */
      attempt: number;
      users: components['schemas']['JobUserDto'][];
      /**
       * Format: uuid
       * @description Token for heartbeats and for the report.
       */
      leaseToken: string;
      /**
       * Format: date-time
       * @description End of the lease. After this time, another worker may get the job.
       */
      leaseExpiresAt: string;
    };
    ClaimedJobDto: {
      job: components['schemas']['OwnJobDto'];
    };
    ClaimJobDto: {
      /**
       * @description Claims only jobs of these destinations. Absent: jobs of all `CUSTOM` destinations.
       * @example [
       *       "dst_crm"
       *     ]
       */
      destinationIds?: string[];
      /**
       * Format: uuid
       * @description Your own id, a new one for each claim. If the answer is lost, repeat the claim with the same id: you get the same job, with a new lease of `leaseSeconds`.
       */
      claimId?: string;
      /** @description If `true`, the answer can also be a job of the kind `verify`, if no deletion waits. Absent: only deletions. */
      verifications?: boolean;
      /**
       * @description Duration of the lease in seconds, from now.
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
       * @description Duration of the lease in seconds, from now.
       * @default 1800
       */
      leaseSeconds: number;
    };
    RefusedUserDto: {
      userId: string;
      reason: string;
    };
    FoundUserDto: {
      userId: string;
      /** @description Number of rows or records. */
      count: number;
    };
    ReportJobDto: {
      /** Format: uuid */
      leaseToken: string;
      /**
       * @description `complete`: all users are deleted, except those in `refused`. `failed`: Lethe offers the job again later, and aborts it after 4 failures. `aborted`: a retry cannot succeed. For a job of the kind `verify`, `verified`: the system has no data of the users, except those in `found`; `cannot_be_checked`: the worker cannot say; or `failed`.
       * @enum {string}
       */
      status: 'complete' | 'failed' | 'aborted' | 'verified' | 'cannot_be_checked';
      /** @description Reason, for people. Do not enter identifiers: each token with `regulations:read` can read this text. */
      reason?: string;
      /** @description Users that were not deleted. Only with `complete`. The other users are complete. */
      refused?: components['schemas']['RefusedUserDto'][];
      /** @description Users whose data the system has. Only with `verified`. The others are absent. */
      found?: components['schemas']['FoundUserDto'][];
    };
    RegulationsCreatedEventDto: {
      /**
       * Format: date-time
       * @description Time at which the event was written. It was committed shortly after.
       */
      at: string;
      count: number;
      /**
       * Format: uuid
       * @description Smallest id. Ids grow with the time of creation.
       */
      firstId: string;
      /** Format: uuid */
      lastId: string;
      /** @description All ids. Absent when there are more than 100. */
      ids?: string[];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'regulations.created';
      /** @enum {string} */
      regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
      /** @description Destinations of the deletions. Absent without deletions. */
      destinationIds?: string[];
    };
    RegulationsCanceledEventDto: {
      /**
       * Format: date-time
       * @description Time at which the event was written. It was committed shortly after.
       */
      at: string;
      count: number;
      /**
       * Format: uuid
       * @description Smallest id. Ids grow with the time of creation.
       */
      firstId: string;
      /** Format: uuid */
      lastId: string;
      /** @description All ids. Absent when there are more than 100. */
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
       * @description Time at which the event was written. It was committed shortly after.
       */
      at: string;
      count: number;
      /**
       * Format: uuid
       * @description Smallest id. Ids grow with the time of creation.
       */
      firstId: string;
      /** Format: uuid */
      lastId: string;
      /** @description All ids. Absent when there are more than 100. */
      ids?: string[];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'regulations.status';
      /** @enum {string} */
      status:
        'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
      /** @description True when a deletion is open after its `dueAt`. */
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
      status: 'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled' | 'excepted';
      reason?: string;
      /** @description True when the jobs retry aborted deletions. */
      retried?: boolean;
      /** @description Number of jobs. */
      jobs: number;
      /**
       * @description All ids. Absent when there are more than 100.
       * @example [
       *       "4711"
       *     ]
       */
      jobIds?: string[];
      /** @description Number of regulations with users in these jobs. */
      regulations: number;
      /** @description All ids. Absent when there are more than 100. */
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
       * @description `throttled`: the destination limited requests or was unreachable. `failing`: its last deletion failed. `paused`: a person paused it. `ok`: none of these.
       * @enum {string}
       */
      health: 'ok' | 'throttled' | 'failing' | 'paused';
      /**
       * Format: date-time
       * @description No deletion starts before this time.
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
      /** @description Shown only to a token with the scope `catalog:write`. */
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
      /** @description Relative path of the next page. Absent on the last page. */
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
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description Lethe generates one when it is absent. */
      id?: string;
      name: string;
      type: string;
      /** @default true */
      enabled: boolean;
      /** @example {} */
      config?: {
        [key: string]: unknown;
      };
      /** @description Lethe generates it for a new source. In a PUT, send the write key of the source or leave it out. */
      writeKey?: string;
    };
    SourcePatchDto: {
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description The id from the path, or absent. */
      id?: string;
      name?: string;
      type?: string;
      /** @description Unchanged when absent. */
      enabled?: boolean;
      /** @example {} */
      config?: {
        [key: string]: unknown;
      };
      /** @description Lethe generates it for a new source. In a PUT, send the write key of the source or leave it out. */
      writeKey?: string;
    };
    DestinationTransformationDto: {
      id: string;
      /** @description Version of the code that runs. The ETag of the destination does not depend on it. */
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
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description Lethe generates one when it is absent. */
      id?: string;
      name: string;
      /** @description Name of a destination definition. Cannot be changed later. */
      type: string;
      /** @default true */
      enabled: boolean;
      /**
       * @description Absent: `cloud` for a new destination, unchanged for an existing one.
       * @enum {string}
       */
      connectionMode?: 'cloud' | 'device' | 'hybrid';
      /**
       * @description A secret that is sent as its mask keeps the stored value.
       * @example {
       *       "webhookUrl": "https://example.com/hook",
       *       "webhookMethod": "POST",
       *       "headers": []
       *     }
       */
      config?: {
        [key: string]: unknown;
      };
      /** @description Id of the transformation to connect. Absent or null: no transformation. */
      transformation?:
        | (string | null)
        | {
            id: string;
            version?: number;
          };
    };
    DestinationPatchDto: {
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description The id from the path, or absent. */
      id?: string;
      name?: string;
      /** @description Name of a destination definition. Cannot be changed later. */
      type?: string;
      /** @description Unchanged when absent. */
      enabled?: boolean;
      /**
       * @description Unchanged when absent.
       * @enum {string}
       */
      connectionMode?: 'cloud' | 'device' | 'hybrid';
      /**
       * @description A secret that is sent as its mask keeps the stored value.
       * @example {
       *       "webhookUrl": "https://example.com/hook",
       *       "webhookMethod": "POST",
       *       "headers": []
       *     }
       */
      config?: {
        [key: string]: unknown;
      };
      /** @description Id of the transformation to connect. null disconnects it. Unchanged when absent. */
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
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      id: string;
      /** @description Read-only. Ignored in a request. */
      version?: number | unknown;
    };
    TestCaseOutputDto: {
      /**
       * @description The event after the user transformation. Absent when this stage does not run.
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
      /** @description The requests that the destination would receive, or `{ "error": … }`. Absent when this stage does not run. */
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
       * @description JSON Pointers (RFC 6901) into the array of outputs, like `path` in `diff`. Values at these paths are not compared and may be missing.
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
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description Lethe generates one when it is absent. */
      id?: string;
      /** @description Unique among the test cases of the transformation or destination. */
      name: string;
      /**
       * @description The event, at most 64 KiB as JSON. The whole test case may have at most 256 KiB.
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
       * @description Stages that the event passes through. Absent: all possible stages. A transformation has only `user_transform`. Nothing is sent to a destination.
       * @example [
       *       "user_transform"
       *     ]
       */
      stages?: ('user_transform' | 'dest_transform')[];
      /**
       * @description The expected outputs; an empty array when the event must be dropped.
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
       * @description JSON Pointers (RFC 6901) into the array of outputs, like `path` in `diff`. Values at these paths are not compared and may be missing.
       * @example [
       *       "/0/event/receivedAt"
       *     ]
       */
      ignore?: string[];
    };
    TestCasePatchDto: {
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description The id from the path, or absent. */
      id?: string;
      /** @description Unique among the test cases of the transformation or destination. */
      name?: string;
      /**
       * @description The event, at most 64 KiB as JSON. The whole test case may have at most 256 KiB.
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
       * @description Stages that the event passes through. Absent: all possible stages. A transformation has only `user_transform`. Nothing is sent to a destination.
       * @example [
       *       "user_transform"
       *     ]
       */
      stages?: ('user_transform' | 'dest_transform')[];
      /**
       * @description The expected outputs; an empty array when the event must be dropped.
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
       * @description JSON Pointers (RFC 6901) into the array of outputs, like `path` in `diff`. Values at these paths are not compared and may be missing.
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
      /** @description Any value. Absent for `remove`. */
      value?: string | unknown;
    };
    TransformationErrorDto: {
      line?: number;
      column?: number;
      /** @description Name of the library, when the line is in a library. */
      library?: string;
      message: string;
    };
    TestedTransformationDto: {
      id: string;
      version: number;
    };
    TestedVersionsDto: {
      /** @description Time of the last change to the workspace before the runner read it. The test includes each change to code, libraries, configuration, connections and credentials that was saved before the request. */
      savedAt: string;
      /** @description ETag of the destination, without quotes. */
      destination?: string;
      /** @description The saved transformation that ran. Absent for unsaved code. */
      transformation?: components['schemas']['TestedTransformationDto'];
    };
    TestCaseResultDto: {
      /** @description For a test case in `cases` without an id, its position, such as `cases[0]`. */
      id: string;
      name: string;
      /**
       * @description `passed`: the output equals the expected output. The order of members and the ignored paths do not count. `failed`: the output differs. `error`: there is no output.
       * @enum {string}
       */
      status: 'passed' | 'failed' | 'error';
      /**
       * @description The actual output of a failed test case.
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
      /** @description A JSON Patch (RFC 6902) that changes `expected` into `actual`, without the ignored paths. */
      diff?: components['schemas']['PatchOperationDto'][];
      /**
       * @description True when `actual` and `diff` are left out because the answer is full. Run the test case alone to see them.
       * @enum {boolean}
       */
      leftOut?: true;
      /** @description Reason why there is no output. */
      error?: components['schemas']['TransformationErrorDto'];
      /** @description The saved versions that the run used. Absent when nothing ran. */
      versions?: components['schemas']['TestedVersionsDto'];
    };
    TestCaseRunDto: {
      passed: number;
      failed: number;
      errors: number;
      /** @description The results, sorted by the name of the test case. For `cases`, in the order of `cases`. */
      results: components['schemas']['TestCaseResultDto'][];
    };
    RunTestCasesDto: {
      /**
       * @description Ids of the saved test cases to run. Absent: all, or those in `cases`.
       * @example [
       *       "case_signed_up"
       *     ]
       */
      ids?: string[];
      /** @description Test cases that run instead of the saved ones. They are not saved. */
      cases?: components['schemas']['TestCaseInputDto'][];
      /** @description Runs instead of the saved code. At most 262144 bytes in UTF-8, and at most 393216 bytes as JSON. */
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
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description Lethe generates one when it is absent. */
      id?: string;
      sourceId: string;
      destinationId: string;
      /** @default true */
      enabled: boolean;
    };
    ConnectionPatchDto: {
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description The id from the path, or absent. */
      id?: string;
      sourceId?: string;
      destinationId?: string;
      /** @description Unchanged when absent. */
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
      /** @description Version of the code. Each change of the code creates a new version. */
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
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description Lethe generates one when it is absent. */
      id?: string;
      /** @description Transformations import a library by its name. */
      name: string;
      /** @description Source code of an ES module, at most 262144 bytes in UTF-8. */
      code: string;
      /** @description Read-only. Ignored in a request. */
      version?: number | unknown;
    };
    TransformationPatchDto: {
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description The id from the path, or absent. */
      id?: string;
      /** @description Transformations import a library by its name. */
      name?: string;
      /** @description Source code of an ES module, at most 262144 bytes in UTF-8. */
      code?: string;
      /** @description Read-only. Ignored in a request. */
      version?: number | unknown;
    };
    CodeVersionDto: {
      number: number;
      /** @description Whether this version runs. */
      current: boolean;
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that saved it. Absent when the version came from the workspace file, or is older than the feature. */
      createdBy?: string;
    };
    CodeVersionListDto: {
      versions: components['schemas']['CodeVersionDto'][];
    };
    WholeCodeVersionDto: {
      number: number;
      /** @description Whether this version runs. */
      current: boolean;
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that saved it. Absent when the version came from the workspace file, or is older than the feature. */
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
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description Lethe generates one when it is absent. */
      id?: string;
      /** @description Transformations import a library by its name. */
      name: string;
      /** @description Source code of an ES module, at most 262144 bytes in UTF-8. */
      code: string;
    };
    ModulePatchDto: {
      /** @description Read-only. Ignored in a request. */
      workspaceId?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      createdAt?: string | unknown;
      /** @description Read-only. Ignored in a request. */
      updatedAt?: string | unknown;
      /** @description The id from the path, or absent. */
      id?: string;
      /** @description Transformations import a library by its name. */
      name?: string;
      /** @description Source code of an ES module, at most 262144 bytes in UTF-8. */
      code?: string;
    };
    ConfigFieldDto: {
      /**
       * @description Type of the value. A `number` may be sent as a string.
       * @enum {string}
       */
      type: 'string' | 'number' | 'boolean' | 'object' | 'array';
      /** @description Type of the elements of an array. */
      items?: components['schemas']['ConfigFieldDto'];
      /** @description Types of the members of an object. Absent: any members are allowed. */
      members?: {
        [key: string]: components['schemas']['ConfigFieldDto'];
      };
      /** @description Allowed values. */
      choices?: unknown[];
      /** @description Value that applies when none is set. */
      default?: string | unknown;
      /** @description True when the destination does not work without this variable. */
      required?: boolean;
      /** @description True for a secret, which answers mask. */
      secret?: boolean;
      /** @description Newer variable that replaces this one. Lethe reads this one only when the newer one is absent. */
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
      /** @description Type of each variable, by its name. */
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
      /** @description Reason, when it is not supported. */
      reason?: string;
    };
    DeletionCapabilityDto: {
      supported: boolean;
      /** @description Reason, when it is not supported. */
      reason?: string;
      /**
       * @description Identifiers by which the destination can find a user. One of them is enough.
       * @example [
       *       "userId"
       *     ]
       */
      identifiers?: string[];
      /** @description Maximum number of users per call. */
      batchSize?: number;
      requestsPerSecond?: number;
      /** @description Maximum number of days that the destination may take after it accepted an order. */
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
      /** @description Provider: the part of Lethe that makes the requests. */
      provider?: string;
      config: components['schemas']['DefinitionConfigDto'];
      capabilities: components['schemas']['CapabilitiesDto'];
      /** @description Presets: actions for events that match a trigger. */
      presets?: {
        [key: string]: unknown;
      }[];
    };
    TestResultDataDto: {
      /** @description The event after the user transformation, or an object with `error`. */
      user_transformed_payload?: {
        [key: string]: unknown;
      };
      /** @description Lines of `log(...)`. */
      user_transformation_logs?: string[];
      /** @description The requests for the destination, or an object with `error`. */
      dest_transformed_payload?:
        | {
            [key: string]: unknown;
          }[]
        | {
            error: string;
          };
      /** @description The answers of the destination, in the order of the requests, or an object with `error`. */
      destination_response?:
        | unknown[]
        | {
            error: string;
          };
      /** @description HTTP status of each answer; 0 for a request without an answer. */
      destination_response_status?: number[];
      /**
       * @description True when an answer was longer than 64 KiB and was cut.
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
      /** @description Requires the scope `tests:send`. */
      send_to_destination?: boolean;
    };
    TestDestinationRequestDto: {
      /**
       * @description The test event, at most 256 KiB and 64 levels deep.
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
       * @description Replaces members of the stored configuration in this call. The names are those in `defaultConfig` of the destination type.
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
       * @description The test event, at most 256 KiB and 64 levels deep.
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
       * @description Configuration as in `POST /v2/destinations`, with secrets in plain text. Lethe does not store it, and masks its secrets in the answer.
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
       * @description The test event, at most 256 KiB and 64 levels deep.
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
       * @description The event, or `{ "error": … }` when it is too large to show. Absent when no transformation ran.
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
      /** @description The requests that the destination would receive, or `{ "error": … }`. */
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
      /** @description Name of the library, when the line is in a library. */
      library?: string;
      text: string;
    };
    TransformedEventDto: {
      /** @description The events after the transformation. */
      output: components['schemas']['TransformedOutputDto'][];
      /** @description Whether the transformation returned no event. */
      dropped: boolean;
      /** @description Lines of `log(…)`, at most 100. */
      logs: components['schemas']['LogLineDto'][];
      error?: components['schemas']['TransformationErrorDto'];
      /** @description Duration of the transformation in milliseconds, including the wait for a thread. */
      ms: number;
    };
    TransformationTestDto: {
      /** @description One element for each event. */
      results: components['schemas']['TransformedEventDto'][];
      /** @description The saved versions that the test used. Absent when the time of the last change is unknown. */
      versions?: components['schemas']['TestedVersionsDto'];
    };
    TestTransformationRequestDto: {
      /** @description Source code of an ES module. At most 262144 bytes in UTF-8, and at most 393216 bytes as JSON. It may import libraries of the workspace. */
      code?: string;
      /** @description A saved transformation. If `code` is given, `code` runs instead. */
      transformationId?: string;
      /** @description Destination for which the answer shows the requests. Without `code` and `transformationId`, the transformation of this destination runs. */
      destinationId?: string;
      /**
       * @description Test events. Each one runs separately. Together at most 256 KiB, each at most 64 levels deep.
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
      /** @description Unique in the workspace. Regulations show it as `createdBy` and `canceledBy`. */
      name: string;
      /** @description E-mail address of the owner. */
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
      /** @description Workspace of the token. */
      workspace: components['schemas']['OwnWorkspaceDto'];
      token: components['schemas']['OwnTokenDto'];
      /**
       * @description Permissions of the token.
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
      /** @description Unique in the workspace, including revoked ones. */
      name: string;
      /** @enum {string} */
      state: 'active' | 'expired' | 'revoked';
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that created it. Absent when an operator created it. */
      createdBy?: string;
      /**
       * Format: date-time
       * @description Absent when it does not expire.
       */
      expiresAt?: string;
      /**
       * Format: date-time
       * @description Approximate time of the last use. The real time may be up to one hour later for a token, and up to one minute later for a data plane.
       */
      lastUsedAt?: string;
      /** Format: date-time */
      revokedAt?: string;
      /** @description Name of the token that revoked it. */
      revokedBy?: string;
      /** @description E-mail address of the owner. */
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
      /** @description The token, as requests send it. Shown only in this answer. Lethe stores only a hash. */
      secret: string;
    };
    TokenInputDto: {
      /** @description Unique in the workspace, including revoked ones. */
      name: string;
      /**
       * Format: date-time
       * @description Time in the future, no later than the expiry of the token of the request. Absent: no expiry. Only a token that does not expire may leave it out.
       */
      expiresAt?: string;
      /** @description E-mail address of the owner, and user name of Basic credentials. Absent: the address of the token of the request. */
      email?: string;
      /**
       * @description Permissions of the new token. Only scopes of the token of the request are allowed.
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
      /** @description Unique in the workspace, including revoked ones. */
      name: string;
      /** @enum {string} */
      state: 'active' | 'expired' | 'revoked';
      /** Format: date-time */
      createdAt: string;
      /** @description Name of the token that created it. Absent when an operator created it. */
      createdBy?: string;
      /**
       * Format: date-time
       * @description Absent when it does not expire.
       */
      expiresAt?: string;
      /**
       * Format: date-time
       * @description Approximate time of the last use. The real time may be up to one hour later for a token, and up to one minute later for a data plane.
       */
      lastUsedAt?: string;
      /** Format: date-time */
      revokedAt?: string;
      /** @description Name of the token that revoked it. */
      revokedBy?: string;
    };
    DataPlanePageDto: {
      dataPlanes: components['schemas']['DataPlaneDto'][];
      paging: components['schemas']['LookupPagingDto'];
    };
    NewDataPlaneDto: {
      dataPlane: components['schemas']['DataPlaneDto'];
      /** @description Value for WORKSPACE_TOKEN of the data plane. Shown only in this answer. Lethe stores only a hash. */
      secret: string;
    };
    DataPlaneInputDto: {
      /** @description Unique in the workspace, including revoked ones. */
      name: string;
      /**
       * Format: date-time
       * @description Time in the future, no later than the expiry of the token of the request. Absent: no expiry. Only a token that does not expire may leave it out.
       */
      expiresAt?: string;
    };
    SignInDto: {
      /** @description A token of a workspace. */
      token?: string;
      /** @description A sign-in code. */
      code?: string;
    };
    SessionDto: {
      /** Format: date-time */
      createdAt: string;
      /**
       * Format: date-time
       * @description Latest end of the session, no later than the expiry of its token.
       */
      expiresAt: string;
      /**
       * Format: date-time
       * @description End of the session if no further request uses it.
       */
      idleExpiresAt: string;
      workspaceId: string;
      /** Format: uuid */
      tokenId: string;
    };
    SingleSignOnDto: {
      /** @description Name of the identity provider. */
      name: string;
      /** @description Path at which a browser starts the sign-in. */
      href: string;
    };
    SignInWaysDto: {
      /** @description Whether sign-in with a token is possible. */
      token: boolean;
      /** @description Sign-in with an identity provider. null when none is configured. */
      singleSignOn: components['schemas']['SingleSignOnDto'] | null;
    };
    SignInCodeDto: {
      /** @description The sign-in code. It works once. */
      code: string;
      /** @description Link that signs in the first person who opens it. The code is in the fragment, which browsers do not send to a server. */
      href: string;
      /**
       * Format: date-time
       * @description Expiry of the code, one minute after its creation.
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
      /** @description Workspace of the token. */
      workspace: components['schemas']['SignInCodeWorkspaceDto'];
      /** @description Token that created the code. */
      token: components['schemas']['SignInCodeTokenDto'];
    };
    LookUpSignInCodeDto: {
      /** @description The sign-in code of a link. */
      code: string;
    };
    SuppressionChangeDto: {
      workspaceId: string;
      /** @description Suppression key of the user. Never empty. */
      userId: string;
      /** @description True when no regulation covers the key any more. */
      canceled: boolean;
      /**
       * Format: date-time
       * @description Time of the change.
       */
      createdAt: string;
      /** @description The source. Empty for all sources. */
      sourceIds: string[];
    };
    SuppressionPageDto: {
      items: components['schemas']['SuppressionChangeDto'][];
      /** @description Send it as `pageToken` to get the next page. */
      token: string;
    };
    WorkerJobDto: {
      jobId: string;
      workspaceId: string;
      destinationId: string;
      /**
       * @description The identifiers of each user, as strings. There is at least one user.
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
      /** @description Always empty. The data plane uses its own defaults. */
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
      /** @description Always empty. See GET /destination-definitions. */
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
      /** @description Configuration, with secrets in plain text. */
      config: {
        [key: string]: unknown;
      };
      destinationDefinition: components['schemas']['ConfiguredDefinitionDto'];
      /** @description Changes with each change of the destination. */
      revisionId: string;
      /** @description At most one transformation. */
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
      /** @description Destinations with an enabled connection from this source. */
      destinations: components['schemas']['ConfiguredDestinationDto'][];
    };
    WorkspaceConfigurationDto: {
      workspaceId: string;
      /**
       * Format: date-time
       * @description Time of the last change. Each change has a later time than the one before.
       */
      updatedAt: string;
      libraries: components['schemas']['LibraryReferenceDto'][];
      settings: components['schemas']['ConfigurationSettingsDto'];
      /** @description Always empty. */
      accounts: {
        [key: string]: unknown;
      };
      sources: components['schemas']['ConfiguredSourceDto'][];
      /** @description Connections by id, including disabled ones. */
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
      /** @description Name by which transformations import it. */
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
       * @description Why the process is not ready.
       * @example []
       */
      reasons: string[];
      /**
       * @description Problems that an operator must solve, although the process accepts requests.
       * @example [
       *       "The topics have records that the database lacks: see the log."
       *     ]
       */
      warnings?: string[];
      /**
       * @description Dependencies of the process. If one is down, requests that need it fail, but the process stays ready.
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
        /** @description Cursor of the next page. The path in `paging.next` contains it: use that path unchanged. */
        after_cursor?: string;
        limit?: number;
        /** @description Returns only regulations of users with the suppression key of this id. */
        user_id?: string;
        regulation_type?: 'suppress' | 'suppress_with_delete' | 'delete';
        canceled?: boolean;
        /** @description Returns only regulations with this `status`. A change appears here about one second later than in `GET /v2/regulations/{id}`. */
        status?:
          'active' | 'deleting' | 'deleted' | 'partially_deleted' | 'deletion_failed' | 'canceled';
        /** @description Returns only regulations with this value of `overdue`. */
        overdue?: boolean;
        /** @description Returns only regulations with `dueAt` before this time that still have a deletion to do, sorted as with `sort=due`. RFC 3339 with a zone; write `+` as `%2B`. */
        due_before?: string;
        /** @description `newest` (the default) sorts by creation. `due` sorts by `dueAt`, the earliest first, and returns only regulations that still have a deletion to do: open, or failed permanently without a later retry or exception. An extension during a walk through the pages moves the regulation to its new place. */
        sort?: 'newest' | 'due';
        /** @description Returns only regulations created at this time or later. RFC 3339 with a zone; write `+` as `%2B`. */
        created_after?: string;
        /** @description Returns only regulations created before this time. RFC 3339 with a zone; write `+` as `%2B`. */
        created_before?: string;
        /** @description `masked` shows only the first characters of each value in `attributes`. With `full`, the gateway logs the name of the token and the number of shown users. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Use the path in `paging.next` unchanged, or start again without a cursor.
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
        /** @description True: the answer is the plan. Nothing is stored or sent. An `Idempotency-Key` is refused. */
        dry_run?: boolean;
      };
      header?: {
        /** @description At most 255 printable ASCII characters. Lethe remembers the key for 24 hours: a repeated request with the same key creates nothing new. */
        'Idempotency-Key'?: string;
        /** @description With `return=representation` (RFC 7240), the answer has the records, whatever `Accept` says. Use it in clients that send `*\/*` and read JSON, such as generated clients. */
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
      /** @description The plan, with `dry_run=true`. A request that would be refused is also refused here. There is one exception: the plan lists users that a destination cannot identify. */
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
           *       "notDeleted": [
           *         {
           *           "destinationId": "dst_snow",
           *           "reason": "is of type SNOWFLAKE, which does not support deletion"
           *         }
           *       ],
           *       "notDeletedCount": 1,
           *       "startsAt": "2026-11-21T09:00:00.000Z",
           *       "dueAt": "2026-12-21T08:00:00.000Z",
           *       "irreversible": [
           *         "Data that a destination has deleted stays deleted. A cancel withdraws users only from deletions that have not begun.",
           *         "A canceled regulation cannot become active again."
           *       ],
           *       "warnings": [
           *         {
           *           "path": "users[17].userId",
           *           "code": "suspicious_id",
           *           "message": "looks like an empty value that a program wrote"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeletionPlanDto'];
        };
      };
      /** @description Created and stored durably. The answer has the records in request order if `Accept` names `application/json` and does not prefer `text/plain`, or with `Prefer: return=representation`. Otherwise, it is the text `Created`. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description `masked` shows only the first characters of each value in `attributes`. With `full`, the gateway logs the name of the token and the number of shown users. */
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
           *       "notDeleted": [
           *         {
           *           "destinationId": "dst_snow",
           *           "reason": "is of type SNOWFLAKE, which does not support deletion"
           *         }
           *       ],
           *       "notDeletedCount": 1,
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Reason, in your words. Stored and shown with the regulation as `cancelReason`. */
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
      /** @description Canceled, by this request or before. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description The users that were found; an empty list when there are none. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Use the path in `paging.next` unchanged, or start again without a cursor.
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Use the path in `paging.next` unchanged, or start again without a cursor.
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
        /** @description Your own id. With it, a repeated request gets a 409, and you can continue an upload. Lethe generates one when it is absent. */
        id?: string;
        regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
        /** @description Ids of sources, separated by commas. Absent: all sources. */
        sourceIds?: string;
        /** @description Ids of destinations, separated by commas. `*` alone stands for all destinations of the workspace that can delete when Lethe processes the rows. A row is refused if none of them can identify its user. */
        destinationIds?: string;
        reason?: string;
        /** @description Time at which the person asked; RFC 3339 with a zone, not in the future, and at most 5 years ago. The deadline counts from it. Absent: now. Applies to all rows without a value in `received_at_column`. */
        received_at?: string;
        /** @description Law that sets the deadline: `gdpr` one calendar month after `receivedAt`, `ccpa` 45 days. Absent: `deletionDeadlineDays` of the workspace. Applies to all rows without a value in `law_column`. */
        law?: 'gdpr' | 'ccpa';
        /** @description Column of CSV (name or position) or member of NDJSON with the time at which the person of the row asked. It is not stored as an identifier. Without this parameter, a column `receivedAt` is an identifier like any other. */
        received_at_column?: string;
        /** @description Column of CSV (name or position) or member of NDJSON with the law of the row. It is not stored as an identifier. */
        law_column?: string;
        /** @description Columns of CSV or members of NDJSON to import, separated by commas: `column=identifier`, or `column` when both names are equal. A number is the position of a CSV column, from 1: `1=userId,2=email`. Absent: all columns. */
        columns?: string;
        /** @description Delimiter of CSV fields: one character, or `tab`. If the file has a first line such as `sep=;`, leave this parameter out. */
        delimiter?: string;
        /** @description Whether the first line of CSV has column names. With `absent`, `columns` must name columns by position. Without this parameter, the import fails if the first line looks like data. */
        header?: 'present' | 'absent';
        /** @description `accept` imports rows with suspicious ids, such as `null`, `#N/A` or `9.0E+15`. Real user ids do not look like this. */
        suspicious?: 'refuse' | 'accept';
        /** @description Format of a body that is sent as `application/octet-stream`. Other content types already name the format. */
        format?: 'csv' | 'ndjson';
        /** @description True: Lethe checks all rows and creates nothing. */
        dry_run?: boolean;
      };
      header?: {
        /** @description `?0`: this request does not contain the end of the file. */
        'Upload-Complete'?: '?1' | '?0';
        /** @description Size of the whole file in bytes. */
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
      /** @description The received bytes are stored. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description `?0`: this request does not contain the end of the file. */
        'Upload-Complete'?: '?1' | '?0';
        /** @description Size of the whole file in bytes. */
        'Upload-Length'?: number;
        /** @description Offset of the body in the file, in bytes: `receivedBytes` of the import. */
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
      /** @description The received bytes are stored. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Maximum number of rows per page. Absent: all rows. */
        limit?: number;
        /** @description Returns only rows after this line of the file, without the line of column names. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description The import has ended. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Cursor of the next page. The path in `paging.next` contains it: use that path unchanged. */
        after_cursor?: string;
        limit?: number;
        destination_id?: string;
        status?:
          'pending' | 'running' | 'complete' | 'failed' | 'aborted' | 'canceled' | 'excepted';
        /** @description Returns only jobs with this value of `overdue`. */
        overdue?: boolean;
        /** @description Returns only jobs with `dueAt` before this time that still have to be done, sorted as with `sort=due`. */
        due_before?: string;
        /** @description `newest` (the default) sorts by creation. `due` sorts by `dueAt`, the earliest first, and returns only jobs that still have to be done: open, or failed permanently without a later retry or exception. */
        sort?: 'newest' | 'due';
        /** @description Returns only jobs with this value of `needsAttention`. */
        needs_attention?: boolean;
        /** @description `true` returns only jobs with `foundAgain`; `false` returns only jobs without it. */
        found_again?: boolean;
        /** @description Returns only jobs with this value of `held`. */
        held?: boolean;
        /** @description Returns only jobs created at this time or later. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_cursor`: The cursor is malformed or belongs to another workspace. Use the path in `paging.next` unchanged, or start again without a cursor.
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
      /** @description Destinations that ever had a job, or are paused. */
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
           *           "dueSoon": 4,
           *           "needsAttention": 0,
           *           "foundAgain": 0,
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of a job. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description The number of new jobs. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The number of new jobs. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
  exceptDeletionJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a job. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExceptDeletionDto'];
      };
    };
    responses: {
      /** @description Recorded, by this request or before. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "at": "2026-11-21T08:00:00.000Z",
           *       "createdBy": "demo admin",
           *       "reason": "The vendor closed our account, and the data with it. Ticket 4711.",
           *       "basis": "GDPR, Article 17(3)(b)"
           *     }
           */
          'application/json': components['schemas']['DeletionExceptionDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
  extendRegulation: {
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
        'application/json': components['schemas']['ExtendRegulationDto'];
      };
    };
    responses: {
      /** @description Extended, by this request or before. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "at": "2026-11-21T08:00:00.000Z",
           *       "createdBy": "demo admin",
           *       "reason": "120 requests arrived at once. The person was informed on 25 November.",
           *       "previousDueAt": "2026-12-21T08:00:00.000Z",
           *       "dueAt": "2027-02-21T08:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ExtensionDto'];
        };
      };
      /**
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
  verifyRegulation: {
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
      /** @description The number of destinations that are asked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "verifications": 1,
           *       "leftOut": []
           *     }
           */
          'application/json': components['schemas']['VerifyResultDto'];
        };
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of a destination. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Paused, by this request or before. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of a destination. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
           *         "kind": "delete",
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
      /** @description No job is available. Try again in one minute. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Id of a job. */
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
      /** @description The renewed lease. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Id of a job. */
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
      /** @description Accepted, by this request or before. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description The `id` of the last event that the client received. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Number of the page. A page has 100 items, sorted by id. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. */
        page?: number;
        /** @description Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The header Location has its path, and the header ETag its version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed. */
    requestBody: {
      content: {
        'application/json': components['schemas']['SourcePatchDto'];
        'application/merge-patch+json': components['schemas']['SourcePatchDto'];
      };
    };
    responses: {
      /** @description Changed. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Number of the page. A page has 100 items, sorted by id. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. */
        page?: number;
        /** @description Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of destinations, with masked secrets. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The header Location has its path, and the header ETag its version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The destination, with masked secrets. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. Deletions that wait at the destination are aborted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed. */
    requestBody: {
      content: {
        'application/json': components['schemas']['DestinationPatchDto'];
        'application/merge-patch+json': components['schemas']['DestinationPatchDto'];
      };
    };
    responses: {
      /** @description Changed. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The transformation. The header ETag has the version of the destination. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has the new version of the destination. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnected. The transformation itself stays. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Number of the page. A page has 100 items, sorted by id. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. */
        page?: number;
        /** @description Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged. */
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
           *           "name": "Sign-up event keeps the property plan",
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The header Location has its path, and the header ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The test case of a destination. The header ETag has its version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has its new version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed. */
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCasePatchDto'];
        'application/merge-patch+json': components['schemas']['TestCasePatchDto'];
      };
    };
    responses: {
      /** @description Changed. The header ETag has its new version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The result of each test case. */
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
           *           "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Number of the page. A page has 100 items, sorted by id. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. */
        page?: number;
        /** @description Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The header Location has its path, and the header ETag its version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The connection. The header ETag has its version. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed. */
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionPatchDto'];
        'application/merge-patch+json': components['schemas']['ConnectionPatchDto'];
      };
    };
    responses: {
      /** @description Changed. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Number of the page. A page has 100 items, sorted by id. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. */
        page?: number;
        /** @description Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The header Location has its path, and the header ETag its version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The transformation. The header ETag has its version. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed. */
    requestBody: {
      content: {
        'application/json': components['schemas']['TransformationPatchDto'];
        'application/merge-patch+json': components['schemas']['TransformationPatchDto'];
      };
    };
    responses: {
      /** @description Changed. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description The transformation. The header ETag has its version. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Number of the page. A page has 100 items, sorted by id. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. */
        page?: number;
        /** @description Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged. */
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
           *           "name": "Sign-up event keeps the property plan",
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The header Location has its path, and the header ETag its version. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The test case of a transformation. The header ETag has its version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has its new version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
        caseId: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed. */
    requestBody: {
      content: {
        'application/json': components['schemas']['TestCasePatchDto'];
        'application/merge-patch+json': components['schemas']['TestCasePatchDto'];
      };
    };
    responses: {
      /** @description Changed. The header ETag has its new version. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "testCase": {
           *         "id": "case_signed_up",
           *         "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The result of each test case. */
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
           *           "name": "Sign-up event keeps the property plan",
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Number of the page. A page has 100 items, sorted by id. A page ends early when its records exceed 1 MiB. Follow `paging.next` until it is absent. */
        page?: number;
        /** @description Continues a page that ended early. The path in `paging.next` contains it: use that path unchanged. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The header Location has its path, and the header ETag its version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description The transformation library. The header ETag has its version. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description Replaced. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETags with their quotes, or `*`. The change is made only if one of them is the current ETag; otherwise the answer is 412. A weak ETag never matches. Without this header the last change wins. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** @description A merge patch (RFC 7396): members that are absent stay unchanged, and a member of `config` that is null is removed. */
    requestBody: {
      content: {
        'application/json': components['schemas']['ModulePatchDto'];
        'application/merge-patch+json': components['schemas']['ModulePatchDto'];
      };
    };
    responses: {
      /** @description Changed. The header ETag has its new version. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Returns only the definition with this name. */
        name?: string;
      };
      header?: {
        /** @description ETag of an earlier answer. If nothing has changed, the answer is 304. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All definitions, sorted by name. */
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
           *               "deletionSecret",
           *               "verificationUrl"
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
           *             },
           *             "verificationUrl": {
           *               "type": "string",
           *               "secret": true
           *             }
           *           },
           *           "secretKeys": [
           *             "webhookUrl",
           *             "headers.to",
           *             "header.to",
           *             "deletionUrl",
           *             "deletionSecret",
           *             "verificationUrl"
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
      /** @description Nothing has changed. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETag of an earlier answer. If nothing has changed, the answer is 304. */
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
           *             "deletionSecret",
           *             "verificationUrl"
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
           *           },
           *           "verificationUrl": {
           *             "type": "string",
           *             "secret": true
           *           }
           *         },
           *         "secretKeys": [
           *           "webhookUrl",
           *           "headers.to",
           *           "header.to",
           *           "deletionUrl",
           *           "deletionSecret",
           *           "verificationUrl"
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
      /** @description Nothing has changed. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description True: also tests a disabled destination. */
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
      /** @description The result of each stage. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
       *
       *     `invalid_message_type`: The `type` of the test message is missing, is not a string, or is not one of identify, track, page, screen, group and alias. Correct `message.type`.
       *
       *     `destination_not_supported`: Destinations of this type do not receive events as HTTP requests, so the Test API cannot test them. `GET /destination-definitions` gives the reason.
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
      /** @description The result of each stage. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
       *
       *     `invalid_message_type`: The `type` of the test message is missing, is not a string, or is not one of identify, track, page, screen, group and alias. Correct `message.type`.
       *
       *     `destination_not_supported`: Destinations of this type do not receive events as HTTP requests, so the Test API cannot test them. `GET /destination-definitions` gives the reason.
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
        /** @description True: also tests a disabled source and disabled destinations. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
       *
       *     `invalid_message_type`: The `type` of the test message is missing, is not a string, or is not one of identify, track, page, screen, group and alias. Correct `message.type`.
       *
       *     `source_disabled`: The tested source is disabled. Enable it, or test it with `force=true`.
       *
       *     `source_not_connected`: The tested source has no connection. Connect it to a destination: `POST /v2/connections`.
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
      /** @description The result of each event. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
       *
       *     `destination_not_supported`: Destinations of this type do not receive events as HTTP requests, so the Test API cannot test them. `GET /destination-definitions` gives the reason.
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Number of the page. A page has 100 items. */
        page?: number;
        /** @description Returns only items in this state. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The secret is shown only in this answer. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Number of the page. A page has 100 items. */
        page?: number;
        /** @description Returns only items in this state. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The secret is shown only in this answer. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Marks a request of the console. A form or another site cannot send this header. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Marks a request of the console. A form or another site cannot send this header. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Marks a request of the console. A form or another site cannot send this header. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description Created. The code is shown only in this answer. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Marks a request of the console. A form or another site cannot send this header. */
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
      /** @description The workspace and the token of the code. */
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
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description The `token` of any earlier page, however old. Absent or not valid: the feed starts from the beginning. Also accepted: base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`, for changes since that time. */
        pageToken?: string;
      };
      header?: never;
      path: {
        /** @description Id of the workspace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of changes, oldest first. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description The `token` of any earlier page, however old. Absent or not valid: the feed starts from the beginning. Also accepted: base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`, for changes since that time. */
        pageToken?: string;
      };
      header?: never;
      path: {
        /** @description Id of the namespace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of changes, oldest first. */
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
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of the workspace of the credentials. */
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
      /** @description No job is available now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of the namespace of the credentials. */
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
      /** @description No job is available now. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of the workspace of the credentials. */
        id: string;
        /** @description Id of the job. */
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
      /** @description Accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of the namespace of the credentials. */
        id: string;
        /** @description Id of the job. */
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
      /** @description Accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETag of an earlier answer. If nothing has changed, the answer is 304. */
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
      /** @description Nothing has changed. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Newest `updatedAt` of an earlier answer. Workspaces without a later change are null. A value that is not a time is ignored. */
        updatedAfter?: string;
      };
      header?: {
        /** @description ETag of an earlier answer. If nothing has changed, the answer is 304. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description Id of the namespace of the credentials. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Configurations by workspace id. null means unchanged. */
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
      /** @description Nothing has changed. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description Id of the workspace of the credentials. */
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
      /** @description Accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description Id of the namespace of the credentials. */
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
      /** @description Accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /**
       * @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again.
       *
       *     `invalid_json`: The body is not UTF-8, is not JSON, or is nested too deeply. Correct the body and send the request again.
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
        /** @description ETag of an earlier answer. If nothing has changed, the answer is 304. */
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
      /** @description Nothing has changed. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
        /** @description ETag of an earlier answer. If nothing has changed, the answer is 304. */
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
      /** @description Nothing has changed. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A header, a parameter or a member of the body breaks a rule. `details` names each wrong path, at most 50. Correct them and send the request again. */
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
      /** @description The process is alive. */
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
      /** @description The process cannot recover. Restart it. */
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
      /** @description The process accepts requests. A request fails if it needs a dependency that is down. */
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
      /** @description The process accepts no requests now. See `reasons`. */
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
