import type { Event } from '../../domain/events/event'
import { formatInstant } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import type { PersonField } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import type { Viewer } from '../layout'
import { actorName } from '../log/sentence'
import { sentenceTexts } from '../log/sentence-texts'
import { personTexts } from './person-texts'

type Props = { field: PersonField; value: unknown; isEntered: boolean; events: Event[]; viewer: Viewer }

/** Who has changed a field while the form was open, and to what, unless the form shows it. */
export function ChangedNote({ field, value, isEntered, events, viewer: { staff, locale } }: Props) {
  const t = personTexts(locale).editPage
  const event = events.find(({ changes }) => changes && isOf(field, Object.keys(changes)))
  const when = event && formatInstant(event.at, staff.workspace.timezone, locale)
  return (
    <div id={changedId(field)}>
      <Notice tone="warn" isQuiet>
        <p>
          {event && when ? t.changedBy(actorName(event, sentenceTexts(locale)), when) : t.changedBySomeone}
        </p>
        {isEntered ? (
          <div>
            {t.nowStored} <FieldValue field={field} value={value} locale={locale} />
          </div>
        ) : (
          <p>{t.taken}</p>
        )}
      </Notice>
    </div>
  )
}

/** The HTML id of the note below a field. */
export const changedId = ({ key }: PersonField): string => `changed-${key}`

// Events name a part of a field after a dot, and a custom column by its id.
const isOf = ({ key, column }: PersonField, paths: string[]): boolean =>
  paths.some((path) => path === (column?.id ?? key) || path.startsWith(`${key}.`))
