import { type Context, Hono } from 'hono'
import { addCostUnits } from '../../domain/cost-units/add'
import type { CostUnit } from '../../domain/cost-units/cost-unit'
import { listCostUnits } from '../../domain/cost-units/list'
import { COST_UNIT_TEMPLATES, type CostUnitTemplate } from '../../domain/cost-units/templates'
import { languageOf } from '../../domain/shared/language'
import type { TemplateName } from '../../domain/shared/templates'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { SelectField, TextField } from '../../ui/form'
import type { Language } from '../../ui/i18n/locale'
import { sphereHint, sphereOptions, sphereTexts } from '../../ui/i18n/spheres'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { once } from '../once'
import { bookkeeper } from './cost-unit'
import { doneIn, SettingsLayout, settingsPath } from './page'
import {
  languageIn,
  offeredOf,
  type Problem,
  piecesOf,
  problemsOf,
  readWanted,
  SeveralForm,
  templateIn,
  type Wanted,
  wantedAtFirst,
} from './several'
import { settingsTexts } from './texts'

const SEVERAL = '/:workspace/settings/cost-units/several'

type Row = { name: string; sphere: string }

const BLANK: Row = { name: '', sphere: '' }

/** The page that adds several cost units at once, those of a template among them. */
export const severalCostUnitsPage = new Hono<Env>()
  .get(SEVERAL, async (c) => {
    const costUnits = await listCostUnits(bookkeeper(c))
    return c.html(<SeveralCostUnitsPage c={c} costUnits={costUnits} />)
  })

  .post(SEVERAL, async (c) => {
    const form = await readForm(c)
    const wanted = readWanted(form, BLANK)
    const pieces = piecesOf(wanted, entriesOf(languageIn(form), templateIn(c.req.query('template'))), BLANK)
    const data = pieces.map((piece) =>
      'entry' in piece ? piece.entry : { ...piece.values, sphere: piece.values.sphere || null },
    )
    const principal = once(c, form, 'bookkeeping:write')
    const outcome = await attempt(() => addCostUnits(principal, { body: { data } }))
    if ('result' in outcome) return doneIn(c, 'added', '/cost-units')
    const costUnits = await listCostUnits(bookkeeper(c))
    const t = settingsTexts(viewerOf(c).locale)
    const labels = { fields: t.costUnits.fields, row: t.several.costUnits.row }
    const problems = problemsOf(outcome, pieces, labels, viewerOf(c))
    return c.html(<SeveralCostUnitsPage {...{ c, costUnits, wanted, problems }} />, 422)
  })

const entriesOf = (language: Language, template: TemplateName | undefined): CostUnitTemplate[] =>
  template ? COST_UNIT_TEMPLATES[language][template] : []

type Props = { c: Context<Env>; costUnits: CostUnit[]; wanted?: Wanted<Row>; problems?: Problem[] }

function SeveralCostUnitsPage({ c, costUnits, wanted, problems = [] }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields, noSphere } = t.costUnits
  const template = templateIn(c.req.query('template'))
  const { offered, present } = offeredOf(
    entriesOf(languageOf(viewer.staff.workspace.locale), template),
    costUnits,
  )
  const spheres = sphereTexts(locale)
  const textOf = (category: CostUnitTemplate['categories'][number]) =>
    typeof category === 'string' ? category : `${category.name} (${spheres[category.sphere]})`
  return (
    <SettingsLayout
      c={c}
      title={t.several.costUnits.title}
      lead={t.several.costUnits.lead}
      viewer={viewer}
      above={[{ label: t.overview.costUnits.title, page: '/cost-units' }]}
      hasIssues={problems.length > 0}
    >
      <SeveralForm
        viewer={viewer}
        texts={{
          ...t.several.costUnits,
          ownLead: `${t.several.costUnits.ownLead} ${sphereHint(locale)}`,
        }}
        path={settingsPath(viewer, '/cost-units/several')}
        listPath={settingsPath(viewer, '/cost-units')}
        template={template}
        offered={offered.map(({ name, sphere, categories }) => ({
          name,
          hint: `${spheres[sphere]}: ${categories.map(textOf).join(', ')}`,
        }))}
        present={present}
        wanted={wanted ?? wantedAtFirst(offered, BLANK)}
        problems={problems}
        rowFields={(field) => (
          <>
            <TextField {...field('name')} label={fields.name.label} autocomplete="off" />
            <SelectField
              {...field('sphere')}
              label={fields.sphere.label}
              options={[{ value: '', label: noSphere }, ...sphereOptions(locale)]}
            />
          </>
        )}
      />
    </SettingsLayout>
  )
}
