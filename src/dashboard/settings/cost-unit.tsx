import { type Context, Hono } from 'hono'
import { narrowedTo } from '../../domain/access/narrowed'
import { query } from '../../domain/access/query'
import type { CostUnit } from '../../domain/cost-units/cost-unit'
import { createCostUnit } from '../../domain/cost-units/create'
import { listCostUnits } from '../../domain/cost-units/list'
import { updateCostUnit } from '../../domain/cost-units/update'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { SaveOrCancel, TextArea, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Measure, Stack } from '../../ui/stack'
import { viewerOf } from '../layout'
import { attempt, hasRefused, linesOf, type Refused, RefusedList, refusedOf } from './form'
import { SettingsLayout, seeOther, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = { name: string; categories: string; archived: boolean }

/** The pages that add a cost unit, and that rename or archive one and add categories. */
export const costUnitPage = new Hono<Env>()
  .get('/:workspace/settings/cost-units/new', async (c) => {
    await query(bookkeeper(c), {})
    return c.html(<CostUnitPage c={c} values={{ name: '', categories: '', archived: false }} />)
  })

  .post('/:workspace/settings/cost-units/new', async (c) => {
    const values = await readValues(c)
    const body = { name: values.name, categories: linesOf(values.categories) }
    const outcome = await attempt(() => createCostUnit(c.var.staff, { body }))
    if ('result' in outcome) return seeOther(c, '/cost-units', { id: outcome.result.id, done: 'saved' })
    const refused = refusedOf(outcome.issues, settingsTexts(viewerOf(c).locale).costUnits.fields)
    return c.html(<CostUnitPage c={c} values={values} refused={refused} />, 422)
  })

  .get('/:workspace/settings/cost-units/:cost_unit_id', async (c) => {
    const unit = await getCostUnit(c)
    const values = { name: unit.name, categories: '', archived: unit.archived }
    return c.html(<CostUnitPage c={c} unit={unit} values={values} />)
  })

  .post('/:workspace/settings/cost-units/:cost_unit_id', async (c) => {
    const values = await readValues(c)
    const id = c.req.param('cost_unit_id')
    const body = { name: values.name, archived: values.archived, categories: linesOf(values.categories) }
    const outcome = await attempt(() => updateCostUnit(c.var.staff, { id, body }))
    if ('result' in outcome) return seeOther(c, '/cost-units', { id, done: 'saved' })
    const refused = refusedOf(outcome.issues, settingsTexts(viewerOf(c).locale).costUnits.fields)
    return c.html(<CostUnitPage c={c} unit={await getCostUnit(c)} values={values} refused={refused} />, 422)
  })

const bookkeeper = (c: Context<Env>) => narrowedTo('bookkeeping:write', c.var.staff)

async function getCostUnit(c: Context<Env, '/:cost_unit_id'>): Promise<CostUnit> {
  const units = await listCostUnits(bookkeeper(c))
  const unit = units.find(({ id }) => id === c.req.param('cost_unit_id'))
  if (!unit) throw new DomainError('not_found', 'There is no such cost unit.')
  return unit
}

async function readValues(c: Context<Env>): Promise<Values> {
  const form = await readForm(c)
  return {
    name: form.get('name')?.trim() ?? '',
    categories: form.get('categories') ?? '',
    archived: form.has('archived'),
  }
}

type Props = { c: Context<Env>; unit?: CostUnit; values: Values; refused?: Refused }

function CostUnitPage({ c, unit, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields } = t.costUnits
  return (
    <SettingsLayout
      c={c}
      title={unit?.name ?? t.costUnits.add}
      viewer={viewer}
      above={[{ label: t.overview.costUnits.title, page: '/cost-units' }]}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList refused={refused} fields={fields} locale={locale} />
        <Form warnsUnsaved>
          <Card>
            <Fields>
              <TextField {...fields.name} name="name" value={values.name} issue={refused.name} />
              {unit && unit.categories.length > 0 && (
                <Stack gap="small">
                  <p class="label">{t.costUnits.present}</p>
                  <p>{unit.categories.map(({ name }) => name).join(', ')}</p>
                </Stack>
              )}
              <TextArea
                {...fields.categories}
                label={t.costUnits.addCategories}
                name="categories"
                value={values.categories}
                issue={refused.categories}
              />
              {unit && (
                <Check
                  name="archived"
                  label={t.costUnits.archive}
                  hint={t.costUnits.archiveHint}
                  isChecked={values.archived}
                />
              )}
            </Fields>
          </Card>
          <SaveOrCancel cancelHref={settingsPath(viewer, '/cost-units')} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}
