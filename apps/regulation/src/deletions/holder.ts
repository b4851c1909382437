/**
 * SQL: the kind of worker (`AttemptWorker`) that last claimed a job `j`. Only reports from this
 * kind of worker can end the attempt.
 */
export const WORKER_KIND = `case when j.destination_type = 'CUSTOM' then 'own_worker'
  when j.claim_id = j.data_plane_claim then 'data_plane' else 'lethe' end`;
