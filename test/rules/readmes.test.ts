import { expect, it } from 'vitest'

const readmes = Object.entries(
  import.meta.glob<string>(['../../README.md', '../../.github/*.md', '../../src/**/*.md'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** The paths of all files that a README may name, from the root. */
const files = Object.keys(import.meta.glob(['../../{src,test}/**/*.{ts,tsx}', '../../wrangler.toml'])).map(
  (path) => new URL(path, 'file:///test/rules/').pathname,
)

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => /^- \d{4}-\d\d-\d\d /.test(line))

it('have a line for each decision, newest first, with the file that explains it', () => {
  expect(readmes.length).toBeGreaterThan(10)
  const decisions = readmes.flatMap(([, text]) => linesOf(text))
  expect(decisions.length).toBeGreaterThan(100)
  const form = /^- [\d-]{10} \*\*[^*]+\*\*.* (`[\w./-]+`(, )?)+\.$|\[LIMITS\.md\]/
  expect(decisions.filter((line) => !form.test(line))).toEqual([])
  for (const [path, text] of readmes) {
    const dates = linesOf(text).map((line) => line.slice(2, 12))
    expect(dates, path).toEqual(dates.toSorted().reverse())
  }
})

it('name files that exist', () => {
  const missing = readmes.flatMap(([path, text]) =>
    [...text.matchAll(/`([\w./-]+\.(?:tsx?|toml))`/g)]
      .map(([, name]) => String(name))
      .filter((name) => !/[A-Z]{3}|^-/.test(name) && !files.some((file) => file.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})
