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
import { FieldGroup, SaveOrCancel, SelectField, TextArea, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { sphereOptions } from '../../ui/i18n/spheres'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { SphereField } from '../sphere-field'
import { linesOf } from './lines'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = {
  name: string
  sphere: string
  /** The spheres of the categories that the cost unit has, by their names. */
  spheres: Record<string, string>
  categories: string
  archived: boolean
}

/** The pages that add a cost unit, and that rename or archive one and add categories. */
export const costUnitPage = new Hono<Env>()
  .get('/:workspace/settings/cost-units/new', async (c) => {
    await query(bookkeeper(c), {})
    return c.html(<CostUnitPage c={c} values={NEW} />)
  })

  .post('/:workspace/settings/cost-units/new', async (c) => {
    const values = await readValues(c)
    const body = bodyOf(values)
    const outcome = await attempt(() => createCostUnit(c.var.staff, { body }))
    if ('result' in outcome) return doneIn(c, 'saved', '/cost-units', outcome.result.id)
    const refused = refusedIn(outcome, settingsTexts(viewerOf(c).locale).costUnits.fields, viewerOf(c))
    return c.html(<CostUnitPage c={c} values={values} refused={refused} />, 422)
  })

  .get('/:workspace/settings/cost-units/:cost_unit_id', async (c) => {
    const unit = await getCostUnit(c)
    const values = {
      name: unit.name,
      sphere: unit.sphere ?? '',
      spheres: Object.fromEntries(unit.categories.map(({ name, sphere }) => [name, sphere ?? ''])),
      categories: '',
      archived: unit.archived,
    }
    return c.html(<CostUnitPage c={c} unit={unit} values={values} />)
  })

  .post('/:workspace/settings/cost-units/:cost_unit_id', async (c) => {
    const values = await readValues(c)
    const id = c.req.param('cost_unit_id')
    const body = { ...bodyOf(values), archived: values.archived }
    const outcome = await attempt(() => updateCostUnit(c.var.staff, { id, body }))
    if ('result' in outcome) return doneIn(c, 'saved', '/cost-units', id)
    const refused = refusedIn(outcome, settingsTexts(viewerOf(c).locale).costUnits.fields, viewerOf(c))
    return c.html(<CostUnitPage c={c} unit={await getCostUnit(c)} values={values} refused={refused} />, 422)
  })

const NEW: Values = { name: '', sphere: '', spheres: {}, categories: '', archived: false }

const bodyOf = ({ name, sphere, spheres, categories }: Values) => ({
  name,
  sphere: sphere || null,
  categories: [
    ...Object.entries(spheres).map(([name, sphere]) => ({ name, sphere: sphere || null })),
    ...linesOf(categories),
  ],
})

/** Who asks, for what only those may do who may change the cost units. */
export const bookkeeper = (c: Context<Env>) => narrowedTo('bookkeeping:write', c.var.staff)

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
    sphere: form.get('sphere') ?? '',
    spheres: Object.fromEntries(
      [...form].flatMap(([key, name]) => {
        const [, id] = /^category\.(\w+)$/.exec(key) ?? []
        return id === undefined ? [] : [[name, form.get(`sphere.${id}`) ?? '']]
      }),
    ),
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
              <SphereField
                name="sphere"
                label={fields.sphere.label}
                value={values.sphere}
                issue={refused.sphere}
                none={t.costUnits.noSphere}
                locale={locale}
              />
              {unit && unit.categories.length > 0 && (
                <FieldGroup name="categories_spheres" label={t.costUnits.present}>
                  {unit.categories.map(({ id, name }) => (
                    <>
                      <input type="hidden" name={`category.${id}`} value={name} />
                      <SelectField
                        name={`sphere.${id}`}
                        label={name}
                        value={values.spheres[name] ?? ''}
                        options={[{ value: '', label: t.costUnits.asUnit }, ...sphereOptions(locale)]}
                      />
                    </>
                  ))}
                </FieldGroup>
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
