import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORIGIN, OUTPUT, startDemo } from './service.ts'

let end: () => Promise<void>

/** Starts the service for all files of a run. They read what it prints, and so the mails, in a file. */
export async function globalSetup(): Promise<void> {
  const service = await startDemo()
  const folder = mkdtempSync(join(tmpdir(), 'membership-browser-output-'))
  const output = join(folder, 'output')
  let written = 0
  const timer = setInterval(() => {
    const text = service.printed()
    appendFileSync(output, text.slice(written))
    written = text.length
  }, 50)
  process.env[ORIGIN] = service.origin
  process.env[OUTPUT] = output
  end = async () => {
    clearInterval(timer)
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}

export const globalTeardown = (): Promise<void> => end()
