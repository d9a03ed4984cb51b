import { Hono } from 'hono'
import { addTargetDays, collectionDateIssue } from '../../../domain/collections/target-days'
import { addDays } from '../../../domain/shared/dates'
import type { Env } from '../../../env'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { DateField } from '../../../ui/choices'
import { Copyable } from '../../../ui/copyable'
import { QueryForm } from '../../../ui/form-layout'
import { formatDate } from '../../../ui/i18n/format'
import { Actions } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import { NotSentNotice } from '../../mails/automatic-not-sent'
import { pathIn } from '../../paths'
import { RefusedList } from '../../refused-fields'
import { announcementText } from '../announcement-text'
import { writeNewQuery } from '../choice-query'
import { debitsPath } from '../path'
import { type NewTexts, newTexts } from '../texts-new'
import { prepareStep, StepLayout, type StepProps, stepPath } from './layout'

/** The third step to a new collection: the collection date, and the text that announces it. */
export const datePage = new Hono<Env>().get('/:workspace/direct-debits/new/date', async (c) => {
  const step = await prepareStep(c)
  return c.html(<DatePage {...step} issue={step.asked.date ? dateIssue(step) : undefined} />)
})

/** What is wrong with the date of a step, in words; undefined if nothing is. */
export function dateIssue({ viewer, asked, prepared }: StepProps): string | undefined {
  const { locale, staff } = viewer
  const t = newTexts(locale).date
  const { noticeDays } = staff.workspace
  const { today, earliestDate } = prepared
  if (!asked.date) return t.missing
  const issue = collectionDateIssue(asked.date, { today, noticeDays })
  if (!issue) return undefined
  return issue.reason === 'too_soon'
    ? t.tooSoon(formatDate(earliestDate, locale), noticeDays)
    : t[issue.reason]
}

export function DatePage({ issue, ...props }: StepProps & { issue?: string | undefined }) {
  const { viewer, asked, prepared } = props
  const { locale } = viewer
  const t = newTexts(locale)
  const { date, ...choice } = asked
  const { label } = t.date
  return (
    <StepLayout {...props} step="date" title={t.date.title} hasIssues={issue !== undefined}>
      <RefusedList refused={issue ? { date: issue } : {}} fields={{ date: { label } }} locale={locale} />
      <Card>
        <QueryForm
          action={debitsPath(viewer, '/new/release')}
          hidden={writeNewQuery({ ...choice, date: undefined })}
        >
          <DateField
            name="date"
            label={label}
            value={date ?? prepared.earliestDate}
            min={prepared.earliestDate}
            hint={t.date.hint(formatDate(prepared.earliestDate, locale))}
            {...(issue && { issue })}
          />
          <Actions>
            <Button>{t.next}</Button>
            <ButtonLink kind="second" href={stepPath('check', props)}>
              {t.back}
            </ButtonLink>
          </Actions>
        </QueryForm>
      </Card>
      {!issue && <Announcement {...props} />}
    </StepLayout>
  )
}

function Announcement({ viewer, prepared }: StepProps) {
  const { locale, staff, hasPublicUrl } = viewer
  const { noticeDays } = staff.workspace
  const t: NewTexts['date'] = newTexts(locale).date
  const day = (date: string) => formatDate(date, locale)
  const { collectionDate, creditor, announcing, today } = prepared
  const latest = addDays(collectionDate, -noticeDays)
  const toMail = <a href={pathIn(staff.workspace, '/mails/automatic/debit_announced')}>{t.toMail}</a>
  if (announcing && hasPublicUrl) {
    // A release after 8 o'clock waits for the run of the next day.
    const mailedOn = addDays(today, announcing.offsetDays)
    return (
      <Card title={t.announce}>
        <p>{t.byMail(day(latest), noticeDays)}</p>
        <p>{mailedOn > latest ? t.mailedLate(day(mailedOn)) : t.mailedOn(day(mailedOn))}</p>
        <p>{toMail}</p>
        <Quiet>{t.submitBy(day(addTargetDays(collectionDate, -1)))}</Quiet>
      </Card>
    )
  }
  return (
    <Card title={t.announce}>
      {announcing && <NotSentNotice viewer={viewer} />}
      <p>
        {t.announceLead(day(latest), noticeDays)} {toMail}
      </p>
      <Copyable
        value={announcementText(staff.workspace, {
          date: collectionDate,
          creditorId: creditor?.creditor_id ?? '',
        })}
        locale={locale}
      />
      <Quiet>{t.submitBy(day(addTargetDays(collectionDate, -1)))}</Quiet>
    </Card>
  )
}
