/**
 * Destinations that do not send events with the HTTP client of the library. Their modules import
 * other clients (AWS, Kafka, SSH).
 */
export const UNCAPTURED = {
  AMAZON_EVENTBRIDGE: { category: 'stream' },
  AWS_KINESIS: { category: 'stream' },
  GOOGLE_SHEETS: { category: 'spreadsheet' },
  GOOGLE_SHEETS_DEV: { category: 'spreadsheet' },
  S3_CSV: { category: 'object-store' },
  SFTP: { category: 'file-transfer' },
  LIVERAMP_AUDIENCES: { category: 'file-transfer' },
  ACOUSTIC: { category: 'object-store' },
  THE_TRADE_DESK_CRM: { category: 'object-store' },
};
