/** More than there are pages; whatever else is sent below them is an error, short and each another one. */
const MOST_TEXTS = 8;
/** Characters. A shorter one costs nothing. */
const WORTH_SHARING = 4096;

/** The bytes of texts that are sent again and again, made once: whoever waits for them holds the same. */
export class SharedBytes {
  private readonly made = new Map<string, Buffer>();

  of(text: string): Buffer | string {
    if (text.length < WORTH_SHARING) return text;
    const known = this.made.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    if (this.made.size < MOST_TEXTS) this.made.set(text, bytes);
    return bytes;
  }
}
