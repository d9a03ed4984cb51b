import { type ExplainedRefusal, type Sentences, sentenceIn } from '../domain/shared/refusals'
import { formatDate, formatMoney, formatNumber } from '../ui/i18n/format'
import type { Faults } from './attempt'
import type { Viewer } from './layout'
import type { Formats } from './refusal-formats'
import { de, en } from './refusal-texts'
import { type FieldsTexts, type FieldTexts, fieldOf, type Refused, refusedInput } from './refused-fields'

/** Why something was refused and what to do, in the language of the viewer. */
export const refusalText = (refusal: ExplainedRefusal, viewer: Viewer): string =>
  sentenceIn(sentencesFor(viewer), refusal)

/** The sentence of a code that an address names, if it needs no values. */
export function textOfCode(code: string, viewer: Viewer): string | undefined {
  const sentences: Record<string, unknown> = sentencesFor(viewer)
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  return typeof sentence === 'string' ? sentence : undefined
}

function sentencesFor(viewer: Viewer): Sentences {
  const { locale, staff } = viewer
  const formats: Formats = {
    day: (date) => formatDate(date, locale),
    money: (cents) => formatMoney(cents, staff.workspace.currency, locale),
    number: (count) => formatNumber(count, locale),
    because: (other) => refusalText(other, viewer),
  }
  return locale.language === 'de' ? de(formats) : en(formats)
}

/**
 * The message for each refused input of a form: why, if that has a code, and otherwise what its field takes. Says nothing of
 * inputs that the fields do not have, unless one of these is `form`.
 */
export function refusedIn<Name extends string>(
  { issues, refusals }: Faults,
  fields: FieldsTexts<Name>,
  viewer: Viewer,
): Refused<Name> {
  const known: Record<string, FieldTexts> = fields
  const byInput = Map.groupBy(Object.keys(issues), (path) => refusedInput(path, fields))
  const texts = [...byInput].flatMap(([input, paths]) => {
    if (input === undefined) return []
    const coded = paths.flatMap((path) => refusals[path]?.[0] ?? [])
    const issue = known[fieldOf(input, fields) ?? 'form']?.issue
    return [[input, coded.length > 0 ? sentencesOf(coded, viewer) : issue]]
  })
  return Object.fromEntries(texts)
}

const sentencesOf = (refusals: ExplainedRefusal[], viewer: Viewer): string =>
  uniqueTexts(refusals, viewer).join(' ')

/** The sentences of all refusals of an input, each once. */
export const refusalTexts = ({ refusals }: Faults, viewer: Viewer): string[] =>
  uniqueTexts(Object.values(refusals).flat(), viewer)

const uniqueTexts = (refusals: ExplainedRefusal[], viewer: Viewer): string[] => [
  ...new Set(refusals.map((refusal) => refusalText(refusal, viewer))),
]

/** Faults under other paths, without those that have none. */
export function withPaths(
  { issues, refusals }: Faults,
  rename: (path: string) => string | undefined,
): Faults {
  const renamed = <T>(byPath: Record<string, T[]>): Record<string, T[]> => {
    const named = Object.entries(byPath).flatMap(([path, found]): [string, T[]][] => {
      const name = rename(path)
      return name === undefined ? [] : [[name, found]]
    })
    return Object.fromEntries(
      [...Map.groupBy(named, ([name]) => name)].map(([name, found]) => [
        name,
        found.flatMap(([, one]) => one),
      ]),
    )
  }
  return { issues: renamed(issues), refusals: renamed(refusals) }
}
