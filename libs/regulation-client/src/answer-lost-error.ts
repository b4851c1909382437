/** The request was handed to a connection, and no answer will come. Whether it was carried out is not known. */
export class AnswerLostError extends Error {
  override readonly name = 'AnswerLostError';
}
