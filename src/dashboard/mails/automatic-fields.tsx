import { aboutOf, isReminder, offsetOf } from '../../domain/mails/rules/occasions'
import { Card } from '../../ui/card'
import { Check, RadioGroup } from '../../ui/choices'
import { TextArea, TextField } from '../../ui/form'
import { Fields } from '../../ui/form-layout'
import { Inserts } from '../../ui/inserts'
import { Quiet } from '../../ui/text'
import { hasKind, offsetHint } from './automatic-occasions'
import { placeholdersOn } from './automatic-placeholders'
import type { RuleProps } from './automatic-props'
import { textsIn } from './form'
import { automaticTexts } from './texts-automatic'
import { writeTexts } from './texts-write'

/** Whether an automatic mail is on, when it is sent, what it says, and what can be put into it. */
export function RuleFields(props: RuleProps) {
  const { opened, viewer, form, refused } = props
  const { locale } = viewer
  const { occasion } = opened.rule
  const t = writeTexts(locale)
  const { subject, body } = textsIn(form)
  return (
    <>
      <Sending {...props} />
      <Card>
        <Fields>
          <TextField
            name="subject"
            label={t.labels.subject}
            value={subject}
            issue={refused.subject}
            autocomplete="off"
          />
          <TextArea
            name="body"
            label={t.labels.body}
            value={body}
            issue={refused.body}
            hint={t.bodyHint}
            rows={14}
          />
          {hasKind(occasion) && (
            <RadioGroup
              name="kind"
              label={t.labels.kind}
              value={form.get('kind') === 'news' ? 'news' : 'official'}
              options={[
                { value: 'official', label: t.kinds.official, hint: t.kinds.officialHint },
                { value: 'news', label: t.kinds.news, hint: t.kinds.newsHint },
              ]}
            />
          )}
        </Fields>
      </Card>
      <Card title={t.placeholders}>
        <Quiet>{t.placeholdersLead}</Quiet>
        <Inserts items={placeholdersOn(occasion, opened.columns, locale)} into="body" />
        {aboutOf(occasion) !== 'member' && <Quiet>{automaticTexts(locale).contacts}</Quiet>}
      </Card>
    </>
  )
}

function Sending({ opened, viewer: { locale }, form, refused }: RuleProps) {
  const { occasion } = opened.rule
  const t = automaticTexts(locale)
  return (
    <Card>
      <Fields>
        {!isReminder(occasion) && (
          <Check
            name="enabled"
            label={t.enabled}
            isChecked={form.has('enabled')}
            hint={t.enabledHint[occasion]}
          />
        )}
        {offsetOf(occasion) !== undefined && (
          <TextField
            name="offset_days"
            label={t.offset}
            value={form.get('offset_days') ?? ''}
            issue={refused.offset_days}
            hint={offsetHint(occasion, locale)}
            autocomplete="off"
          />
        )}
      </Fields>
    </Card>
  )
}
