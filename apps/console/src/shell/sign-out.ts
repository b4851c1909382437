import { endSession } from '../api/session.js';

/** Ends the session. The page is loaded anew, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  await endSession();
  location.assign('/console/sign-in');
}
