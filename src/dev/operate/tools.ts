import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { BIN, ROOT, WRANGLER_ENV } from '../wrangler.ts'

/** How a call of wrangler ended. */
export type Ended = { code: number | null; stdout: string; stderr: string }

/** What the commands of an operator work with. */
export type Tools = {
  /** The folder of wrangler.toml. */
  folder: string
  wrangler: (args: string[], input?: string) => Promise<Ended>
  /** What git prints, without blanks around it. Throws if git fails. */
  git: (...args: string[]) => string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  print: (line: string) => void
  sleep: (milliseconds: number) => Promise<unknown>
}

/** Ends a command with a message for the operator, without a stack. */
export class Stop extends Error {
  override name = 'Stop'
}

/** The tools of this machine. */
export const TOOLS: Tools = {
  folder: ROOT,
  wrangler: runWrangler,
  git: runGit,
  fetch,
  print: console.log,
  sleep,
}

/** Runs wrangler without questions: stdin is no terminal, so it takes its defaults. */
function runWrangler(args: string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...WRANGLER_ENV },
  })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text) => {
      ended[stream] += text
    })
  // A program that ends without reading closes the pipe.
  child.stdin.on('error', () => {}).end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ ...ended, code }))
  })
}

function runGit(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Stop(`git ${args.join(' ')} failed.\n${stderr ?? 'Is git installed?'}`)
  return stdout.trim()
}

/** Runs a command: a {@link Stop} is printed, and the process ends with 1. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Stop ? `\n✗ ${error.message}` : error)
    process.exitCode = 1
  }
}
