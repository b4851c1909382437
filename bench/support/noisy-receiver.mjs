/** `NoisyReceiver` as a process of its own: its 10 GB cost the benchmark's process nothing. */
import { NoisyReceiver } from '@lethe/testing';

console.log(JSON.stringify((await NoisyReceiver.start({ retryAfterSeconds: 1 })).url));
