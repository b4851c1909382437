import type { JsonObject } from '@lethe/contracts';
import { setClock, type Timed } from '@lethe/sandbox';
import type { TransformOutcome } from '../destination-provider.js';
import { nativeTransform } from './native-transform.js';

/** One event, as a worker thread gets it. */
export interface NativeTask extends Timed {
  readonly destinationType: string;
  readonly message: JsonObject;
  readonly config: JsonObject;
}

/** The pool calls it, one run at a time. */
export default function run({
  destinationType,
  message,
  config,
  clock,
}: NativeTask): TransformOutcome {
  setClock(clock, true);
  return nativeTransform(destinationType, message, config);
}
