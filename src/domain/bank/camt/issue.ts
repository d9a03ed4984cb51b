import type { FileRefusal } from '../../shared/file-refusals'

/** What is wrong with a statement file, at the place that is being read. It holds no data of the file. */
export class CamtIssue extends Error {
  override readonly name = 'CamtIssue'

  constructor(
    readonly refusal: FileRefusal,
    /** The part of an entry or statement that is wrong, as the last segment of the path of the issue. */
    readonly field = '',
  ) {
    super(refusal.code)
  }
}
