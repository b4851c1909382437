/** One request on its way out. */
export interface OutgoingRequest {
  /** Sent in upper case; not CONNECT or TRACE. */
  readonly method: string;
  /** Absolute; http or https; without credentials. */
  readonly url: string;
  /**
   * Sent with the names as they are spelled; of two spellings of a name the later. Left out are
   * those that belong to the connection (`Host`, `Content-Length`, `Connection`,
   * `Transfer-Encoding` and other hop-by-hop ones). `User-Agent` is `Lethe/<version>` unless given.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface SendOptions {
  /** Milliseconds from the call to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read, counted after decompression; the rest is left. */
  readonly maxAnswerBytes: number;
  /** Ends the request early. */
  readonly signal?: AbortSignal;
}

/** What came back. Redirects are not followed: they are answers like any other. */
export interface IncomingAnswer {
  readonly url: string;
  readonly status: number;
  /** Names in lower case; several values of a name joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed when the answer was gzip, br or deflate; the headers stay as they came. */
  readonly body: Buffer;
  /** There was more than `maxAnswerBytes`. */
  readonly truncated: boolean;
}

/** Sends requests whose address a user chose, to addresses that it may have. */
export interface Egress {
  /**
   * Sends once, never again.
   * @throws EgressRefusedError when the address, the method or a header is forbidden;
   *   EgressFailedError when there was no answer, or not all of it in time. The messages of both are
   *   fit for the user's eyes; a `cause` is not.
   */
  send(request: OutgoingRequest, options: SendOptions): Promise<IncomingAnswer>;
  /** Lets go of all connections. */
  close(): Promise<void>;
}
