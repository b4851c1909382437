import type { DeletionJobPageDto } from '@lethe/api/deletions';
import type { ApiClient } from '../api/api-client.js';
import { ApiFailure } from '../api/api-failure.js';
import { CommandFailure } from '../command-context.js';

/** Statuses of a destination that does not exist, or that the token is not allowed to read. */
const UNKNOWN = [403, 404];

/**
 * Distinguishes a destination without jobs from a mistyped id. A destination that was deleted is
 * known by its jobs.
 *
 * @throws CommandFailure if the destination has no jobs and is unknown; errors of the requests
 */
export async function requireDestination(api: ApiClient, id: string): Promise<void> {
  const query = new URLSearchParams({ destination_id: id, limit: '1' });
  const path = `/v2/deletion-jobs?${query.toString()}`;
  const { data } = await api.json<DeletionJobPageDto>({ method: 'GET', path });
  if (data.length > 0) return;
  try {
    await api.json({ method: 'GET', path: `/v2/destinations/${encodeURIComponent(id)}` });
  } catch (error) {
    if (!(error instanceof ApiFailure) || !UNKNOWN.includes(error.status)) throw error;
    throw new CommandFailure(
      `There are no deletion jobs of the destination "${id}". Check its id, and that the token belongs to the right workspace.`,
      { cause: error },
    );
  }
}
