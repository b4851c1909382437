/**
 * Headers that describe this connection and this message's length, or name another host than the one
 * that was checked (RFC 9110 section 7.6.1). The client writes those that are needed; a second opinion
 * from the caller is how requests are smuggled.
 */
export const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
