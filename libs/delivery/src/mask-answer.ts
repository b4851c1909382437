import type { DeliveryAnswer } from '@lethe/contracts';

/** As `createSecretMasker` and `createShapeMasker` of `@lethe/destination-definitions` make it. */
type MaskValue = (value: unknown, options: { readonly isCut: boolean }) => unknown;

/**
 * An answer in whose body secrets are hidden; a body that was cut may have lost the end of one.
 *
 * @param answer not changed
 */
export function maskAnswer(answer: DeliveryAnswer, mask: MaskValue): DeliveryAnswer {
  return { ...answer, body: mask(answer.body, { isCut: answer.truncated }) };
}
