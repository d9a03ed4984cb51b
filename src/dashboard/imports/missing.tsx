import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { ListContext } from '../../domain/custom-columns/query-list'
import { changeImport } from '../../domain/imports/change'
import { viewGaps } from '../../domain/imports/gaps'
import type { StoredImport } from '../../domain/imports/import'
import type { Gap } from '../../domain/imports/plan'
import { prepareImport } from '../../domain/imports/prepare'
import type { TableRows } from '../../domain/imports/read/table-rows'
import { rowsOfGaps } from '../../domain/imports/store'
import { csvText } from '../../domain/persons/csv/export'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { Pager } from '../../ui/pager'
import { Actions } from '../../ui/stack'
import { Chips } from '../../ui/tabs'
import type { Faults } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { type Cells, cellsOf, editsIn, GapForm, targetOf } from './gap-form'
import { kindsOf } from './gap-kinds'
import { namesIn } from './gap-names'
import { gapSentence } from './gap-sentence'
import { importPath } from './path'
import { RefusedNotice } from './refused'
import { attemptChange, IMPORT, idOf, pageOf, revisionIn, unlessChanged } from './route'
import { maskedCell } from './shown'
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
    const here = `/missing${new URL(c.req.url).search}`
    return unlessChanged(c, here, async () => {
      const change = { id: idOf(c), body: { edits }, revision: revisionIn(form) }
      const outcome = await attemptChange(() => changeImport(c.var.staff, change))
      if ('issues' in outcome) return page(c, { form, faults: outcome })
      const cells = Object.keys(edits).length
      return done(c, 'saved', { to: pageOf(c, here), numbers: { cells } })
    })
  })

  // A POST like all exports of the dashboard, so that no browser loads it before the click.
  .post(`${MISSING}/file`, async (c) => {
    const opened = await open(c)
    const viewer = viewerOf(c)
    const { headers } = opened.stored.head
    const t = importTexts(viewer.locale).gaps
    const names = namesIn(opened.rows, opened.stored, viewer)
    const rows = (opened.gaps ?? []).map((gap) => [
      String(gap.row),
      names.get(gap.row) ?? '',
      gap.column === null ? '' : (headers[gap.column] ?? ''),
      maskedCell(gap.cell, targetOf(gap, opened.stored), viewer),
      gapSentence(gap, { ...opened, viewer, shown: maskedCell }),
    ])
    const { row, person, column, cell, reason } = t.csv
    const labels = [row, person, column, cell, reason]
    const text = csvText(
      labels,
      rows,
      labels.map(() => 'text' as const),
      viewer.locale.tag,
    )
    return c.body(text, 200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${t.fileName}"`,
      'Cache-Control': 'no-store',
    })
  })

type Opened = {
  stored: StoredImport
  context: ListContext
  gaps: Gap[] | null
  /** The rows of the file that these are of. */
  rows: TableRows
  cells: Cells
}

/** An import with what it leaves out; null once that is deleted. */
async function open(c: Context<Env>): Promise<Opened> {
  const id = idOf(c)
  const { stored, context, gaps, fileRows } = await prepareImport(c.var.staff, { id })
  if (stored.state !== 'draft') {
    const { gaps, rows } = await viewGaps(c.var.staff, { id })
    return { stored, context, gaps, rows, cells: new Map() }
  }
  const rows = rowsOfGaps(gaps, fileRows)
  return { stored, context, gaps, rows, cells: cellsOf(gaps, rows, stored) }
}

/** A form that was refused, and why. */
type Refused = { form: URLSearchParams; faults: Faults }

async function page(c: Context<Env>, refused?: Refused) {
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
  refused: Refused | undefined
}

function MissingPage({ stored, context, gaps, rows, cells, viewer, done, kind, from, refused }: Props) {
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
      {refused && <RefusedNotice {...{ viewer, faults: refused.faults }} />}
      {gaps === null && <Message title={t.gaps.gone} lead={t.gaps.goneLead} />}
      {gaps?.length === 0 && <Message title={t.gaps.none} lead={t.gaps.noneLead} />}
      {gaps !== null && gaps.length > 0 && (
        <>
          <Kinds {...{ gaps, stored, viewer, kind }} />
          <GapForm
            {...{ stored, context, cells, viewer, mayEdit }}
            gaps={chosen.slice(from, from + PAGE_SIZE)}
            names={namesIn(rows, stored, viewer)}
            action={addressOf({ stored, viewer, kind }, from / PAGE_SIZE + 1)}
            sent={refused?.form}
          />
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

/** The address of one of the pages, with the kind that is chosen. */
function addressOf(
  { stored: { listId, id }, viewer, kind }: Pick<Props, 'stored' | 'viewer' | 'kind'>,
  page: number,
): string {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(page > 1 && { page: String(page) }) })
  return importPath(viewer, listId, id, `/missing${query.size > 0 ? `?${query}` : ''}`)
}

function Pages({ stored, viewer, kind, from, total }: PagesProps) {
  if (total <= PAGE_SIZE) return null
  const hrefOf = (page: number) => addressOf({ stored, viewer, kind }, page)
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
