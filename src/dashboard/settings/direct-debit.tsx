import { type Context, Hono } from 'hono'
import { isTestCreditorId } from '../../domain/collections/creditor-id'
import type { CostUnit } from '../../domain/cost-units/cost-unit'
import { updateOwnSettings } from '../../domain/workspaces/update'
import { viewCollecting } from '../../domain/workspaces/view-collecting'
import type { Workspace } from '../../domain/workspaces/workspace'
import type { Env } from '../../env'
import { queueCreditorNotices } from '../../http/creditor-notices'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { SaveOrCancel, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { pathTo } from '../paths'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { SphereField } from '../sphere-field'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = {
  name: string
  iban: string
  creditor_id: string
  notice_days: string
  passes_charges_on: boolean
  charge_place: string
  charge_sphere: string
  year_start: string
  confirms_certain_lines: boolean
  is_nonprofit: boolean
}

/** The page of who collects direct debits, and how. */
export const directDebitPage = new Hono<Env>()
  .get('/:workspace/settings/direct-debit', async (c) => {
    const { workspace, costUnits } = await viewCollecting(c.var.staff)
    return c.html(<DirectDebitPage c={c} values={storedValues(workspace)} costUnits={costUnits} />)
  })

  .post('/:workspace/settings/direct-debit', async (c) => {
    const values = sentValues(await readForm(c))
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body: changeOf(values) }))
    if ('result' in outcome) {
      await queueCreditorNotices(c, outcome.result.notices)
      const to = pathTo(c)
      return to ? c.redirect(to, 303) : doneIn(c, 'saved', '/direct-debit')
    }
    const { fields } = settingsTexts(viewerOf(c).locale).directDebit
    const faults = withPaths(outcome, (path) =>
      path
        .replace(/^(creditor|bookkeeping)\./, '')
        .replace(/^return_charges\..*_id$/, 'charge_place')
        .replace(/^return_charges\.sphere$/, 'charge_sphere'),
    )
    const refused = refusedIn(faults, fields, viewerOf(c))
    const { costUnits } = await viewCollecting(c.var.staff)
    return c.html(<DirectDebitPage c={c} values={values} costUnits={costUnits} refused={refused} />, 422)
  })

const storedValues = ({ creditor, bookkeeping }: Workspace): Values => ({
  name: creditor?.name ?? '',
  iban: creditor?.iban ?? '',
  creditor_id: creditor?.creditor_id ?? '',
  notice_days: String(bookkeeping.notice_days),
  passes_charges_on: bookkeeping.passes_charges_on,
  charge_place: [bookkeeping.return_charges.cost_unit_id, bookkeeping.return_charges.category_id]
    .filter(Boolean)
    .join('/'),
  charge_sphere: bookkeeping.return_charges.sphere ?? '',
  year_start: String(bookkeeping.year_start),
  confirms_certain_lines: bookkeeping.confirms_certain_lines,
  is_nonprofit: bookkeeping.is_nonprofit,
})

const sentValues = (form: URLSearchParams): Values => ({
  name: form.get('name')?.trim() ?? '',
  iban: compact(form.get('iban')),
  creditor_id: compact(form.get('creditor_id')),
  notice_days: form.get('notice_days')?.trim() ?? '',
  passes_charges_on: form.has('passes_charges_on'),
  charge_place: form.get('charge_place') ?? '',
  charge_sphere: form.get('charge_sphere') ?? '',
  year_start: form.get('year_start') ?? '',
  confirms_certain_lines: form.has('confirms_certain_lines'),
  is_nonprofit: form.has('is_nonprofit'),
})

const compact = (text: string | null): string => (text ?? '').replaceAll(/\s/g, '').toUpperCase()

/** The change that a form asks for. Without name, IBAN and identifier there is no creditor. */
function changeOf(values: Values): Record<string, unknown> {
  const { name, iban, creditor_id, notice_days, year_start, charge_place, charge_sphere, ...checks } = values
  const [cost_unit_id, category_id] = charge_place.split('/')
  const return_charges = {
    cost_unit_id: cost_unit_id || null,
    category_id: category_id || null,
    sphere: charge_sphere || null,
  }
  const numbers = { notice_days: Number(notice_days), year_start: Number(year_start) }
  const hasCreditor = Boolean(name || iban || creditor_id)
  return {
    creditor: hasCreditor ? { name, iban, creditor_id } : null,
    bookkeeping: { ...numbers, ...checks, return_charges },
  }
}

function DirectDebitPage({
  c,
  values,
  costUnits,
  refused = {},
}: {
  c: Context<Env>
  values: Values
  costUnits: CostUnit[]
  refused?: Refused
}) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields } = t.directDebit
  const isArchived = costUnits.some(({ id, archived }) => archived && values.charge_place.startsWith(id))
  const field = (name: 'name' | 'iban' | 'creditor_id' | 'notice_days' | 'year_start') => ({
    ...fields[name],
    name,
    value: values[name],
    issue: refused[name],
  })
  const check = (name: 'passes_charges_on' | 'confirms_certain_lines' | 'is_nonprofit') => ({
    ...fields[name],
    name,
    isChecked: values[name],
    issue: refused[name],
  })
  return (
    <SettingsLayout
      c={c}
      title={t.overview.directDebit.title}
      lead={t.directDebit.lead}
      viewer={viewer}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList refused={refused} fields={fields} locale={locale} />
        {isTestCreditorId(values.creditor_id) && <Notice tone="warn">{t.directDebit.testCreditorId}</Notice>}
        <Form warnsUnsaved>
          <Card title={t.directDebit.creditor}>
            <Fields>
              <TextField {...field('name')} autocomplete="off" />
              <TextField {...field('iban')} autocomplete="off" />
              <TextField {...field('creditor_id')} autocomplete="off" />
            </Fields>
          </Card>
          <Card title={t.directDebit.collecting}>
            <Fields>
              <TextField {...field('notice_days')} inputmode="numeric" autocomplete="off" />
              <Check {...check('passes_charges_on')} />
              <SelectField
                {...fields.charge_place}
                name="charge_place"
                value={values.charge_place}
                issue={refused.charge_place}
                hint={isArchived ? t.directDebit.archivedPlace : fields.charge_place.hint}
                options={placeOptions(costUnits, t.directDebit.noPlace)}
              />
              <SphereField
                label={fields.charge_sphere.label}
                name="charge_sphere"
                value={values.charge_sphere}
                issue={refused.charge_sphere}
                none={t.directDebit.noSphere}
                locale={locale}
              />
            </Fields>
          </Card>
          <Card title={t.directDebit.book}>
            <Fields>
              <SelectField {...field('year_start')} options={months(locale)} />
              <Check {...check('confirms_certain_lines')} />
              <Check {...check('is_nonprofit')} />
            </Fields>
          </Card>
          <SaveOrCancel cancelHref={pathTo(c) ?? settingsPath(viewer)} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}

/** The choices of a place by ids: each cost unit, and each of its categories. */
const placeOptions = (costUnits: CostUnit[], none: string) => [
  { value: '', label: none },
  ...costUnits.flatMap(({ id, name, categories }) => [
    { value: id, label: name },
    ...categories.map((category) => ({ value: `${id}/${category.id}`, label: `${name} › ${category.name}` })),
  ]),
]

function months({ language }: Locale) {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1),
    label: format.format(new Date(Date.UTC(2026, month, 1))),
  }))
}
