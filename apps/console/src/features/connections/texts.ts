export const TEXTS = {
  connectionCell: {
    pair: (source: string, destination: string) => `${source} → ${destination}`,
    notChanged: (pair: string) => `The connection ${pair} was not changed`,
    connect: 'Connect',
    connected: 'Connected',
    paused: 'Paused',
    pause: 'Pause',
    resume: 'Resume',
    disconnect: 'Disconnect',
    disconnecting: 'Disconnect…',
    question: (pair: string) => `Disconnect ${pair}?`,
    consequence: (source: string, destination: string) =>
      `Data planes stop sending events of ${source} to ${destination} after their next poll. Events that ${destination} already received stay there. You can connect the source and the destination again later.`,
  },
  connectionsOf: {
    source: { one: 'Source', many: 'Sources' },
    destination: { one: 'Destination', many: 'Destinations' },
    type: 'Type',
    connection: 'Connection',
  },
} as const;
