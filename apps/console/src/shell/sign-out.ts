import { endSession } from '../api/session.js';
import { returnAddress } from '../lib/return-address.js';

/** Ends the session. The page is loaded anew, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  await endSession();
  returnAddress.take(); // the next person begins at the first page
  location.assign('/console/sign-in');
}
