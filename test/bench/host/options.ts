import { parseArgs } from 'node:util'

/** The options of a run, and the words that select scenarios: those whose names contain one. Without a word all run. */
export const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    inspector: { type: 'string' },
    databases: { type: 'string', default: '1' },
  },
})
