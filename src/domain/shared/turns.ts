/** After how many steps others have their turn: a step takes some 30 microseconds. */
const STEPS = 250

/**
 * Runs steps one after the other, and returns what they return. Now and then the other requests that the isolate serves have
 * their turn: one thread runs them all, and no clock tells how long it has been busy. For work of a second.
 */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next()
    if (done) return value
    if (count % STEPS === 0) await scheduler.wait(0)
  }
}

/** Runs steps without a pause, and returns what they return. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
