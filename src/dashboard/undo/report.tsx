import type { Event } from '../../domain/events/event'
import type { LeftAlone, UndoReport } from '../../domain/persons/left-alone'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { fieldLabel } from '../log/values'
import { personPathIn } from '../paths'
import { WayBack } from '../way-back'
import { undoTexts } from './texts'

type Props = { viewer: Viewer; report: UndoReport; back: string }

/** What an undo restored, and what it left alone. */
export function ReportPage({ viewer, report: { restored, leftAlone, count, columns }, back }: Props) {
  const { locale } = viewer
  const t = undoTexts(locale)
  const more = count - leftAlone.length
  const section = sectionOf(back)
  return (
    <StaffLayout title={t.title} viewer={viewer} {...(section && { section })}>
      <Measure>
        <PageHead title={t.title} breadcrumb={section && <WayBack viewer={viewer} section={section} />} />
        <Notice tone={restored > 0 ? 'good' : 'warn'}>
          <p>{restored > 0 ? t.partly(formatNumber(restored, locale)) : t.nothing}</p>
        </Notice>
        {leftAlone.length > 0 && (
          <Card title={t.leftAlone}>
            <Lines
              items={leftAlone.map((left) => ({
                main: <PersonLink event={left.event} viewer={viewer} />,
                details: reasonsOf(left, t, (field) =>
                  fieldLabel(left.event.subject.kind, field, { columns, locale }),
                ),
              }))}
            />
            {more > 0 && <Quiet>{t.more(formatNumber(more, locale))}</Quiet>}
          </Card>
        )}
        <Actions>
          <ButtonLink href={back}>{t.back}</ButtonLink>
        </Actions>
      </Measure>
    </StaffLayout>
  )
}

/** The section of a path, of those in which persons change. */
const sectionOf = (path: string) =>
  (['members', 'contacts', 'applications', 'log'] as const).find((one) => path.split(/[/?#]/)[3] === one)

/** The name of the person of an event, who may have been deleted since. */
function PersonLink({ event: { action, subject }, viewer }: { event: Event; viewer: Viewer }) {
  if (subject.name === null || action === 'person.deleted') return undoTexts(viewer.locale).deletedPerson
  const list = subject.kind === 'contact' ? 'contacts' : 'members'
  return <a href={personPathIn(viewer.staff.workspace, list, subject.id)}>{subject.name}</a>
}

/** Why the values of a person stayed: a line for the person, or one for each field. */
function reasonsOf(
  { event: { action, changes }, fields }: LeftAlone,
  { reasons }: ReturnType<typeof undoTexts>,
  labelOf: (field: string) => string,
): string[] {
  if (action === 'person.deleted') return [reasons.deleted]
  if (changes === null) return [reasons.gone]
  if (action === 'person.created') return [reasons.created]
  return fields.map(
    (field) => `${labelOf(field)}: ${field === 'bank_account' ? reasons.account : reasons.changed}`,
  )
}

/** In place of an undo that comes too late, or that was already done. */
export function NotUndonePage({
  viewer,
  back,
  reason,
}: Omit<Props, 'report'> & { reason: 'late' | 'repeated' }) {
  const t = undoTexts(viewer.locale)
  const title = t[`${reason}Title`]
  return (
    <StaffLayout title={title} viewer={viewer}>
      <Message title={title} lead={t[reason]} back={{ href: back, label: t.back }} />
    </StaffLayout>
  )
}
