import type { Reporter } from 'vitest/node'

const SHOWN = 10

/** Prints the files whose tests took longest, after a run of more than it prints. */
export const slowestFiles: Reporter = {
  onTestRunEnd(files) {
    if (files.length <= SHOWN) return
    const timed = files.map((file) => ({ name: file.relativeModuleId, took: file.diagnostic().duration }))
    const slowest = timed.sort((one, other) => other.took - one.took).slice(0, SHOWN)
    const lines = slowest.map(({ name, took }) => `${(took / 1000).toFixed(1).padStart(6)} s  ${name}`)
    console.log(['The slowest files:', ...lines].join('\n'))
  },
}
