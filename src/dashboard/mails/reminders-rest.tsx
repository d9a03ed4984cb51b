import { permits } from '../../domain/access/authorize'
import type { ReminderFee } from '../../domain/mails/reminders/proposal'
import { Card } from '../../ui/card'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { Quiet } from '../../ui/text'
import { DeceasedBadge } from '../deceased-badge'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import type { RemindersProps } from './reminders-props'
import { reminderTexts } from './texts-reminders'

/** How many persons a list of others shows. */
const PERSONS_SHOWN = 50

type Person = { name: string; fees: ReminderFee[]; total: number; isDeceased?: boolean }

/** Who owes something and cannot be reminded by mail, and why. */
export function LeftOut({ reminders: { left_out: persons }, viewer }: RemindersProps) {
  const t = reminderTexts(viewer.locale)
  if (persons.length === 0) return null
  return (
    <Card title={t.leftOut}>
      <Quiet>{t.leftOutLead}</Quiet>
      <Persons {...{ persons, viewer }} detailOf={({ reason }) => t.reasons[reason]} />
    </Card>
  )
}

/** Who has had the last reminder. */
export function Undecided({ reminders: { undecided: persons }, viewer }: RemindersProps) {
  const t = reminderTexts(viewer.locale)
  if (persons.length === 0) return null
  return (
    <Card title={t.undecided}>
      <Quiet>{t.undecidedLead}</Quiet>
      <Persons {...{ persons, viewer }} detailOf={() => t.levels[3]} />
    </Card>
  )
}

type PersonsProps<P extends Person> = { persons: P[]; viewer: Viewer; detailOf: (person: P) => string }

function Persons<P extends Person>({ persons, viewer, detailOf }: PersonsProps<P>) {
  const { locale, staff } = viewer
  const t = reminderTexts(locale)
  return (
    <>
      <Lines
        items={persons.slice(0, PERSONS_SHOWN).map((person) => ({
          main: person.name,
          details: [
            detailOf(person),
            ...person.fees.slice(0, 3).map(({ id, description, due_on, owner }) => (
              <>
                {owner && `${owner.name}: `}
                <a href={pathIn(staff.workspace, `/fees/${id}`)}>{description}</a>,{' '}
                {t.dueSince(formatShortDate(due_on, locale))}
              </>
            )),
          ],
          badge: person.isDeceased && <DeceasedBadge locale={locale} />,
          amount: formatMoney(person.total, staff.workspace.currency, locale),
        }))}
      />
      {persons.length > PERSONS_SHOWN && (
        <Quiet>{t.more(formatNumber(PERSONS_SHOWN, locale), formatNumber(persons.length, locale))}</Quiet>
      )}
    </>
  )
}

/** How many open fees are never reminded of, since they have no due date. */
export function Undated({ reminders: { without_due_date: count }, viewer }: RemindersProps) {
  const { locale, staff } = viewer
  const t = reminderTexts(locale)
  if (count === 0) return null
  return (
    <Notice
      tone="info"
      isQuiet
      action={permits(staff, 'fees:read') && <a href={pathIn(staff.workspace, '/fees')}>{t.toFees}</a>}
    >
      {t.undated(formatNumber(count, locale))}
    </Notice>
  )
}
