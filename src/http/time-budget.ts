/** How long a request works through slices, in milliseconds: callers wait 30 seconds and more, and a Worker has time enough. */
const MAX_MILLISECONDS = 20_000

/** How many slices: an invocation has 1,000 queries of D1, and a slice takes a few. */
const MAX_SLICES = 200

/** Says whether work in slices has used up its time; to be asked once before each slice. */
export function timeBudget(now: () => number = Date.now): () => boolean {
  const end = now() + MAX_MILLISECONDS
  let slices = 0
  return () => ++slices > MAX_SLICES || now() > end
}
