import { type Ended, Stop, type Tools } from './tools.ts'

export type Calls = ReturnType<typeof callsOf>

/** Calls of wrangler that are printed before they run. With `dryRun` those that change something are printed alone. */
export function callsOf({ wrangler, print }: Tools, { dryRun = false } = {}) {
  return {
    /** Runs a call that changes nothing. */
    read: (...args: string[]): Promise<Ended> => {
      print(`$ ${commandOf(args)}`)
      return wrangler(args)
    },
    /** Runs a call that changes something, and throws {@link Stop} if it fails. What `input` has is not printed. */
    async change(args: string[], { input }: { input?: string } = {}): Promise<Ended> {
      print(`$ ${commandOf(args)}${dryRun ? '   (not run)' : ''}`)
      if (dryRun) return { code: 0, stdout: '', stderr: '' }
      const ended = await wrangler(args, input)
      if (ended.code !== 0) throw new Stop(`${commandOf(args)} failed.\n${saidBy(ended)}`)
      return ended
    },
  }
}

/** The arguments that choose an environment; `''` is production, which wrangler wants to be named as well. */
export const inEnv = (env: string): string[] => (env ? ['--env', env] : ['--env='])

/** A call as it is typed into a shell. */
export const commandOf = (args: string[]): string =>
  ['npx wrangler', ...args.map((arg) => (arg === '--env=' ? '--env=""' : quoted(arg)))].join(' ')

const quoted = (arg: string): string =>
  /^[\w.:/@%=,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`

/** What a call printed, for a message. */
export const saidBy = ({ stdout, stderr }: Ended): string =>
  `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-12)
    .map((line) => `    ${line}`)
    .join('\n')

/** The JSON that a call printed, behind lines of another kind if there are any. Undefined if there is none. */
export function jsonOf<Value>({ code, stdout }: Ended): Value | undefined {
  if (code !== 0) return undefined
  const start = stdout.search(/^[[{]/m)
  if (start < 0) return undefined
  try {
    return JSON.parse(stdout.slice(start)) as Value
  } catch {
    return undefined
  }
}

/** The JSON that a call printed. Throws {@link Stop} if it failed or printed none. */
export function requireJson<Value>(args: string[], ended: Ended): Value {
  const value = jsonOf<Value>(ended)
  if (value === undefined) throw new Stop(`${commandOf(args)} failed.\n${saidBy(ended)}`)
  return value
}
