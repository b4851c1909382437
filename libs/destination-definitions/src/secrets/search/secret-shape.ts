/** What a mask shows of a secret, and a stand-in has in common with it. */
export const SHOWN = 2;

/** What all texts that could be a secret have in common, as far as anybody may know. */
export interface Shape {
  /** The first characters, which a mask shows. */
  readonly start: string;
  /** The kinds of the other characters. */
  readonly rest: string;
}

/** A text in lower case and with spaces as forms write them, and the kind of each of its characters. */
export function shapeOf(text: string): { readonly plain: string; readonly classes: string } {
  const plain = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll('+', ' ');
  const classes = plain
    .replace(/[a-z]/g, 'a')
    .replace(/\d/g, '0')
    .replace(/[\u0080-\uffff]/g, 'à');
  return { plain, classes };
}

/** The shapes of a secret: as a text, and where it differs as its bytes. */
export function shapesOf(secret: string): readonly Shape[] {
  const bytes = Buffer.from(secret, 'utf8').toString('latin1');
  return [secret, ...(bytes === secret ? [] : [bytes])].map((text) => {
    const { plain, classes } = shapeOf(text);
    return { start: plain.slice(0, SHOWN), rest: classes.slice(SHOWN) };
  });
}
