/** Counts the rows that wait to be published. */
export const BACKLOG = `
  select (select count(*) from regulation.outbox)::int
       + (select count(*) from regulation.suppressions
           where change_seq is null
              or change_seq > coalesce((select max(position) from regulation.relay_positions), 0)
         )::int as waiting`;
