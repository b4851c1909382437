/** The request was sent, but no answer will arrive. The service may have executed the request. */
export class AnswerLostError extends Error {
  override readonly name = 'AnswerLostError';
}
