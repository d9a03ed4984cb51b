import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { CostUnit } from '../../domain/cost-units/cost-unit'
import { listCostUnits } from '../../domain/cost-units/list'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { sphereTexts } from '../../ui/i18n/spheres'
import { Table } from '../../ui/table'
import { viewerOf } from '../layout'
import { SettingsLayout, settingsPath } from './page'
import { TemplateOffer } from './template-offer'
import { settingsTexts } from './texts'

/** The page of the cost units with their categories; archived ones come last. */
export const costUnitsPage = new Hono<Env>().get('/:workspace/settings/cost-units', async (c) => {
  const costUnits = await listCostUnits(c.var.staff)
  return c.html(<CostUnitsPage c={c} costUnits={costUnits} />)
})

function CostUnitsPage({ c, costUnits }: { c: Context<Env>; costUnits: CostUnit[] }) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = settingsTexts(locale)
  const mayWrite = permits(staff, 'bookkeeping:write')
  const path = settingsPath(viewer, '/cost-units')
  const add = mayWrite && (
    <ButtonLink href={`${path}/new`} icon="plus" shortcut="n">
      {t.costUnits.add}
    </ButtonLink>
  )
  const addSeveral = mayWrite && (
    <ButtonLink kind="second" href={`${path}/several`}>
      {t.several.add}
    </ButtonLink>
  )
  return (
    <SettingsLayout
      c={c}
      title={t.overview.costUnits.title}
      lead={t.costUnits.lead}
      viewer={viewer}
      actions={
        costUnits.length > 0 && (
          <>
            {addSeveral}
            {add}
          </>
        )
      }
    >
      <Table
        caption={t.overview.costUnits.title}
        rows={costUnits.toSorted((one, other) => Number(one.archived) - Number(other.archived))}
        rowId={({ id }) => id}
        locale={locale}
        empty={
          <Empty
            title={t.costUnits.none}
            lead={t.costUnits.noneLead}
            action={
              <>
                {add}
                {addSeveral}
              </>
            }
          />
        }
        columns={[
          {
            key: 'name',
            label: t.costUnits.fields.name.label,
            cell: ({ id, name }) => (mayWrite ? <a href={`${path}/${id}`}>{name}</a> : name),
          },
          {
            key: 'categories',
            label: t.costUnits.fields.categories.label,
            cell: ({ categories }) => t.columns.someValues(categories.map(({ name }) => name)),
          },
          {
            key: 'sphere',
            label: t.costUnits.fields.sphere.label,
            cell: ({ sphere }) => sphere && sphereTexts(locale)[sphere],
          },
          {
            key: 'state',
            label: t.costUnits.state,
            cell: ({ archived }) => archived && <Badge>{t.costUnits.archived}</Badge>,
            phone: 'aside',
          },
        ]}
      />
      {mayWrite && <TemplateOffer viewer={viewer} kind="costUnits" count={costUnits.length} path={path} />}
    </SettingsLayout>
  )
}
