import { type Context, Hono } from 'hono'
import { LEAVING_ENDS } from '../../db/schema'
import { requirePermission } from '../../domain/access/authorize'
import { query } from '../../domain/access/query'
import { todayIn } from '../../domain/shared/dates'
import { lastDayAfter, noticeOf } from '../../domain/shared/last-day'
import { leavingToApi, TAKES_EFFECT } from '../../domain/workspaces/leaving-settings'
import { updateOwnSettings } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { RadioGroup } from '../../ui/choices'
import { SaveOrCancel, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatDate } from '../../ui/i18n/format'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = { notice_weeks: string; end: string; takes_effect: string }

/** The page of how memberships end: the notice, the day, and what a resignation in the portal brings about. */
export const leavingPage = new Hono<Env>()
  .get('/:workspace/settings/leaving', async (c) => {
    const { credential } = await query(c.var.staff, {}, (credential) =>
      requirePermission(credential, 'settings:write'),
    )
    const { notice_weeks, ...leaving } = leavingToApi(credential.workspace).leaving
    return c.html(<LeavingPage c={c} values={{ ...leaving, notice_weeks: String(notice_weeks) }} />)
  })

  .post('/:workspace/settings/leaving', async (c) => {
    const form = await readForm(c)
    const sent = (name: keyof Values) => form.get(name)?.trim() ?? ''
    const values = {
      notice_weeks: sent('notice_weeks'),
      end: sent('end'),
      takes_effect: sent('takes_effect'),
    }
    const leaving = {
      ...values,
      notice_weeks: values.notice_weeks === '' ? '' : Number(values.notice_weeks),
    }
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body: { leaving } }))
    if ('result' in outcome) return doneIn(c, 'saved', '/leaving')
    const { fields } = settingsTexts(viewerOf(c).locale).leaving
    const faults = withPaths(outcome, (path) => path.replace(/^leaving\./, ''))
    const refused = refusedIn(faults, fields, viewerOf(c))
    return c.html(<LeavingPage c={c} values={values} refused={refused} />, 422)
  })

type Props = { c: Context<Env>; values: Values; refused?: Refused<keyof Values> }

function LeavingPage({ c, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const { overview, leaving: t } = settingsTexts(locale)
  const today = todayIn(staff.workspace.timezone, new Date())
  const next = lastDayAfter(today, noticeOf(staff.workspace))
  const field = (name: keyof Values) => ({
    ...t.fields[name],
    name,
    value: values[name],
    issue: refused[name],
  })
  return (
    <SettingsLayout
      c={c}
      title={overview.leaving.title}
      lead={t.lead}
      viewer={viewer}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList refused={refused} fields={t.fields} locale={locale} />
        <Form warnsUnsaved>
          <Card title={t.notice}>
            <Fields>
              <TextField {...field('notice_weeks')} inputmode="numeric" autocomplete="off" />
              <SelectField
                {...field('end')}
                hint={t.next(formatDate(next, locale))}
                options={LEAVING_ENDS.map((value) => ({ value, label: t.ends[value] }))}
              />
            </Fields>
          </Card>
          <Card title={t.portal}>
            <RadioGroup
              {...field('takes_effect')}
              options={TAKES_EFFECT.map((value) => ({ value, ...t.effects[value] }))}
            />
          </Card>
          <SaveOrCancel cancelHref={settingsPath(viewer)} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}
