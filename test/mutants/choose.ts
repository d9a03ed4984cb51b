import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../src/dev/wrangler.ts'
import { randomFrom } from '../e2e/support/random.ts'
import { findMutations } from './find.ts'
import { KINDS, type Kind, type Mutation } from './mutation.ts'

/** The areas of the service: how many of a hundred mutations are theirs, and their paths below `src`. */
const AREAS: Record<string, { share: number; paths: RegExp }> = {
  import: { share: 9, paths: /^(domain\/persons\/(csv\/|synchronize)|dashboard\/members\/import)/ },
  money: {
    share: 41,
    paths:
      /^(domain\/(bank|book|collections|cost-units|fees|payments|years|pages\/(home|fee))|dashboard\/(bank|cash-book|direct-debits|fees)|api\/(accounts|bank-lines|collections|cost-units|fees|payments|statements|vouchers|years))\b|^domain\/workspaces\/(book-switch|charge-place|checks|get-collecting|money-settings)/,
  },
  roles: {
    share: 14,
    paths:
      /^(domain\/(access|staff|workspaces)\/|dashboard\/(settings|sign-in|session|layout|app|file-or-proof)|api\/(access|me|operator))/,
  },
  portal: { share: 13, paths: /^(domain\/)?portal\// },
  mails: { share: 14, paths: /^(domain\/mails\/|mail\/|dashboard\/mails\/|api\/mails)/ },
  http: { share: 9, paths: /^(http\/|db\/|domain\/shared\/|app\.ts|index\.ts)/ },
}
export const AREA_NAMES = Object.keys(AREAS)

/** Texts, looks, and what runs in browsers or describes the API. */
const UNCHANGED =
  /texts|default-texts|\/look\.ts|enhance|stylesheet|guide\.ts|openapi-document|passkey-script|http\/(operation|headers|openapi)\.ts|schema(\.ts|\/)|images\//

/** Chooses mutations by area and kind, at most two of a file, and none within another. */
export function chooseMutations(count: number, seed: number, only?: string): Mutation[] {
  const random = randomFrom(seed)
  const pools = findPools(random)
  const chosen: Mutation[] = []
  for (const [area, { share }] of Object.entries(AREAS)) {
    if (only && only !== area) continue
    const wanted = chosen.length + Math.round(only ? count : (count * share) / 100)
    for (let tries = 0; chosen.length < wanted && tries < wanted * 50; tries++) {
      const pool = pools.get(`${area} ${randomKind(random)}`) ?? []
      const [mutation] = pool.splice(Math.floor(random() * pool.length), 1)
      if (mutation && isApart(mutation, chosen)) chosen.push({ ...mutation, id: chosen.length + 1 })
    }
  }
  return chosen
}

function findPools(random: () => number): Map<string, Mutation[]> {
  const source = join(ROOT, 'src')
  const found = globSync('**/*.{ts,tsx}', { cwd: source })
    .sort()
    .filter((file) => !UNCHANGED.test(file))
    .flatMap((file) => {
      const [area] = Object.entries(AREAS).find(([, { paths }]) => paths.test(file)) ?? []
      if (!area) return []
      const path = join(source, file)
      return findMutations(path, readFileSync(path, 'utf8'), random).map((found) => ({
        ...found,
        ...{ id: 0, area, file },
      }))
    })
  return Map.groupBy(found, ({ area, kind }) => `${area} ${kind}`)
}

function randomKind(random: () => number): Kind | undefined {
  const kinds = Object.entries(KINDS) as [Kind, number][]
  let at = random() * kinds.reduce((sum, [, weight]) => sum + weight, 0)
  return kinds.find(([, weight]) => {
    at -= weight
    return at <= 0
  })?.[0]
}

function isApart({ file, node }: Mutation, chosen: Mutation[]): boolean {
  const others = chosen.filter((other) => other.file === file)
  return (
    others.length < 2 && others.every(({ node: { start, end } }) => node.end <= start || end <= node.start)
  )
}
