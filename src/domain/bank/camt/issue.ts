/** What is wrong with a statement file, at the place that is being read. The message holds no data of the file. */
export class CamtIssue extends Error {
  override readonly name = 'CamtIssue'

  constructor(
    message: string,
    /** The part of an entry or statement that is wrong, as the last segment of the path of the issue. */
    readonly field = '',
  ) {
    super(message)
  }
}
