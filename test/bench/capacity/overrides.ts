type Path = readonly (string | number)[]

/**
 * The inputs with numbers from flags, each named by its path: `--year.member.mails 12`, `--classes.0.share 0.4`. The last name
 * alone will do where no other number has it: `--transfers` would be two, `--databaseGb` is one. Throws for a flag that names none.
 */
export function overridden<T extends object>(inputs: T, flags: Record<string, unknown>) {
  const paths = Object.fromEntries(pathsOf(inputs).map((path) => [path.join('.'), path]))
  const changed = structuredClone(inputs)
  for (const [flag, value] of Object.entries(flags)) {
    const named = Object.keys(paths).filter((path) => path === flag || path.endsWith(`.${flag}`))
    const [name] = named
    if (name === undefined) throw new Error(`--${flag} is no input`)
    if (named.length > 1) throw new Error(`--${flag} may be ${named.map((path) => `--${path}`).join(' or ')}`)
    const number = Number(value)
    if (!Number.isFinite(number) || typeof value === 'boolean') throw new Error(`--${flag} needs a number`)
    set(changed, paths[name] ?? [], number)
  }
  return { inputs: changed, paths }
}

/** Every name of a number: its path, and the ends of it. */
export const namesOf = (inputs: object): string[] => [
  ...new Set(pathsOf(inputs).flatMap((path) => path.map((_, from) => path.slice(from).join('.')))),
]

const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'number'
    ? [path]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, of]) => pathsOf(of, [...path, name]))
      : []

function set(target: object, path: Path, value: number): void {
  const holder = path.slice(0, -1).reduce<object>((of, name) => Reflect.get(of, name) as object, target)
  Reflect.set(holder, String(path.at(-1)), value)
}
