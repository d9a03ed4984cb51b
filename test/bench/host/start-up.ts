import { join } from 'node:path'
import { wrangler } from '../../../src/dev/wrangler.ts'
import { median } from './load.ts'
import { FOLDER, type Server } from './server.ts'

/** How long an isolate works before its first request, by wrangler's own profile. */
export async function startUpTime(ending: AbortSignal): Promise<string> {
  const check = wrangler(ending, 'check', 'startup', '--outfile', join(FOLDER, 'start-up.cpuprofile'))
  await check.succeeded()
  const [, active] = /Active: ([\d.]+) ms/.exec(check.printed()) ?? []
  return `Start-up: ${active} ms of work before the first request (its profile: start-up.cpuprofile).`
}

/** How long it takes to build the schemas of a list with 100 columns, which an isolate then keeps, and to use them. */
export async function schemaTimes({ origins }: Server): Promise<string> {
  const timeOf = async (builds: number, validations: number) => {
    const times: number[] = []
    for (let round = 0; round < 7; round++) {
      const start = performance.now()
      await fetch(`${origins.schemas}/?builds=${builds}&validations=${validations}`)
      times.push(performance.now() - start)
    }
    return median(times)
  }
  await timeOf(50, 10)
  const built = ((await timeOf(50, 0)) - (await timeOf(0, 0))) / 50
  const validated = ((await timeOf(1, 500)) - (await timeOf(1, 0))) / 500
  return `Schemas of a list with 100 columns: built in ${built.toFixed(1)} ms, a person validated in ${validated.toFixed(2)} ms.`
}
