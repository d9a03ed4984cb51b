import type { Child } from 'hono/jsx'
import type { ListId } from '../../domain/access/lists'
import type { CustomColumn } from '../../domain/custom-columns/column'
import type { MailProblem } from '../../domain/mails/template'
import { Card } from '../../ui/card'
import { Check, RadioGroup } from '../../ui/choices'
import { SaveOrCancel, TextArea, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Inserts } from '../../ui/inserts'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Measure, Row } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { hasRefused, RefusedList } from '../refused-fields'
import { isToPayers, textsIn } from './form'
import { mailsPath } from './path'
import { placeholdersFor } from './placeholders'
import { mailFields, problemTexts } from './problems'
import { MailSteps } from './steps'
import { mailsTexts } from './texts'
import { writeTexts } from './texts-write'

type Props = {
  viewer: Viewer
  title: string
  list: ListId
  columns: CustomColumn[]
  form: URLSearchParams
  problems: Iterable<MailProblem>
  /** To whom it goes, and how to change that. */
  audience: string
  changeHref?: string
  choices?: Child
  notice?: Child
  action: string
  hidden: URLSearchParams
  cancelHref: string
}

/** The form of a mail: to whom it goes, what it says, and what can be put into it. */
export function MailForm(props: Props) {
  const { viewer, title, list, columns, form, audience, changeHref, choices, notice, action, hidden } = props
  const { locale } = viewer
  const t = writeTexts(locale)
  const values = textsIn(form)
  const refused = problemTexts(values, props.problems, locale)
  return (
    <StaffLayout title={title} viewer={viewer} section="mails" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead
          title={title}
          lead={t.lead}
          breadcrumb={
            <Breadcrumb
              items={[{ label: mailsTexts(locale).title, href: mailsPath(viewer) }]}
              locale={locale}
            />
          }
        />
        <MailSteps first="write" viewer={viewer} />
        {notice}
        <RefusedList refused={refused} fields={mailFields(locale)} locale={locale} />
        {choices}
        <Form action={action} hidden={hidden} warnsUnsaved>
          <Card>
            <Fields>
              <Row isSpread>
                <p>
                  {t.to}: <b>{audience}</b>
                </p>
                {changeHref && <a href={changeHref}>{t.change}</a>}
              </Row>
              <Check name="to_payers" label={t.toPayers} hint={t.toPayersHint} isChecked={isToPayers(form)} />
              <TextField
                name="subject"
                label={t.labels.subject}
                value={values.subject}
                issue={refused.subject}
                autocomplete="off"
              />
              <TextArea
                name="body"
                label={t.labels.body}
                value={values.body}
                issue={refused.body}
                hint={t.bodyHint}
                rows={14}
              />
            </Fields>
          </Card>
          <Card title={t.placeholders}>
            <Quiet>{t.placeholdersLead}</Quiet>
            <Inserts items={placeholdersFor(list, columns, locale)} into="body" />
          </Card>
          <Card>
            <RadioGroup
              name="kind"
              label={t.labels.kind}
              value={form.get('kind') === 'news' ? 'news' : 'official'}
              options={[
                { value: 'official', label: t.kinds.official, hint: t.kinds.officialHint },
                { value: 'news', label: t.kinds.news, hint: t.kinds.newsHint },
              ]}
            />
          </Card>
          <SaveOrCancel label={t.next} cancelHref={props.cancelHref} locale={locale} />
        </Form>
      </Measure>
    </StaffLayout>
  )
}
