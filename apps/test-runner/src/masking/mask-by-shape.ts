import type { TestTarget } from '@lethe/catalog';
import type { DeliveryAnswer, TestResultData } from '@lethe/contracts';
import {
  createShapeMasker,
  findDefinition,
  newSearchBudget,
  secretValues,
  type Mask,
} from '@lethe/destination-definitions';

/** In answers of destinations, masks all texts that have the shape of a secret of the target. */
export interface AnswerMasker {
  readonly body: (answer: DeliveryAnswer) => DeliveryAnswer;
  readonly answered: (data: TestResultData) => TestResultData;
}

export function createAnswerMasker(target: TestTarget): AnswerMasker {
  let mask: Mask | undefined;
  const steps = newSearchBudget();
  const hide = (value: unknown, { isCut }: { readonly isCut: boolean }): unknown => {
    mask ??= createShapeMasker(secretsOf(target));
    return mask(value, { isCut, steps });
  };
  return {
    body: (answer) => ({ ...answer, body: hide(answer.body, { isCut: answer.truncated }) }),
    answered: ({ destination_response: response, ...others }) => ({
      ...(response === undefined
        ? {}
        : {
            destination_response: hide(response, {
              isCut: others.destination_response_truncated === true,
            }),
          }),
      ...others,
    }),
  };
}

function secretsOf({ destination, credentials }: TestTarget): readonly string[] {
  return [
    ...secretValues(findDefinition(destination.type), [destination.config]),
    ...secretValues(undefined, [credentials]),
  ];
}
