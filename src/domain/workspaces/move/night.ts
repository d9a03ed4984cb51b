/** The nightly run begins at 03:37 UTC. A locked row fails a sweep of its whole database, so no move begins while it sweeps. */
const NIGHT = { from: '03:30', until: '04:30' }

export const isNight = (now: Date): boolean => {
  const time = now.toISOString().slice('YYYY-MM-DDT'.length)
  return time >= NIGHT.from && time < NIGHT.until
}

export const WAITS_FOR_NIGHT = `The nightly run: the move begins at ${NIGHT.until} UTC.`
