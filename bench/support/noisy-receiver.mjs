/** `NoisyReceiver` as a process of its own, so that 10 GB that nobody reads cost the benchmark's process nothing. */
import { NoisyReceiver } from '@lethe/testing';

const receiver = await NoisyReceiver.start({ retryAfterSeconds: 1 });
process.send(receiver.url);
process.once('disconnect', () => process.exit());
