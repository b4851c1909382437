import type { JsonObject } from '@lethe/contracts';
import { setClock, type Timed } from '@lethe/sandbox';
import type { TransformOutcome } from '../destination-provider.js';
import { nativeTransform } from './native-transform.js';

export interface NativeTask extends Timed {
  readonly destinationType: string;
  readonly message: JsonObject;
  readonly config: JsonObject;
}

/** Transforms one event. The pool calls it for one event at a time in each thread. */
export default function run({
  destinationType,
  message,
  config,
  clock,
}: NativeTask): TransformOutcome {
  setClock(clock, true);
  return nativeTransform(destinationType, message, config);
}
