/**
 * Headers that callers are not allowed to set (RFC 9110 section 7.6.1). They describe the
 * connection or the length of the message, or name a host that the guard did not check. The HTTP
 * client sets the headers that a request needs. A second value from the caller would allow request
 * smuggling.
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
