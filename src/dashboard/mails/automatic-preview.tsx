import { mailProblems } from '../../domain/mails/mail-issues'
import { Source } from '../../ui/source'
import { Quiet } from '../../ui/text'
import type { RuleProps } from './automatic-props'
import { renderSample } from './automatic-sample'
import { contentIn } from './form'
import { automaticTexts } from './texts-automatic'

type Props = RuleProps & { origin: string; now: Date }

/** What the form would say to someone who is made up. A text that is too intricate is not shown. */
export function Sample({ opened, viewer, form, origin, now }: Props) {
  const t = automaticTexts(viewer.locale)
  const { columns, rule } = opened
  const content = contentIn(form)
  const problems = [...mailProblems(content, { list: 'members', columns }, rule.occasion)]
  if (problems.some(({ refusal }) => refusal.code === 'too_intricate')) return null
  const { subject, text } = renderSample({
    mail: { ...content, occasion: rule.occasion },
    workspace: viewer.staff.workspace,
    columns,
    origin,
    now,
  })
  return (
    <>
      <Quiet>{t.previewLead}</Quiet>
      <p>
        {t.subject}: <b>{subject}</b>
      </p>
      <Source>{text}</Source>
    </>
  )
}
