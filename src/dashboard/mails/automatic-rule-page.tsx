import { isReminder, isSentHourly } from '../../domain/mails/rules/occasions'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { SaveOrCancel } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { formatInstant } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout } from '../layout'
import { actorName } from '../log/sentence'
import { sentenceTexts } from '../log/sentence-texts'
import { hasRefused, RefusedList } from '../refused-fields'
import { RuleFields } from './automatic-fields'
import { NotSentNotice } from './automatic-not-sent'
import { occasionName, whenText } from './automatic-occasions'
import { Sample } from './automatic-preview'
import type { RuleProps } from './automatic-props'
import { SepaNotice } from './automatic-sepa'
import { mailsPath } from './path'
import { mailFields } from './problems'
import { mailsTexts } from './texts'
import { automaticTexts } from './texts-automatic'

type Props = RuleProps & { mark: string; isChanged: boolean; isSaved: boolean; origin: string; now: Date }

/** The form of an automatic mail, with what was wrong with it or who has changed it meanwhile, and a preview. */
export function RulePage(props: Props) {
  const { opened, viewer, refused, mark, isChanged, isSaved } = props
  const { locale } = viewer
  const { rule } = opened
  const t = automaticTexts(locale)
  const title = occasionName(rule.occasion, locale)
  const fields = { offset_days: { label: t.offset }, ...mailFields(locale) }
  return (
    <StaffLayout title={title} viewer={viewer} section="mails" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead
          title={title}
          lead={sentence(whenText(rule, locale))}
          breadcrumb={
            <Breadcrumb
              items={[
                { label: mailsTexts(locale).title, href: mailsPath(viewer) },
                { label: t.title, href: mailsPath(viewer, '/automatic') },
              ]}
              locale={locale}
            />
          }
        />
        {isSentHourly(rule.occasion) && <NotSentNotice viewer={viewer} />}
        {isSaved && <Notice tone="good">{savedText(props)}</Notice>}
        {isChanged && <ChangedNotice {...props} />}
        <RefusedList {...{ refused, fields, locale }} />
        {rule.occasion === 'debit_announced' && <SepaNotice rule={rule} viewer={viewer} />}
        <Form hidden={{ mark }} warnsUnsaved>
          <RuleFields {...props} />
          <SaveOrCancel cancelHref={mailsPath(viewer, '/automatic')} locale={locale} />
          <Card title={t.preview}>
            <Sample {...props} />
            <Actions>
              <Button kind="second" name="preview" value="1">
                {t.refresh}
              </Button>
            </Actions>
          </Card>
        </Form>
        <LastChange {...props} />
      </Measure>
    </StaffLayout>
  )
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

function savedText({ opened: { rule }, viewer: { locale } }: Props): string {
  const { saved } = automaticTexts(locale)
  if (isReminder(rule.occasion)) return saved.reminder
  return rule.enabled ? saved.on(sentence(whenText(rule, locale))) : saved.off
}

/** Who changed the rule last, and when; undefined if nobody has. */
function lastChangeOf({ opened: { lastEvent }, viewer: { staff, locale } }: Props) {
  if (!lastEvent) return undefined
  const who = actorName(lastEvent, sentenceTexts(locale))
  return { who, when: formatInstant(lastEvent.at, staff.workspace.timezone, locale) }
}

function ChangedNotice(props: Props) {
  const t = automaticTexts(props.viewer.locale)
  const last = lastChangeOf(props)
  return (
    <Notice tone="warn" title={t.changed}>
      {last && <p>{t.changedBy(last.who, last.when)}</p>}
      <p>{t.changedLead}</p>
    </Notice>
  )
}

function LastChange(props: Props) {
  const last = lastChangeOf(props)
  return last ? <Quiet>{automaticTexts(props.viewer.locale).lastChange(last.who, last.when)}</Quiet> : null
}
