import { type Context, Hono } from 'hono'
import type { ListId } from '../../domain/access/lists'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { queryList } from '../../domain/custom-columns/query-list'
import { readBrowseQuery } from '../../domain/persons/browse-query'
import { confirmImport, previewImport } from '../../domain/persons/csv/preview'
import { type CsvTable, readCsvTable } from '../../domain/persons/csv/read'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readUpload } from '../../http/forms'
import { Card } from '../../ui/card'
import { FileField } from '../../ui/choices'
import { SaveOrCancel } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { WayBack } from '../way-back'
import { ExportButton } from './export'
import { type CellAt, ImportIssues } from './import-issues'
import { ImportPreviewPage } from './import-preview'
import { ImportSteps } from './import-steps'
import { listOf, listPath } from './page-query'
import { membersTexts } from './texts'

/** An import of CSV: a file is checked, and imported once what it changes was seen. */
export const importPage = new Hono<Env>()
  .get('/:workspace/:list{(?:members|contacts)}/import', async (c) => {
    await authorize(c)
    return c.html(<UploadPage viewer={viewerOf(c)} list={listOf(c)} />)
  })
  .post('/:workspace/:list{(?:members|contacts)}/import', async (c) => {
    const { csv } = await readImport(c)
    return orIssues(c, csv, async () => {
      const preview = await previewImport(c.var.staff, { list: listOf(c), csv })
      return c.html(<ImportPreviewPage viewer={viewerOf(c)} csv={csv} preview={preview} />)
    })
  })
  .post('/:workspace/:list{(?:members|contacts)}/import/run', async (c) => {
    const { csv, mark } = await readImport(c)
    return orIssues(c, csv, async () => {
      const list = listOf(c)
      const outcome = await confirmImport(c.var.staff, { list, csv, mark })
      const viewer = viewerOf(c)
      if (outcome.outcome === 'changed')
        return c.html(
          <ImportPreviewPage viewer={viewer} csv={csv} preview={outcome.preview} isChanged />,
          409,
        )
      const { created, updated } = outcome.counts
      const to = listPath(viewer.staff.workspace, list, '', readBrowseQuery({}))
      return done(c, 'imported', { to, batch: outcome.batchId, numbers: { created, updated } })
    })
  })

const authorize = (c: Context<Env>) => queryList(c.var.staff, listOf(c), 'write', {})

/** The file of a form as text, or the text that a page carries; in UTF-8, else as Windows writes German. */
async function readImport(c: Context<Env>): Promise<{ csv: string; mark: string }> {
  const form = await readUpload(c, () => authorize(c))
  const given = form.get('csv')
  const csv = typeof given === 'object' && given ? decoded(await given.arrayBuffer()) : (given ?? '')
  // Forms send line breaks in a way of their own.
  return { csv: csv.replaceAll(/\r\n?/g, '\n'), mark: String(form.get('mark') ?? '') }
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Answers; shows what is wrong with the file where it cannot be imported. */
async function orIssues(c: Context<Env>, csv: string, answer: () => Promise<Response>) {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    const { context } = await authorize(c)
    const refused = { issues: csv === '' ? {} : error.issues, columns: context.columns, cellAt: cellsOf(csv) }
    return c.html(<UploadPage viewer={viewerOf(c)} list={listOf(c)} refused={refused} />, 422)
  }
}

/** The cells of a file; none if it is no table. IBANs are as they were uploaded. */
function cellsOf(csv: string): CellAt {
  const { header, records, rows } = tableOf(csv)
  const places = new Map(rows.map((row, index) => [row, records[index]]))
  const indexOf = (column: string) =>
    header.findIndex((name) => column === name || column.startsWith(`${name}.`))
  return (row, column) => places.get(row)?.[indexOf(column)] ?? ''
}

function tableOf(csv: string): Pick<CsvTable, 'header' | 'records' | 'rows'> {
  try {
    return readCsvTable(csv)
  } catch {
    return { header: [], records: [], rows: [] }
  }
}

type Refused = { issues: Issues; columns: CustomColumn[]; cellAt: CellAt }
type Props = { viewer: Viewer; list: ListId; refused?: Refused }

/** Asks for a file; `refused` tells what is wrong with the one before: no issues where there was no file. */
function UploadPage({ viewer, list, refused }: Props) {
  const { staff, locale } = viewer
  const { import: t } = membersTexts(locale)
  const hrefOf = (page: string) => listPath(staff.workspace, list, page, readBrowseQuery({}))
  const isEmpty = refused && Object.keys(refused.issues).length === 0
  return (
    <StaffLayout title={t.title} viewer={viewer} section={list} hasIssues={!!refused}>
      <Measure>
        <PageHead title={t.title} lead={t.lead} breadcrumb={<WayBack viewer={viewer} section={list} />} />
        <ImportSteps current="file" {...{ viewer, list }} />
        {refused && !isEmpty && <ImportIssues {...refused} locale={locale} />}
        <Card>
          <Form action={hrefOf('/import')} isUpload>
            <FileField
              name="csv"
              label={t.file}
              hint={t.fileHint}
              accept=".csv,text/csv"
              issue={isEmpty ? t.noFile : undefined}
            />
            <SaveOrCancel label={t.check} cancelHref={hrefOf('')} locale={locale} />
          </Form>
        </Card>
        <Card>
          <Quiet>{t.howTo}</Quiet>
          <Actions>
            <ExportButton {...{ viewer, list }} query={readBrowseQuery({})} label={t.download} />
          </Actions>
        </Card>
      </Measure>
    </StaffLayout>
  )
}
