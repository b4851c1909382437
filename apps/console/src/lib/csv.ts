/** Rows of CSV (RFC 4180), up to `most`. What is cut off in the middle of a row at the end is a row, too. */
export function parseCsv(text: string, delimiter = ',', most = Infinity): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  for (let index = 0; index < body.length && rows.length < most; index += 1) {
    const character = body[index] ?? '';
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (body[index + 1] === '"') field += body[++index] ?? '';
      else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === delimiter) endField();
    else if (character === '\n' || character === '\r') endRow();
    else field += character;
  }
  if (rows.length < most) endRow();
  return rows;
}
