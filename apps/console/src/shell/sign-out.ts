import { endSession } from '../api/session.js';
import { returnAddress } from '../lib/return-address.js';

/** Ends the session. The reload removes the data of the session from memory. */
export async function signOut(): Promise<void> {
  await endSession();
  returnAddress.take(); // the next user begins at the first page
  location.assign('/console/sign-in');
}
