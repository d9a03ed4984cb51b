/**
 * A restore of a workspace: `at` is when its data was restored, `bookmark` the instant whose state it went back to, and
 * `last_event` the number of the last event that it kept. The `epoch` names the time since then.
 */
export type Restore = { epoch: number; at: string; bookmark: string; last_event: number }

/** What a workspace stores of its restores. */
export type Restored = { restores: string }

/** The restores of a workspace, the latest last. */
export const restoresOf = ({ restores }: Restored): Restore[] =>
  restores === '[]' ? [] : JSON.parse(restores)

/** The last restore of a workspace; undefined if it was never restored. */
export const lastRestoreOf = (workspace: Restored): Restore | undefined => restoresOf(workspace).at(-1)

/** The epoch of a workspace, which names the time since its last restore; 0 if it was never restored. */
export const epochOf = (workspace: Restored): number => lastRestoreOf(workspace)?.epoch ?? 0
