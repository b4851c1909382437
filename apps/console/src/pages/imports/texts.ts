import { countOf } from '../../lib/count-of.js';

const SUSPICIOUS = 'Also import user ids that look like a mistake';

export const TEXTS = {
  columnChoices: {
    noHeader:
      'The first line may be a user: it has no column name that Lethe knows. Choose above whether the first line names the columns. If it is a user and you choose “First line names the columns”, this user is not imported.',
    refusedNdjson:
      'This file contains the lines that an NDJSON import refused. Lethe imports each line as NDJSON, so there are no columns to choose.',
    label: 'Columns',
    column: 'Column',
    identifier: 'Identifier',
    identifierOf: (column: string) => `The column ${column} is`,
    leftOut: 'Not imported',
    identifiers: { userId: 'User id', email: 'E-mail', phone: 'Phone' },
    other: (name: string) => `Identifier “${name}”`,
    cannotBeNamed:
      'Not imported. To import the column, give it a name without commas and equal signs.',
    chooseUserId: 'Choose the column that has the user id.',
  },
  fileChoice: {
    file: (name: string, size: string) => `${name}, ${size}`,
    firstLine: 'First line',
    chooseFirstLine: 'First line: choose',
    headerPresent: 'First line names the columns',
    headerAbsent: 'The file has no header',
    delimiter: 'Field separator',
    delimiters: { ',': 'Commas', ';': 'Semicolons', '\t': 'Tabs', '|': 'Vertical bars' },
    drop: 'Drop a CSV or NDJSON file here, or choose one. UTF-8, up to 100 MB.',
    another: 'Choose another file',
  },
  fileColumns: { noRows: 'The file has no rows.', unreadable: 'The file cannot be read.' },
  importBadge: {
    states: {
      uploading: 'Uploading',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      canceled: 'Canceled',
    },
    percentage: (state: string, percent: number) => `${state} ${percent} %`,
  },
  importPage: {
    title: 'Import',
    imports: 'Imports',
    checkOnly: (type: string) => `${type}, check only`,
    cancel: 'Cancel import',
    import: (rows: number) => `Import ${countOf(rows, 'row')}`,
    cancelDialog: {
      question: 'Cancel this import?',
      consequence: (created: number) =>
        created === 0
          ? 'No further row is processed. No regulation was created yet.'
          : `No further row is processed. The ${countOf(created, 'regulation')} that ${created === 1 ? 'was' : 'were'} already created ${created === 1 ? 'is' : 'are'} kept. If you do not want ${created === 1 ? 'it, cancel it' : 'them, cancel them'} in the list of regulations.`,
      confirm: 'Cancel the import',
      dismiss: 'Continue the import',
      done: 'Import canceled',
    },
    importDialog: {
      question: (rows: number) => `Import ${countOf(rows, 'row')}?`,
      effect: 'Lethe creates a regulation for each row.',
      refused: (rows: number) => `${countOf(rows, 'row')} will be refused.`,
      confirm: 'Import',
      confirmDelete: 'Import and delete data',
    },
    upload: 'Upload',
    rows: 'Rows',
    uploaded: 'Uploaded',
    processed: 'Processed',
    isUploading: (sent: string, size: string) =>
      `${sent} of ${size} uploaded. Lethe processes the rows when the upload is complete.`,
    toProcess: (size: string) => `${size} left to process.`,
    checked: 'All rows checked. Nothing was created.',
    allProcessed: 'All rows processed.',
    failed: 'The import failed.',
    canceled: 'The import was canceled. Regulations that it had already created are kept.',
    timeLeft: (duration: string) => ` About ${duration} left.`,
    otherFile: (bytes: string) =>
      `This is another file: it has ${bytes} bytes. Choose the original file.`,
    chooseAgain: 'The upload stopped. Choose the same file again to continue.',
    chooseAgainOf: (bytes: string) =>
      `The upload stopped. Choose the same file again, of ${bytes} bytes, to continue.`,
    continueUpload: 'Continue the upload',
    figures: {
      read: 'Rows read',
      wouldBeImported: 'Would be imported',
      imported: 'Rows imported',
      created: 'Regulations created',
      refused: 'Refused',
      repeated: 'Duplicate rows',
    },
    details: {
      title: 'Details',
      id: 'Id',
      copyId: 'Copy the id',
      format: 'Format',
      formats: { csv: 'CSV', ndjson: 'NDJSON' },
      size: 'Size',
      sources: 'Sources',
      destinations: 'Destinations',
      allDestinations: 'All destinations that can delete',
      reason: 'Reason',
      created: 'Created',
      createdBy: 'Created by',
      uploaded: 'Uploaded',
      ended: 'Ended',
      canceledBy: 'Canceled by',
    },
  },
  importsPage: {
    title: 'Imports',
    description: 'Files of users, up to 100 MB each. Lethe creates a regulation for each row.',
    import: 'Import',
    checkOnly: (type: string) => `${type}, check only`,
    state: 'State',
    rows: 'Rows',
    refused: 'Refused',
    createdBy: 'Created by',
    created: 'Created',
    create: 'New import',
    none: 'No imports yet',
    howTo:
      'Export a list of user ids from another system, as CSV or NDJSON. Lethe can check all rows before it creates anything.',
  },
  newImportPage: {
    title: 'New import',
    imports: 'Imports',
    description: 'Lethe creates a regulation for each row of a file.',
    file: 'File',
    regulations: 'Regulations',
    suspicious: SUSPICIOUS,
    suspiciousHint:
      'For example null, #N/A or 9.0E+15. Real user ids do not look like this. Without this option, Lethe refuses rows with these ids.',
    cancel: 'Cancel',
    import: 'Import',
    check: 'Check all rows first',
    question: 'Import without a check?',
    effect:
      'Lethe immediately creates a regulation for each valid row. It refuses the other rows and lists the reasons.',
    confirm: 'Import',
    confirmDelete: 'Import and delete data',
  },
  refusals: {
    title: (rows: number) => countOf(rows, 'refused row'),
    download: 'Download as CSV',
    label: 'Refused rows',
    line: 'Line',
    column: 'Column',
    reason: 'Reason',
    /** Replaces the name of an API parameter in the reason of a refusal. */
    withSuspicious: `with the option “${SUSPICIOUS}”`,
    onlyFirst: (rows: number) => `Only the first ${rows} are shown.`,
    howTo:
      'The CSV file has all refused rows with their fields. Correct the rows in this file, then import the file. Keep all columns, including the last one.',
  },
  suspiciousToo: 'Rows with ids that look like a mistake, such as null or #N/A, are imported too.',
} as const;
