const ACRONYMS = new Map(
  [
    ...['API', 'URL', 'ID', 'SDK', 'TLS', 'SSL', 'SASL', 'SAS', 'HTTP', 'IAM', 'ARN', 'AWS', 'CA'],
    ...['XML', 'JSON', 'SID', 'UET', 'S3', 'SFTP', 'DTM', 'CID', 'UCD'],
  ].map((word) => [word.toLowerCase(), word]),
);

/**
 * Returns a readable name, such as "Webhook URL" for `webhookUrl` and "Access key ID" for
 * `access_key_id`.
 */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_\-.]+/)
    .filter((word) => word !== '')
    .map((word) => ACRONYMS.get(word.toLowerCase()) ?? word.toLowerCase());
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
