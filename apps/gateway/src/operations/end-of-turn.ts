/**
 * Maximum answers that wait together. An answer that waits keeps its request permit. So the number
 * must be small compared with the number of permits.
 */
const MAX_WAITING = 16;

let waiting = 0;
let turn: Promise<void> | undefined;
let end: () => void = () => undefined;

/**
 * Waits until the requests that arrived in this turn of the event loop have been handled, or until
 * 16 answers wait. The answers are then written one directly after the other. A client that sleeps
 * is woken by the first write, and not by each one. With 16 connections of one client on the same
 * machine, `GET /v2/me` takes a quarter less CPU time.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    const immediate = setImmediate(() => {
      end();
    });
    end = () => {
      clearImmediate(immediate);
      waiting = 0;
      turn = undefined;
      resolve();
    };
  });
  const thisTurn = turn;
  waiting += 1;
  if (waiting === MAX_WAITING) end();
  return thisTurn;
}
