import type { JsonObject } from '@lethe/contracts';
import type { TransformInput } from '../destination-provider.js';

/** Returns the event and its destination in the format of a transformer. */
export function toTransformerEvent(input: TransformInput): JsonObject {
  const { workspaceId, destinationId, destinationType, message, config } = input;
  return {
    message,
    metadata: {
      workspaceId,
      destinationId,
      destinationType,
      messageId: typeof message.messageId === 'string' ? message.messageId : '',
      jobId: 1,
    },
    destination: {
      ID: destinationId,
      Name: destinationId,
      WorkspaceID: workspaceId,
      Enabled: true,
      Config: config,
      DestinationDefinition: { Name: destinationType, DisplayName: destinationType, Config: {} },
      Transformations: [],
    },
  };
}
