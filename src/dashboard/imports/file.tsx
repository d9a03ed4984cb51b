import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { ListId } from '../../domain/access/lists'
import { queryList } from '../../domain/custom-columns/query-list'
import { discardImport } from '../../domain/imports/discard'
import { accountsWaitingIn, type StoredImport } from '../../domain/imports/import'
import { listImports } from '../../domain/imports/list'
import { uploadImport } from '../../domain/imports/upload'
import { viewImport } from '../../domain/imports/view'
import { readBrowseQuery } from '../../domain/persons/browse-query'
import type { Env } from '../../env'
import { TEN_MIB, UNAUTHORIZED_BYTES } from '../../http/body'
import { done, takeDone } from '../../http/done'
import { readUpload } from '../../http/forms'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { FileField } from '../../ui/choices'
import { SaveOrCancel } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { formatDay, formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { DoneNotice, Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { StepRow } from '../../ui/steps'
import { Quiet } from '../../ui/text'
import { attempt, type Faults } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { ExportButton } from '../members/export'
import { listOf } from '../members/page-query'
import { pathIn } from '../paths'
import { refusalText } from '../refusals'
import { WayBack } from '../way-back'
import { importPath } from './path'
import { IMPORT, IMPORTS, idOf, pageOf, unlessChanged } from './route'
import { importTexts } from './texts'

/** The first page of an import: asks for a file, and lists the earlier ones. */
export const importFilePage = new Hono<Env>()
  .get(IMPORTS, async (c) => page(c))

  .post(IMPORTS, async (c) => {
    const list = listOf(c)
    const authorize = () => queryList(c.var.staff, list, 'write', {})
    const form = await readUpload(c, authorize, TEN_MIB + UNAUTHORIZED_BYTES)
    const sent = form.get('file')
    const file = sent instanceof Blob ? new Uint8Array(await sent.arrayBuffer()) : new Uint8Array()
    if (file.length === 0) {
      await authorize()
      return page(c, { issues: {}, refusals: {} })
    }
    const fileName = sent instanceof File ? sent.name : ''
    const outcome = await attempt(() => uploadImport(c.var.staff, { list, fileName, file }))
    if ('issues' in outcome) return page(c, outcome)
    return c.redirect(importPath(viewerOf(c), list, outcome.result), 303)
  })

  // Where an import goes on: with what is known of its columns already, else with them.
  .get(IMPORT, async (c) => {
    const stored = await viewImport(c.var.staff, { id: idOf(c) })
    return c.redirect(pageOf(c, nextOf(stored)), 303)
  })

  .post(`${IMPORT}/discard`, (c) =>
    // Only a draft is discarded: what has changed was run.
    unlessChanged(c, '/done', async () => {
      await discardImport(c.var.staff, { id: idOf(c) })
      return done(c, 'discarded', { to: importPath(viewerOf(c), listOf(c)) })
    }),
  )

function nextOf(stored: StoredImport): string {
  if (stored.state !== 'draft') return '/done'
  return stored.head.hasKnownHeaders || isOwnFile(stored) ? '/questions' : '/columns'
}

/** Whether a file has the headers of our own export. */
const isOwnFile = ({ head: { headers }, settings: { mapping } }: StoredImport): boolean =>
  headers.every((header, index) => mapping[index] === header || mapping[index] === 'ignore') &&
  headers.some((header, index) => mapping[index] === header)

async function page(c: Context<Env>, refused?: Faults) {
  const list = listOf(c)
  const imports = await listImports(c.var.staff, { list })
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = importTexts(locale)
  const mayWrite = permits(staff, `${list}:write`)
  const title = list === 'members' ? t.file.title : t.file.contactsTitle
  return c.html(
    <StaffLayout title={title} viewer={viewer} section={list} hasIssues={!!refused}>
      <Measure>
        <PageHead
          title={title}
          lead={mayWrite ? t.file.lead : t.file.readOnly}
          breadcrumb={<WayBack viewer={viewer} section={list} />}
        />
        {mayWrite && (
          <>
            <StepRow steps={Object.values(t.steps).map((label) => ({ label }))} current={0} locale={locale} />
            <DoneNotice done={takeDone(c)} texts={{ discarded: t.discarded }} />
            <Upload {...{ viewer, list, refused }} />
          </>
        )}
        <Earlier {...{ viewer, list, imports }} />
        {mayWrite && (
          <Card>
            <Quiet>{t.file.howTo}</Quiet>
            <Actions>
              <ExportButton {...{ viewer, list }} query={readBrowseQuery({})} label={t.file.download} />
            </Actions>
          </Card>
        )}
      </Measure>
    </StaffLayout>,
    refused ? 422 : 200,
  )
}

type UploadProps = { viewer: Viewer; list: ListId; refused: Faults | undefined }

function Upload({ viewer, list, refused }: UploadProps) {
  const t = importTexts(viewer.locale)
  const isMissing = refused && Object.keys(refused.issues).length === 0
  return (
    <>
      {refused && !isMissing && (
        <Notice tone="bad" title={t.file.refused}>
          {Object.entries(refused.refusals).flatMap(([path, found]) =>
            found.map((refusal) => <p>{[placeOf(path, t.row), refusalText(refusal, viewer)].join('')}</p>),
          )}
          <p>{t.file.nothingStored}</p>
        </Notice>
      )}
      <Card>
        <Form action={importPath(viewer, list)} isUpload>
          <FileField
            name="file"
            label={t.file.label}
            hint={`${t.file.hint} ${t.mayTakeLong}`}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            issue={isMissing ? t.file.none : undefined}
          />
          <SaveOrCancel
            label={t.file.submit}
            cancelHref={pathIn(viewer.staff.workspace, `/${list}`)}
            locale={viewer.locale}
          />
        </Form>
      </Card>
    </>
  )
}

/** The row that a path names, such as `Row 900: `. */
const placeOf = (path: string, word: string): string => {
  const [, row] = /^row (\d+)/.exec(path) ?? []
  return row ? `${word} ${row}: ` : ''
}

type EarlierProps = { viewer: Viewer; list: ListId; imports: StoredImport[] }

function Earlier({ viewer, list, imports }: EarlierProps) {
  const { staff, locale } = viewer
  const t = importTexts(locale).file
  const mayWrite = permits(staff, `${list}:write`)
  if (imports.length === 0) return mayWrite ? null : <Card title={t.earlier}>{t.noEarlier}</Card>
  return (
    <Card title={t.earlier}>
      <Lines items={imports.map((stored) => lineOf(stored, { viewer, mayWrite }))} />
    </Card>
  )
}

/** What an earlier import did, with the link to it. Drafts are opened by who may go on with them. */
function lineOf(stored: StoredImport, { viewer, mayWrite }: { viewer: Viewer; mayWrite: boolean }) {
  const { staff, locale } = viewer
  const { listId, id, state, fileName, createdAt, head, counts } = stored
  const { file: t, columns } = importTexts(locale)
  const number = (count: number) => formatNumber(count, locale)
  const isDraft = state === 'draft'
  const waiting = accountsWaitingIn(stored)
  const label = isDraft ? t.open : t.view
  return {
    main: <span>{fileName || '–'}</span>,
    details: [
      formatDay(createdAt, staff.workspace.timezone, locale),
      columns.rows(number(head.rowCount)),
      ...(counts ? [t.counts(number(counts.created), number(counts.updated))] : []),
      ...(waiting > 0 ? [t.accountsWait(number(waiting))] : []),
      ...(isDraft && !mayWrite
        ? []
        : [
            <a href={importPath(viewer, listId, id)} aria-label={`${label}: ${fileName}`}>
              {label}
            </a>,
          ]),
    ],
    badge: (
      <Badge {...(state === 'imported' && { tone: 'good' })} {...(isDraft && { tone: 'info' })}>
        {t.states[state]}
      </Badge>
    ),
  }
}
