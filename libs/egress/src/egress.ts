/** One request on its way out. */
export interface OutgoingRequest {
  readonly method: string;
  /** Absolute; http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface SendOptions {
  /** Milliseconds from the call to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read; the rest is left. */
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
  readonly body: Buffer;
  /** There was more than `maxAnswerBytes`. */
  readonly truncated: boolean;
}

/** Sends requests whose address a user chose, to addresses that it may have. */
export interface Egress {
  /**
   * @throws EgressRefusedError when the address is forbidden; EgressFailedError when there was no
   *   answer. The messages of both are fit for the user's eyes.
   */
  send(request: OutgoingRequest, options: SendOptions): Promise<IncomingAnswer>;
  /** Lets go of all connections. */
  close(): Promise<void>;
}
