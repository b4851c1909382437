import { denialInBody } from './denial-in-body.js';

const denialOf = (body: Buffer, type = 'application/json') =>
  denialInBody({ status: 200, headers: { 'content-type': type }, body });

describe('denialInBody', () => {
  it('finds a failure in UTF-8, UTF-16 and Latin-1', () => {
    const text = '\ufeff{"success":false,"reason":"né"}';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const unmarked = Buffer.from(text.slice(1), 'utf16le');
    expect(denialOf(Buffer.from(text))).toBe('failure');
    expect(denialOf(little)).toBe('failure');
    expect(denialOf(big)).toBe('failure');
    expect(denialOf(unmarked, 'application/json; charset="UTF-16"')).toBe('failure');
    expect(denialOf(Buffer.from(text.slice(1), 'latin1'), 'text/plain; charset=iso-8859-1')).toBe(
      'failure',
    );
  });
});
