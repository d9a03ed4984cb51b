import { type Context, Hono } from 'hono'
import { changeRule, createRule, removeRule } from '../../domain/bank/rules/change'
import { openRule } from '../../domain/bank/rules/open'
import type { BookingRule } from '../../domain/bank/rules/rule'
import type { CostUnit } from '../../domain/cost-units/cost-unit'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Confirm } from '../../ui/confirm'
import { SaveOrCancel, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { StaffLayout, viewerOf } from '../layout'
import { assignmentOf, placeOptions, placeValue } from '../places'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { SphereField } from '../sphere-field'
import { ruleName } from './booking-rules'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

const KEYS = [
  'party_name',
  'party_iban',
  'text_contains',
  'sign',
  'place',
  'sphere',
  'side',
  'text',
  'revision',
] as const
type Values = Record<(typeof KEYS)[number], string>

const NEW: Values = {
  party_name: '',
  party_iban: '',
  text_contains: '',
  sign: 'out',
  place: '',
  sphere: '',
  side: '',
  text: '',
  revision: '',
}

const RULE = '/:workspace/settings/booking-rules/:booking_rule_id'

/** The pages that add, change and delete a booking rule. */
export const bookingRulePage = new Hono<Env>()
  .get('/:workspace/settings/booking-rules/new', async (c) => c.html(await page(c, { values: NEW })))

  .post('/:workspace/settings/booking-rules/new', async (c) => {
    const values = valuesIn(await readForm(c))
    const outcome = await attempt(() => createRule(c.var.staff, { body: bodyOf(values) }))
    if ('result' in outcome) return doneIn(c, 'added', '/booking-rules', outcome.result.id)
    return c.html(await page(c, { values, refused: refusedOf(c, outcome) }), 422)
  })

  .get(RULE, async (c) => c.html(await page(c, { id: c.req.param('booking_rule_id') })))

  .post(RULE, async (c) => {
    const id = c.req.param('booking_rule_id')
    const values = valuesIn(await readForm(c))
    const outcome = await attempt(() => changeRule(c.var.staff, { id, body: bodyOf(values) }))
    if ('result' in outcome) return doneIn(c, 'saved', '/booking-rules', id)
    return c.html(await page(c, { id, values, refused: refusedOf(c, outcome) }), 422)
  })

  .get(`${RULE}/delete`, async (c) => c.html(await deletePage(c, c.req.param('booking_rule_id'))))

  .post(`${RULE}/delete`, async (c) => {
    const id = c.req.param('booking_rule_id')
    const revision = Number((await readForm(c)).get('revision'))
    const outcome = await attempt(() => removeRule(c.var.staff, { id, revision }))
    if ('result' in outcome) return doneIn(c, 'deleted', '/booking-rules')
    return c.html(await page(c, { id, refused: refusedOf(c, outcome) }), 422)
  })

const valuesIn = (form: URLSearchParams): Values => {
  const values = { ...NEW }
  for (const key of KEYS) values[key] = form.get(key)?.trim() ?? ''
  return values
}

const valuesOf = (rule: BookingRule): Values => ({
  party_name: rule.party_name ?? '',
  party_iban: rule.party_iban ?? '',
  text_contains: rule.text_contains ?? '',
  sign: rule.sign,
  place: placeValue(rule.costunit_name, rule.category_name),
  sphere: rule.sphere ?? '',
  side: rule.side ?? '',
  text: rule.text ?? '',
  revision: `${rule.revision}`,
})

const bodyOf = ({ revision, sign, place, sphere, ...texts }: Values) => ({
  ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text || null])),
  ...assignmentOf({ place, sphere }),
  sign,
  revision: revision === '' ? null : Number(revision),
})

const inputOf = (path: string) => path.replace(/^(costunit_name|category_name)$/, 'place')

const refusedOf = (c: Context<Env>, outcome: Parameters<typeof withPaths>[0]): Refused =>
  refusedIn(withPaths(outcome, inputOf), settingsTexts(viewerOf(c).locale).rules.fields, viewerOf(c))

type Shown = { id?: string; values?: Values; refused?: Refused }

async function page(c: Context<Env>, { id, values, refused = {} }: Shown) {
  const { rule, costUnits } = await openRule(c.var.staff, { id })
  return (
    <BookingRulePage {...{ c, rule, costUnits, refused }} values={values ?? (rule ? valuesOf(rule) : NEW)} />
  )
}

type Props = {
  c: Context<Env>
  rule: BookingRule | undefined
  costUnits: CostUnit[]
  values: Values
  refused: Refused
}

function BookingRulePage({ c, rule, costUnits, values, refused }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const { rules: t, overview } = settingsTexts(locale)
  const { fields } = t
  const text = (name: 'party_name' | 'party_iban' | 'text_contains' | 'text') => (
    <TextField {...fields[name]} name={name} value={values[name]} issue={refused[name]} autocomplete="off" />
  )
  return (
    <SettingsLayout
      c={c}
      title={rule ? ruleName(rule) : t.add}
      viewer={viewer}
      above={[{ label: overview.bookingRules.title, page: '/booking-rules' }]}
      hasIssues={hasRefused(refused)}
      actions={
        rule && (
          <ButtonLink kind="second" href={settingsPath(viewer, `/booking-rules/${rule.id}/delete`)}>
            {t.delete}
          </ButtonLink>
        )
      }
    >
      <Measure>
        <RefusedList refused={refused} fields={fields} locale={locale} />
        <Form warnsUnsaved hidden={{ revision: values.revision, side: values.side }}>
          <Card>
            <Fields>
              {text('party_name')}
              {text('party_iban')}
              {text('text_contains')}
              <SelectField
                {...fields.sign}
                name="sign"
                value={values.sign}
                issue={refused.sign}
                options={(['out', 'in'] as const).map((value) => ({ value, label: t[value] }))}
              />
              <SelectField
                {...fields.place}
                name="place"
                value={values.place}
                issue={refused.place}
                options={[{ value: '', label: t.noPlace }, ...placeOptions(costUnits, values.place)]}
              />
              <SphereField
                name="sphere"
                label={fields.sphere.label}
                value={values.sphere}
                issue={refused.sphere}
                none={t.noSphere}
                locale={locale}
              />
              {text('text')}
            </Fields>
          </Card>
          <SaveOrCancel cancelHref={settingsPath(viewer, '/booking-rules')} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}

async function deletePage(c: Context<Env>, id: string) {
  const { rule } = await openRule(c.var.staff, { id })
  const viewer = viewerOf(c)
  const { rules: t } = settingsTexts(viewer.locale)
  const title = t.deleteTitle(rule ? ruleName(rule) : '')
  return (
    <StaffLayout title={title} viewer={viewer} section="settings">
      <Confirm
        title={title}
        lead={t.deleteLead}
        action={c.req.path}
        hidden={{ revision: `${rule?.revision ?? ''}` }}
        label={t.delete}
        cancelHref={settingsPath(viewer, `/booking-rules/${id}`)}
        isDangerous
        locale={viewer.locale}
      />
    </StaffLayout>
  )
}
