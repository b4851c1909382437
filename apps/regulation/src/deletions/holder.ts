/**
 * SQL: the kind of reporter (an `AttemptWorker`) that the last attempt of a job `j` was handed to. Only its reports end
 * the attempt.
 */
export const HOLDER = `case when j.destination_type = 'CUSTOM' then 'own_worker'
  when j.claim_id = j.data_plane_claim then 'data_plane' else 'lethe' end`;
