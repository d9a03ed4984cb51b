import { createHash } from 'node:crypto'
import type { End } from './format'

/** Counts and hashes the lines of a table, as the last line of a file has it. */
export class Digest {
  private readonly hash = createHash('sha256')
  private rows = 0

  /** Adds the lines of rows, each with its end. */
  add(lines: string, rows: number): void {
    this.hash.update(lines)
    this.rows += rows
  }

  result(): End['tables'][string] {
    return { rows: this.rows, sha256: this.hash.copy().digest('hex') }
  }
}
