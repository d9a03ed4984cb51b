import { BORDERS, type Found } from './mutation.ts'

interface Span {
  start: number
  end: number
}

const TERM_ENDS =
  /^\s+(AND|OR|ORDER|GROUP|LIMIT|UNION|RETURNING|ON CONFLICT|THEN|JOIN|LEFT|CROSS|HAVING|WHERE|ELSE|END|EXCEPT|FROM|SELECT|SET|DO|AS|\0)\b/

/** Every change to the SQL of a template. Recursive queries stay, since a change could make them endless. */
export function findInSql(
  code: string,
  template: Span & { expressions: Span[] },
  random: () => number,
  found: Found,
): void {
  const text = masked(code, template)
  if (text.includes('RECURSIVE')) return
  const isQuoted = (at: number) => text.slice(0, at).split("'").length % 2 === 0
  const add = (kind: Parameters<Found>[0], from: number, to: number, by: string) => {
    if (!isQuoted(from)) found(kind, template.start + from, template.start + to, by)
  }
  const each = (pattern: RegExp, use: (at: number, match: string, before: string) => void) => {
    for (const match of text.matchAll(pattern)) use(match.index, match[0], text.slice(0, match.index))
  }

  each(/(?<= )[<>]=?(?= )/g, (at, sign) => add('border', at, at + sign.length, BORDERS[sign] ?? sign))
  each(/\bIS NULL\b/g, (at) => add('negate', at, at + 7, 'IS NOT NULL'))
  each(/\bIS NOT NULL\b/g, (at) => add('negate', at, at + 11, 'IS NULL'))
  each(/\bNOT (?=IN|EXISTS)\b/g, (at) => add('negate', at, at + 4, ''))
  each(/(?<= )(<>|=)(?= )/g, (at, sign, before) => {
    if (/(WHEN|AND|OR|WHERE|ON|CASE)[^,]{0,60}$/.test(before))
      add('negate', at, at + sign.length, sign === '=' ? '<>' : '=')
  })
  each(/ OR /g, (at, _, before) => {
    if (!/( ON CONFLICT[^)]*|INSERT)$/.test(before)) add('andor', at, at + 4, ' AND ')
  })
  each(/(?<![\w.:'])\d+(?![\w'%-])/g, (at, number) =>
    add(
      'const',
      at,
      at + number.length,
      String(Number(number) + (Number(number) > 0 && random() < 0.5 ? -1 : 1)),
    ),
  )
  each(/(?<= )[+-](?= )/g, (at, sign) => add('sign', at, at + 1, sign === '+' ? '-' : '+'))
  each(/(?<=[\s(,])-(?=[\w(\0])/g, (at) => add('sign', at, at + 1, ''))
  each(/\s+AND (?!\s*$)/g, (at, and, before) => {
    if (!/BETWEEN\s+\S+\s*$/.test(before)) add('term', at, termEnd(text, at + and.length), '')
  })
  each(/(?<=\bWHERE )/g, (at) => {
    const end = termEnd(text, at)
    const and = /^\s+AND /.exec(text.slice(end))
    if (and) add('term', at, end + and[0].length, '')
  })
}

/** The template with NULs in place of its expressions, so that offsets stay. */
function masked(code: string, { start, end, expressions }: Span & { expressions: Span[] }): string {
  let text = code.slice(start, end)
  for (const hole of expressions) {
    const [from, to] = [hole.start - 2 - start, hole.end + 1 - start]
    text = text.slice(0, from) + '\0'.repeat(to - from) + text.slice(to)
  }
  return text
}

/** Where the term of a condition that starts at `from` ends. */
function termEnd(text: string, from: number): number {
  let depth = 0
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === '(') depth++
    if (sign === ')' && depth-- === 0) return at
    if (depth === 0 && (sign === '`' || sign === ',' || TERM_ENDS.test(text.slice(at, at + 30)))) return at
  }
  return text.length - 1
}
