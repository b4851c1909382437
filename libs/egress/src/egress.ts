export interface OutgoingRequest {
  /** The method is sent in upper case. CONNECT, TRACE and TRACK are refused. */
  readonly method: string;
  /** Absolute http or https URL without credentials. */
  readonly url: string;
  /**
   * Header names keep their spelling. If one name has two spellings, only the later header is sent.
   * Headers of the connection are left out, such as `Host`, `Content-Length` and
   * `Transfer-Encoding`. The default `User-Agent` is `Lethe/<version>`.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface SendOptions {
  /** Milliseconds from the call to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Maximum bytes of the answer, compressed and decompressed. No more bytes are read. */
  readonly maxAnswerBytes: number;
  /** Ends the request early. */
  readonly signal?: AbortSignal;
}

/** An answer. Redirects are not followed, so an answer can be a redirect. */
export interface IncomingAnswer {
  readonly url: string;
  readonly status: number;
  /** Names are in lower case. Several values of a name are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed from gzip, br or deflate. `content-encoding` stays in the headers. */
  readonly body: Buffer;
  /** Whether the body was cut at `maxAnswerBytes`. */
  readonly truncated: boolean;
}

/** Sends requests to URLs that users chose. Addresses that are not public are refused. */
export interface Egress {
  /**
   * Sends a request once, without retries.
   * @throws EgressRefusedError when the address, the method or a header is forbidden;
   *   EgressFailedError when no complete answer arrives in time. The messages of these errors are
   *   safe to show to users. The `cause` is not.
   */
  send(request: OutgoingRequest, options: SendOptions): Promise<IncomingAnswer>;
  /** Closes all connections. */
  close(): Promise<void>;
}
