import type { Hold } from './hold'

/** What a run of a move works with. */
export type Means = {
  isTimeUp: () => boolean
  /** Where the file of the workspace is stored before it is at its new place. */
  bucket?: R2Bucket | undefined
  version: string | null
  now: Date
}

/** What is left of a move: nothing for now, something that another invocation does, or something to wait for. */
export type Left = 'nothing' | 'more' | 'later'

/** What a step leaves: the next one, more of itself, a pause, or the end of this run, since its statements are many. */
export type Ended = 'next' | Left

/** A step of a move. It can be repeated after a crash. */
export type Step = {
  /** Whether the workspace is locked where it was. */
  isLocked: boolean
  /** Whether the workspace is still where it was, so that the move can be given up. */
  isCancellable: boolean
  run: (hold: Hold, means: Means) => Promise<Ended>
}

/** Why a move cannot go on: it is cancelled, with this reason and what to do. */
export class MoveFailed extends Error {
  override readonly name = 'MoveFailed'
}
