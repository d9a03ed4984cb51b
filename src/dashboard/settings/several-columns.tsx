import { type Context, Hono } from 'hono'
import { isList, type ListId } from '../../domain/access/lists'
import { narrowedTo } from '../../domain/access/narrowed'
import { addColumns } from '../../domain/custom-columns/add'
import { COLUMN_TYPES, type CustomColumn } from '../../domain/custom-columns/column'
import { listColumns } from '../../domain/custom-columns/list'
import { COLUMN_TEMPLATES, type ColumnTemplate } from '../../domain/custom-columns/templates'
import { languageOf } from '../../domain/shared/language'
import type { TemplateName } from '../../domain/shared/templates'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { SelectField, TextField } from '../../ui/form'
import type { Language } from '../../ui/i18n/locale'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { once } from '../once'
import { requireList, settingsPrincipal } from './columns'
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

const SEVERAL = '/:workspace/settings/columns/:list/several'

type Row = { name: string; type: string }

const BLANK: Row = { name: '', type: 'string' }

/** The page that adds several custom columns to a list at once, those of a template among them. */
export const severalColumnsPage = new Hono<Env>()
  .get(SEVERAL, async (c) => {
    const list = c.req.param('list')
    const columns = await listColumns(settingsPrincipal(c), list)
    return c.html(<SeveralColumnsPage c={c} list={requireList(list)} columns={columns} />)
  })

  .post(SEVERAL, async (c) => {
    const list = c.req.param('list')
    const form = await readForm(c)
    const wanted = readWanted(form, BLANK)
    const entries = isList(list) ? entriesOf(languageIn(form), templateIn(c.req.query('template')), list) : []
    const pieces = piecesOf(wanted, entries, BLANK)
    const data = pieces.map((piece) => ('entry' in piece ? piece.entry : piece.values))
    const principal = narrowedTo('settings:write', once(c, form, 'settings:write'))
    const outcome = await attempt(() => addColumns(principal, { list, body: { data } }))
    if ('result' in outcome) return doneIn(c, 'added', `/columns/${list}`)
    const columns = await listColumns(settingsPrincipal(c), list)
    const t = settingsTexts(viewerOf(c).locale)
    const labels = { fields: t.columns.fields, row: t.several.columns.row }
    const problems = problemsOf(outcome, pieces, labels, viewerOf(c))
    const again = { c, list: requireList(list), columns, wanted, problems }
    return c.html(<SeveralColumnsPage {...again} />, 422)
  })

const entriesOf = (language: Language, template: TemplateName | undefined, list: ListId): ColumnTemplate[] =>
  template ? COLUMN_TEMPLATES[language][template][list] : []

type Props = {
  c: Context<Env>
  list: ListId
  columns: CustomColumn[]
  wanted?: Wanted<Row>
  problems?: Problem[]
}

function SeveralColumnsPage({ c, list, columns, wanted, problems = [] }: Props) {
  const viewer = viewerOf(c)
  const t = settingsTexts(viewer.locale)
  const { fields, types, someValues } = t.columns
  const template = templateIn(c.req.query('template'))
  const { offered, present } = offeredOf(
    entriesOf(languageOf(viewer.staff.workspace.locale), template, list),
    columns,
  )
  const page = `/columns/${list}`
  return (
    <SettingsLayout
      c={c}
      title={t.several.columns.title}
      lead={t.several.columns.lead}
      viewer={viewer}
      above={[{ label: t.overview.columns.title, page }]}
      hasIssues={problems.length > 0}
    >
      <SeveralForm
        viewer={viewer}
        texts={t.several.columns}
        path={settingsPath(viewer, `${page}/several`)}
        listPath={settingsPath(viewer, page)}
        template={template}
        offered={offered.map(({ name, type, allowed_values }) => ({
          name,
          hint: allowed_values ? `${types[type]}: ${someValues(allowed_values)}` : types[type],
        }))}
        present={present}
        wanted={wanted ?? wantedAtFirst(offered, BLANK)}
        problems={problems}
        rowFields={(field) => (
          <>
            <TextField {...field('name')} label={fields.name.label} autocomplete="off" />
            <SelectField
              {...field('type')}
              label={fields.type.label}
              options={COLUMN_TYPES.map((type) => ({ value: type, label: types[type] }))}
            />
          </>
        )}
      />
    </SettingsLayout>
  )
}
