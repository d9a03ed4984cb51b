import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Processor time spent so far, in ticks of 10 ms: by the server's processes, by this one, and by all of the machine. */
export type Busy = { server: number; self: number; machine: number }

export function busy(): Busy {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat)
  const family = new Set([process.pid])
  // A child has a higher id than its parent, unless ids have wrapped around: the second pass finds those.
  for (const _ of [1, 2]) for (const { id, parent } of processes) if (family.has(parent)) family.add(id)
  const ticksOf = (which: (id: number) => boolean) =>
    processes.filter(({ id }) => which(id)).reduce((sum, { ticks }) => sum + ticks, 0)
  return {
    server: ticksOf((id) => id !== process.pid && family.has(id)),
    self: ticksOf((id) => id === process.pid),
    machine: readMachine(),
  }
}

/** As many ticks as all processors have in a time. */
export const ticksOfMachine = (seconds: number): number => seconds * 100 * availableParallelism()

function readStat(id: string) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ id: Number(id), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    return []
  }
}

// User, nice and system time; idle and waiting are no work.
function readMachine(): number {
  const [, user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/)
  return Number(user) + Number(nice) + Number(system)
}
