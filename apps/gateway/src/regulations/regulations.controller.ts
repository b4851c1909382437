import { regulations, type RegulationCommands } from '@lethe/api/regulations';
import { ExpectedAnswers } from '../admission/expected-answers.js';
import { CALLER_LIMITS, CATALOG, SERVICE_COMMANDS } from '../injection-tokens.js';
import { controllerOf } from '../operations/controller-of.js';
import type { CallerLimits } from '../admission/rates/limit-requests.js';
import { withMaskedIdentifiers } from '../users/mask-identifiers.js';
import { CreateRegulations } from './create-regulations.js';
import { cancelableTypes } from './scopes-of-types.js';
import type { OrderCatalog } from './unusable-destinations.js';

export const RegulationsController = controllerOf(
  regulations,
  (...parts: readonly [RegulationCommands, OrderCatalog, CallerLimits, ExpectedAnswers]) => {
    const creates = new CreateRegulations(...parts);
    return {
      createRegulations: { answers: (asked) => creates.answer(asked) },
      listRegulations: {
        async answers({ query, request }, send) {
          const { data, paging } = await send();
          if (query.identifiers === 'masked') {
            return { data: data.map(withMaskedIdentifiers), paging };
          }
          request.identifiersShown = data.length;
          return { data, paging };
        },
      },
      getRegulation: {
        async answers({ query, request }, send) {
          const regulation = await send();
          if (query.identifiers === 'masked') return withMaskedIdentifiers(regulation);
          request.identifiersShown = 1;
          return regulation;
        },
      },
      cancelRegulation: {
        adds: (identity) => ({ allowedTypes: cancelableTypes(identity) }),
      },
    };
  },
  [SERVICE_COMMANDS, CATALOG, CALLER_LIMITS, ExpectedAnswers],
);
