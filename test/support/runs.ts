import { env } from 'cloudflare:workers'

/** How many sequences a property tries: as many as `FUZZ_RUNS` says, where that is set. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: Number(env.FUZZ_RUNS) || usual })

/** The options of a test whose sequences may be many. */
export const UNHURRIED = { timeout: 1_800_000 }
