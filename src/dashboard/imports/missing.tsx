import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { ListContext } from '../../domain/custom-columns/query-list'
import { changeImport } from '../../domain/imports/change'
import { viewGaps } from '../../domain/imports/gaps'
import type { StoredImport } from '../../domain/imports/import'
import type { Gap } from '../../domain/imports/plan'
import { prepareImport } from '../../domain/imports/prepare'
import { isKeyTarget } from '../../domain/imports/targets'
import { csvText } from '../../domain/persons/csv/export'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { TextField } from '../../ui/form'
import { Form, HiddenFields } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { Pager } from '../../ui/pager'
import { Actions } from '../../ui/stack'
import { Table } from '../../ui/table'
import { Chips } from '../../ui/tabs'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { refusalText } from '../refusals'
import { kindsOf } from './gap-kinds'
import { gapSentence } from './gap-sentence'
import { importPath } from './path'
import { IMPORT, idOf, pageOf, revisionIn, unlessChanged } from './route'
import { cellText, seesCells } from './shown'
import { importTexts } from './texts'
import { gapTexts } from './texts-gaps'

const MISSING = `${IMPORT}/missing` as const
const PAGE_SIZE = 100

/** What of a file is left out, as a page on which cells are corrected, and as a file. */
export const importMissingPage = new Hono<Env>()
  .get(MISSING, (c) => page(c))

  .post(MISSING, async (c) => {
    const form = await readForm(c, () => prepareImport(c.var.staff, { id: idOf(c) }))
    const edits = editsIn(form)
    return unlessChanged(c, '/missing', async () => {
      const change = { id: idOf(c), body: { edits }, revision: revisionIn(form) }
      const outcome = await attempt(() => changeImport(c.var.staff, change))
      if ('issues' in outcome) {
        const texts = Object.values(outcome.refusals)
          .flat()
          .map((refusal) => refusalText(refusal, viewerOf(c)))
        return page(c, [...new Set(texts)])
      }
      const cells = Object.keys(edits).length
      return done(c, 'saved', { to: pageOf(c, '/missing'), numbers: { cells } })
    })
  })

  // A POST like all exports of the dashboard, so that no browser loads it before the click.
  .post(`${MISSING}/file`, async (c) => {
    const opened = await open(c)
    const viewer = viewerOf(c)
    const { headers } = opened.stored.head
    const t = importTexts(viewer.locale).gaps
    const rows = (opened.gaps ?? []).map((gap) => [
      String(gap.row),
      gap.column === null ? '' : (headers[gap.column] ?? ''),
      cellText(gap.cell, targetOf(gap, opened.stored), viewer),
      gapSentence(gap, { ...opened, viewer }),
    ])
    const { row, column, cell, reason } = t.csv
    const text = csvText(
      [row, column, cell, reason],
      rows,
      ['text', 'text', 'text', 'text'],
      viewer.locale.tag,
    )
    return c.body(text, 200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${t.fileName}"`,
      'Cache-Control': 'no-store',
    })
  })

type Opened = { stored: StoredImport; context: ListContext; gaps: Gap[] | null }

/** An import with what it leaves out; null once that is deleted. */
async function open(c: Context<Env>): Promise<Opened> {
  const id = idOf(c)
  const { stored, context, gaps } = await prepareImport(c.var.staff, { id })
  if (stored.state === 'draft') return { stored, context, gaps }
  return { stored, context, gaps: (await viewGaps(c.var.staff, { id })).gaps }
}

const targetOf = ({ column }: Gap, { settings }: StoredImport) =>
  column === null ? undefined : settings.mapping[column]

/** The cells of a form that have another text than the page showed. */
function editsIn(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, cell]) => {
      const [, number] = /^cell\.(\d+)$/.exec(name) ?? []
      const text = number === undefined ? null : form.get(`edit.${number}`)
      return text === null || text === form.get(`was.${number}`) ? [] : [[cell, text]]
    }),
  )
}

async function page(c: Context<Env>, refused?: string[]) {
  const { kind, page = '1' } = c.req.query()
  const opened = await open(c)
  const props = { ...opened, viewer: viewerOf(c), done: takeDone(c), kind, refused }
  return c.html(
    <MissingPage {...props} from={PAGE_SIZE * Math.max(0, (Number(page) || 1) - 1)} />,
    refused ? 422 : 200,
  )
}

type Props = Opened & {
  viewer: Viewer
  done: Done | undefined
  kind: string | undefined
  from: number
  refused: string[] | undefined
}

function MissingPage({ stored, context, gaps, viewer, done, kind, from, refused }: Props) {
  const { locale, staff } = viewer
  const { listId, id, state } = stored
  const t = importTexts(locale)
  const isDraft = state === 'draft'
  const mayEdit = isDraft && permits(staff, `${listId}:write`)
  const back = importPath(viewer, listId, id, isDraft ? '/check' : '/done')
  const chosen = (gaps ?? []).filter(({ code }) => kind === undefined || code === kind)
  return (
    <StaffLayout title={t.gaps.title} viewer={viewer} section={listId} hasIssues={!!refused}>
      <PageHead
        title={t.gaps.title}
        lead={mayEdit ? `${t.gaps.lead} ${t.gaps.leadEdit}` : t.gaps.lead}
        breadcrumb={<BackLink href={back}>{t.gaps.back}</BackLink>}
      />
      {done?.word === 'changed' && <Notice tone="warn">{t.changedMeanwhile}</Notice>}
      {done?.word === 'saved' && (
        <Notice tone="good">{t.gaps.saved(formatNumber(done.numbers.cells ?? 0, locale))}</Notice>
      )}
      {refused && (
        <Notice tone="bad">
          {refused.map((text) => (
            <p>{text}</p>
          ))}
        </Notice>
      )}
      {gaps === null && <Message title={t.gaps.gone} lead={t.gaps.goneLead} />}
      {gaps?.length === 0 && <Message title={t.gaps.none} lead={t.gaps.noneLead} />}
      {gaps !== null && gaps.length > 0 && (
        <>
          <Kinds {...{ gaps, stored, viewer, kind }} />
          <GapForm {...{ stored, context, viewer, mayEdit }} gaps={chosen.slice(from, from + PAGE_SIZE)} />
          <Pages {...{ stored, viewer, kind, from }} total={chosen.length} />
          <Form action={importPath(viewer, listId, id, '/missing/file')}>
            <Actions>
              <Button kind="second" icon="download">
                {t.gaps.download}
              </Button>
              <ButtonLink kind="second" href={back}>
                {t.gaps.back}
              </ButtonLink>
            </Actions>
          </Form>
        </>
      )}
    </StaffLayout>
  )
}

type KindsProps = Pick<Props, 'stored' | 'viewer' | 'kind'> & { gaps: Gap[] }

function Kinds({ gaps, stored: { listId, id }, viewer, kind }: KindsProps) {
  const { locale } = viewer
  const t = importTexts(locale).gaps
  const href = importPath(viewer, listId, id, '/missing')
  return (
    <Chips
      label={t.kinds}
      items={[
        { label: t.all, href, isCurrent: kind === undefined, count: formatNumber(gaps.length, locale) },
        ...kindsOf(gaps).map(([code, count]) => ({
          label: gapTexts(locale).kinds[code],
          href: `${href}?kind=${code}`,
          isCurrent: kind === code,
          count: formatNumber(count, locale),
        })),
      ]}
    />
  )
}

type PagesProps = Pick<Props, 'stored' | 'viewer' | 'kind' | 'from'> & { total: number }

function Pages({ stored: { listId, id }, viewer, kind, from, total }: PagesProps) {
  if (total <= PAGE_SIZE) return null
  const hrefOf = (page: number) =>
    `${importPath(viewer, listId, id, '/missing')}?${new URLSearchParams({ ...(kind && { kind }), page: String(page) })}`
  const page = from / PAGE_SIZE + 1
  return (
    <Pager
      from={from + 1}
      rows={Math.min(PAGE_SIZE, total - from)}
      total={total}
      {...(page > 1 && { previousHref: hrefOf(page - 1) })}
      {...(from + PAGE_SIZE < total && { nextHref: hrefOf(page + 1) })}
      locale={viewer.locale}
    />
  )
}

type GapFormProps = {
  stored: StoredImport
  context: ListContext
  viewer: Viewer
  mayEdit: boolean
  gaps: Gap[]
}

/** The texts that are left out; in a draft with an input for each, unless it is hidden or names a person. */
function GapForm({ stored, context, viewer, mayEdit, gaps }: GapFormProps) {
  const { locale } = viewer
  const { listId, id, revision, head } = stored
  const t = importTexts(locale)
  const rows = gaps.map((gap, index) => ({ ...gap, index, target: targetOf(gap, stored) }))
  type Row = (typeof rows)[number]
  const isKey = ({ target }: Row) => target !== undefined && isKeyTarget(target)
  const isEditable = (row: Row) =>
    mayEdit && row.column !== null && !isKey(row) && seesCells(viewer, row.target)
  const headerOf = ({ column }: Gap) => (column === null ? '' : (head.headers[column] ?? ''))
  const table = (
    <Table
      caption={t.gaps.title}
      locale={locale}
      rows={rows}
      rowId={({ index }) => `gap-${index}`}
      columns={[
        {
          key: 'place',
          label: t.gaps.place,
          cell: (gap) => [t.rows(gap.row, []), headerOf(gap)].filter(Boolean).join(', '),
        },
        { key: 'reason', label: t.gaps.reason, cell: (gap) => gapSentence(gap, { stored, context, viewer }) },
        ...(rows.some(isEditable)
          ? [
              {
                key: 'edit',
                label: t.gaps.edit,
                cell: (gap: Row) =>
                  isEditable(gap) ? (
                    <>
                      <HiddenFields
                        values={{
                          [`cell.${gap.index}`]: `${gap.row}.${gap.column}`,
                          [`was.${gap.index}`]: gap.cell,
                        }}
                      />
                      <TextField
                        name={`edit.${gap.index}`}
                        label={t.gaps.editOf(gap.row, headerOf(gap))}
                        value={gap.cell}
                        isLabelHidden
                      />
                    </>
                  ) : (
                    isKey(gap) && <Quiet>{t.gaps.editLater}</Quiet>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
  if (!rows.some(isEditable)) return table
  return (
    <Form action={importPath(viewer, listId, id, '/missing')} hidden={{ revision: String(revision) }}>
      {table}
      <Actions>
        <Button>{t.gaps.save}</Button>
      </Actions>
    </Form>
  )
}
