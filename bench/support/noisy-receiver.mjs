/**
 * Runs `NoisyReceiver` in its own process, so that its answers of 10 GB do not slow down the
 * benchmark's process.
 */
import { NoisyReceiver } from '@lethe/testing';

console.log(JSON.stringify((await NoisyReceiver.start({ retryAfterSeconds: 1 })).url));
