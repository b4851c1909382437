const SHOUTED = new Map(
  [
    ...['API', 'URL', 'ID', 'SDK', 'TLS', 'SSL', 'SASL', 'SAS', 'HTTP', 'IAM', 'ARN', 'AWS', 'CA'],
    ...['XML', 'JSON', 'SID', 'UET', 'SID', 'S3', 'SFTP', 'DTM', 'CID', 'UCD'],
  ].map((word) => [word.toLowerCase(), word]),
);

/** The name of a variable as people read it: `webhookUrl` is "Webhook URL", `access_key_id` "Access key ID". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_\-.]+/)
    .filter((word) => word !== '')
    .map((word) => SHOUTED.get(word.toLowerCase()) ?? word.toLowerCase());
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
