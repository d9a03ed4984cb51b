import { permits } from '../../domain/access/authorize'
import type { Beginnings } from '../../domain/pages/home/first-steps'
import type { Done } from '../../http/done'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { DoneNotice, Notice } from '../../ui/notice'
import { Steps } from '../../ui/steps'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { firstStepsOf } from './steps-of'
import { homeTexts } from './texts'

type Props = { viewer: Viewer; beginnings: Beginnings }

/** What the viewer can set up, as long as some of it is left and the association has not hidden it. */
export function FirstSteps({ viewer, beginnings }: Props) {
  const { staff, locale } = viewer
  const t = homeTexts(locale).firstSteps
  const steps = firstStepsOf(staff, beginnings)
  if (staff.workspace.hidesFirstSteps || steps.every(({ isDone }) => isDone)) return null
  return (
    <Card title={t.title} action={<HideButton viewer={viewer} hides />}>
      <Steps
        items={steps.map(({ name, isDone, page, help = [] }) => ({
          label: t.steps[name],
          state: isDone ? 'done' : 'open',
          href: pathIn(staff.workspace, page),
          detail:
            !isDone &&
            help.length > 0 &&
            help.map((one, index) => (
              <>
                {index > 0 && <br />}
                <a href={pathIn(staff.workspace, one.page)}>{t.help[one.name]}</a>
              </>
            )),
        }))}
        locale={locale}
      />
    </Card>
  )
}

type HideProps = { viewer: Viewer; hides: boolean; label?: string }

/** The button that hides the first steps of a workspace or shows them again, for those who may. */
export const HideButton = ({ viewer: { staff, locale }, hides, label }: HideProps) =>
  permits(staff, 'settings:write') && (
    <Form action={pathIn(staff.workspace, '/first-steps')} hidden={{ hides: hides ? '1' : '' }}>
      <Button kind="plain">{label ?? homeTexts(locale).firstSteps.hide}</Button>
    </Form>
  )

/** Says that the first steps were hidden, with an undo, or that they are shown again. */
export function FirstStepsNotice({ viewer, done }: { viewer: Viewer; done: Done | undefined }) {
  const t = homeTexts(viewer.locale).firstSteps
  if (done?.word !== 'hidden') return <DoneNotice done={done} texts={{ shown: t.shown }} />
  return (
    <Notice tone="good" action={<HideButton viewer={viewer} hides={false} label={t.undo} />}>
      {t.hidden}
    </Notice>
  )
}
