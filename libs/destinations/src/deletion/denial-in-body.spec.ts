import { denialInBody } from './denial-in-body.js';

const of = (body: Buffer, type = 'application/json') =>
  denialInBody({ status: 200, headers: { 'content-type': type }, body });

describe('denialInBody', () => {
  it('reads the encodings that an answer may have', () => {
    const text = '\ufeff{"success":false,"reason":"né"}';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const unmarked = Buffer.from(text.slice(1), 'utf16le');
    expect(of(Buffer.from(text))).toBe('failure');
    expect(of(little)).toBe('failure');
    expect(of(big)).toBe('failure');
    expect(of(unmarked, 'application/json; charset="UTF-16"')).toBe('failure');
    expect(of(Buffer.from(text.slice(1), 'latin1'), 'text/plain; charset=iso-8859-1')).toBe(
      'failure',
    );
  });
});
