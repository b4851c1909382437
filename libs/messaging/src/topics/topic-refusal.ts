const REFUSALS = {
  UNKNOWN_TOPIC_OR_PARTITION: 'missing',
  TOPIC_AUTHORIZATION_FAILED: 'forbidden',
} as const;

/** Returns why Kafka refuses the use of a topic, or undefined if the error has another reason. */
export function topicRefusal(error: unknown): 'missing' | 'forbidden' | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { type } = inner as { readonly type?: unknown };
    const refusal = Object.entries(REFUSALS).find(([name]) => name === type)?.[1];
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
