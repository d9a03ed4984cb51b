/**
 * Runs the jobs of a cron side by side. One that fails is logged by its name and hides no other; then the run fails, so that the
 * platform counts it.
 */
export async function runJobs(run: string, jobs: Record<string, () => Promise<unknown>>): Promise<void> {
  const failed = await Promise.all(
    Object.entries(jobs).map(async ([job, start]) => {
      try {
        await start()
        return []
      } catch (error) {
        console.error(JSON.stringify({ run, job, error: error instanceof Error ? error.name : 'unknown' }))
        return [job]
      }
    }),
  )
  if (failed.flat().length > 0) throw new Error(`The ${run} run failed in ${failed.flat().join(', ')}.`)
}
