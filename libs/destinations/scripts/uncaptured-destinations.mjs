/**
 * Destinations whose events do not go out as HTTP requests of the library's client: found by looking
 * for the clients that its modules import (AWS, Kafka, SSH).
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
