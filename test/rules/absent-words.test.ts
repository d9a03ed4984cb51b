import { expect, it } from 'vitest'

const tests = import.meta.glob<string>(['../**/*.ts', '!**/node_modules/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

// Ids and tokens are random letters: one of 24 contains a given word of three once in 11,000 times.
const TOO_SHORT = /^[\w-]{1,5}$/

/** The words that a file expects not to find: whole texts, and alternatives of regular expressions. */
function absentWords(source: string): string[] {
  const texts = [...source.matchAll(/\.not\.toContain\(\s*(['"`])(.*?)\1/g)].map(([, , text = '']) => text)
  const patterns = [...source.matchAll(/\.not\.toMatch\(\s*\/((?:\\.|[^/\\\n])+)\//g)]
  return [...texts, ...patterns.flatMap(([, pattern = '']) => withoutGroups(pattern).split('|'))]
}

/** A pattern whose groups are left out, so that the bars that remain part whole alternatives. */
function withoutGroups(pattern: string): string {
  const fewer = pattern.replace(/\((?:\\.|[^()\\])*\)/g, '…')
  return fewer === pattern ? pattern : withoutGroups(fewer)
}

it('expects the absence of no word that a random id can contain, except as a whole word (\\b)', () => {
  const files = Object.entries(tests)
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap(([, source]) => absentWords(source)).length).toBeGreaterThan(150)
  const risky = files.flatMap(([path, source]) =>
    absentWords(source)
      .filter((word) => TOO_SHORT.test(word))
      .map((word) => `${path}: ${word}`),
  )
  expect(risky).toEqual([])
})

it('sees a short word as text and as one of several patterns', () => {
  const page = 'expect(page).not'
  const sources = [`${page}.toContain('Ben')`, `${page}.toMatch(/Lovelace|Ben/)`]
  for (const source of sources)
    expect(absentWords(source).filter((word) => TOO_SHORT.test(word))).toEqual(['Ben'])
  for (const source of [`${page}.toContain('<b>Ben')`, `${page}.toMatch(/\\bBen\\b|Lovelace/)`])
    expect(absentWords(source).filter((word) => TOO_SHORT.test(word))).toEqual([])
})
