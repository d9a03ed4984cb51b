import { env } from 'cloudflare:workers'

/** The part of a proof that `npm test` tries, in place of the whole that `npm run proofs` tries. */
export const inPart = <Value>(whole: Value, part: Value): Value => (env.PROOFS ? whole : part)

/** Cases from all over a table, as many as a number or fewer, of which `npm run proofs` tries all. */
export const typical = <Case>(cases: Case[], most: number): Case[] =>
  cases.filter((_, index) => index % inPart(1, Math.ceil(cases.length / most)) === 0)

/** How many sequences a property tries: a third of them in `npm test`, or as many as `FUZZ_RUNS` says. */
export const runs = (whole: number): { numRuns: number } => ({
  numRuns: Number(env.FUZZ_RUNS) || inPart(whole, Math.ceil(whole / 3)),
})

/** The options of a test whose sequences may be many. */
export const UNHURRIED = { timeout: 1_800_000 }
