import { type Decision, decisionsOn } from '../../domain/portal/my-changes'
import type { MyData } from '../../domain/portal/my-data'
import type { PortalField } from '../../domain/portal/settings'
import { Badge } from '../../ui/badge'
import { formatDay } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { Fold } from '../../ui/timeline'
import { changeTexts } from '../texts/changes'
import { byWhom } from './last-change'

type Props = { field: PortalField; data: MyData; locale: Locale }

/** Whether a consent is given, since when and by whom, and what was decided before. */
export function ConsentValue({ field, data: { person, changes, session }, locale }: Props) {
  const t = changeTexts(locale)
  const { yes, no } = formTexts(locale)
  const value = person[field.key]
  const decisions = decisionsOn(field.key, changes)
  const sentences = decisions.map((decision) => decisionText(decision, session.person.timezone, locale))
  const [last, ...before] = sentences
  return (
    <Stack gap="small">
      {typeof value === 'boolean' ? (
        <div>
          <Badge tone={value ? 'good' : undefined}>{value ? yes : no}</Badge>
        </div>
      ) : (
        <Quiet>{t.undecided}</Quiet>
      )}
      {last && <Quiet>{last}</Quiet>}
      {before.length > 0 && (
        <Fold label={t.earlier}>
          <ul>
            {before.map((sentence) => (
              <li>
                <Quiet>{sentence}</Quiet>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Stack>
  )
}

/** What was decided, when and by whom: `Erteilt am 3. Mai 2026 von Ihnen`. */
export function decisionText({ at, by, isGiven }: Decision, timezone: string, locale: Locale): string {
  const t = changeTexts(locale)
  const date = formatDay(at, timezone, locale)
  const sentence = isGiven === null ? t.cleared : isGiven ? t.given : t.withdrawn
  return sentence(date, byWhom(by, locale))
}
