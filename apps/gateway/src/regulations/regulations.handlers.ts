import { regulations } from '@lethe/api/regulations';
import { controllerOf } from '../operations/controller-of.js';
import { withMaskedIdentifiers } from '../users/mask-identifiers.js';
import { createRegulations, type CreateParts } from './create-regulations.js';
import { cancelableTypes } from '../auth/scopes-of-types.js';

export const RegulationsController = controllerOf(regulations, (parts: CreateParts) => {
  return {
    createRegulations: { answers: (call) => createRegulations(parts, call) },
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
});
