import { type ExplainedRefusal, type Sentences, sentenceIn } from '../domain/shared/refusals'
import { formatDate, formatMoney, formatNumber } from '../ui/i18n/format'
import type { Faults } from './attempt'
import type { Viewer } from './layout'
import type { Formats } from './refusal-formats'
import { de, en } from './refusal-texts'
import { type FieldTexts, type Refused, refusedOf } from './refused-fields'

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

/** The message for each refused field of a form: why, if that has a code, and otherwise what the field takes. */
export function refusedIn<Name extends string>(
  { issues, refusals }: Faults,
  fields: Record<Name, FieldTexts>,
  viewer: Viewer,
): Refused<Name> {
  const coded = Map.groupBy(Object.entries(refusals), ([path]) => path.split('.')[0] ?? '')
  const texts = [...coded].flatMap(([name, found]) =>
    name in fields
      ? [
          [
            name,
            sentencesOf(
              found.flatMap(([, [refusal]]) => refusal ?? []),
              viewer,
            ),
          ],
        ]
      : [],
  )
  return { ...refusedOf(issues, fields), ...Object.fromEntries(texts) }
}

const sentencesOf = (refusals: ExplainedRefusal[], viewer: Viewer): string =>
  [...new Set(refusals.map((refusal) => refusalText(refusal, viewer)))].join(' ')

/** Faults under other paths. */
export function withPaths({ issues, refusals }: Faults, rename: (path: string) => string): Faults {
  const renamed = <T>(byPath: Record<string, T>) =>
    Object.fromEntries(Object.entries(byPath).map(([path, found]) => [rename(path), found]))
  return { issues: renamed(issues), refusals: renamed(refusals) }
}
