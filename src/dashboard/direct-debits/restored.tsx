import { Hono } from 'hono'
import { requireNeed } from '../../domain/access/authorize'
import { query } from '../../domain/access/query'
import { TO_COLLECT } from '../../domain/collections/propose'
import { ANSWERS, checkDebits } from '../../domain/collections/restored'
import { uncheckedRestore } from '../../domain/collections/unchecked'
import type { Restore } from '../../domain/shared/restores'
import type { Env } from '../../env'
import { done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatInstant } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions } from '../../ui/stack'
import { Steps } from '../../ui/steps'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { restoreText } from '../restored'
import { debitsPath } from './path'
import { restoredTexts } from './texts-restored'

const RESTORED = '/:workspace/direct-debits/restored'
const CHECKED = 'checked'

/** After a restore: asks once which files went to the bank that the data has forgotten, before a collection is released. */
export const restoredPage = new Hono<Env>()
  .get(RESTORED, async (c) => {
    await query(c.var.staff, {}, requireNeed(c.var.staff, TO_COLLECT))
    const viewer = viewerOf(c)
    const restore = uncheckedRestore(viewer.staff.workspace)
    return c.html(<RestoredPage {...{ restore, viewer }} isChecked={takeDone(c)?.word === CHECKED} />)
  })

  .post(RESTORED, async (c) => {
    const form = await readForm(c)
    const answer = ANSWERS.find((known) => known === form.get('answer'))
    if (answer) await checkDebits(c.var.staff, { epoch: Number(form.get('epoch')), answer })
    else await query(c.var.staff, {}, requireNeed(c.var.staff, TO_COLLECT))
    const to = debitsPath({ staff: c.var.staff.current() }, '/restored')
    return answer ? done(c, CHECKED, { to }) : c.redirect(to, 303)
  })

type Props = { restore: Restore | undefined; viewer: Viewer; isChecked: boolean }

function RestoredPage({ restore, viewer, isChecked }: Props) {
  const { staff, locale } = viewer
  const t = restoredTexts(locale)
  if (!restore)
    return (
      <StaffLayout title={t.title} viewer={viewer} section="directDebits">
        <PageHead title={t.title} lead={isChecked ? t.checked : t.nothing} />
        <Actions>
          <ButtonLink href={debitsPath(viewer)}>{t.toList}</ButtonLink>
        </Actions>
      </StaffLayout>
    )
  const since = formatInstant(restore.bookmark, staff.workspace.timezone, locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="directDebits">
      <PageHead title={t.title} />
      <Notice tone="warn" title={restoreText(restore, viewer)}>
        <p>{t.why}</p>
      </Notice>
      <Form
        action={debitsPath(viewer, '/restored')}
        hidden={new URLSearchParams({ epoch: `${restore.epoch}` })}
      >
        <Card title={t.question(since)}>
          <p>
            {t.look} <a href={debitsPath(viewer)}>{t.toList}</a>
          </p>
          <Actions>
            <Button name="answer" value="none_submitted">
              {t.none}
            </Button>
          </Actions>
        </Card>
        <Card title={t.some}>
          <Steps items={t.steps.map((label) => ({ label, state: 'open' }))} locale={locale} />
          <p>
            <a href={pathIn(staff.workspace, '/fees')}>{t.toFees}</a>
          </p>
          <Actions>
            <Button name="answer" value="fees_recorded" kind="second">
              {t.recorded}
            </Button>
          </Actions>
        </Card>
      </Form>
    </StaffLayout>
  )
}
