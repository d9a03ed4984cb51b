/** One small change to a file of `src`, which a test should notice. */
export interface Mutation {
  id: number
  area: string
  kind: Kind
  /** The path below `src`. */
  file: string
  line: number
  diff: string
  /** What it replaces, and by what. */
  start: number
  end: number
  by: string
  /** The whole expression or statement that has it, which a switch can choose instead of the original. */
  node: { start: number; end: number; isStatement: boolean }
}

/** How often each kind is chosen, by its weight. */
export const KINDS = {
  border: 2,
  negate: 2,
  andor: 1.5,
  term: 4,
  const: 2,
  guard: 3,
  swap: 0.7,
  drop: 1.2,
  sign: 1.2,
  removed: 1.5,
}
export type Kind = keyof typeof KINDS

/** Finds a change: its kind, what it replaces and by what. Offsets are those of the code. */
export type Found = (kind: Kind, start: number, end: number, by: string) => void

export const BORDERS: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

/** The lines that a mutation changes, as a diff. */
export function diffOf(code: string, start: number, end: number, by: string): string {
  const from = code.lastIndexOf('\n', start - 1) + 1
  const to = code.indexOf('\n', end)
  const marked = (sign: string, text: string) => text.replace(/^/gm, `${sign} `)
  return [
    marked('-', code.slice(from, to)),
    marked('+', code.slice(from, start) + by + code.slice(end, to)),
  ].join('\n')
}
