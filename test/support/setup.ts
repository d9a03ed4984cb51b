import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { emptyStorage, prepareStorage } from './storage'

declare module 'vitest' {
  interface TaskMeta {
    /** The tests of this `describe` share the storage that its `beforeAll` fills, and leave it as it is. */
    sharesStorage?: true
  }
}

beforeAll(prepareStorage)
beforeEach(async ({ task }) => {
  if (!task.meta.sharesStorage) await emptyStorage()
})

// Files share an isolate, and a clock that a test has set would last.
afterEach(() => {
  vi.useRealTimers()
})
