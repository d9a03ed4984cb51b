import { type Context, Hono } from 'hono'
import { requirePermission } from '../../../domain/access/authorize'
import { query } from '../../../domain/access/query'
import { importStatements } from '../../../domain/bank/statements/import'
import type { Env } from '../../../env'
import { TEN_MIB, UNAUTHORIZED_BYTES } from '../../../http/body'
import { takeDone } from '../../../http/done'
import { readUpload } from '../../../http/forms'
import { Card } from '../../../ui/card'
import { FileField } from '../../../ui/choices'
import { SaveOrCancel } from '../../../ui/form'
import { Form } from '../../../ui/form-layout'
import { DoneNotice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Measure } from '../../../ui/stack'
import { attempt, type Faults } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { daysOf } from '../inbox/gap-notice'
import { bankPath, doneWithLines } from '../paths'
import { bankTexts } from '../texts'
import { ImportIssues } from './import-issues'

/** The page that imports a file of bank statements. */
export const importStatementPage = new Hono<Env>()
  .get('/:workspace/bank/import', async (c) => {
    await authorize(c)
    return c.html(<ImportPage c={c} />)
  })

  .post('/:workspace/bank/import', async (c) => {
    const form = await readUpload(c, () => authorize(c), TEN_MIB + UNAUTHORIZED_BYTES)
    const sent = form.get('file')
    const file = sent instanceof Blob ? new Uint8Array(await sent.arrayBuffer()) : new Uint8Array()
    if (file.length === 0) {
      await authorize(c)
      return c.html(<ImportPage c={c} refused={{ faults: { issues: {}, refusals: {} }, file }} />, 422)
    }
    const outcome = await attempt(() => importStatements(c.var.staff, { file }))
    if ('issues' in outcome) return c.html(<ImportPage c={c} refused={{ faults: outcome, file }} />, 422)
    const { lines_new, lines_known, lines_skipped, confirmed, gaps } = outcome.result
    return doneWithLines(c, 'imported', {
      numbers: { new: lines_new, known: lines_known, skipped: lines_skipped, confirmed },
      days: daysOf(gaps),
    })
  })

const authorize = (c: Context<Env>) =>
  query(c.var.staff, {}, (credential) => requirePermission(credential, 'bank:write'))

type Props = { c: Context<Env>; refused?: { faults: Faults; file: Uint8Array } }

function ImportPage({ c, refused }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = bankTexts(locale)
  const isEmpty = refused && Object.keys(refused.faults.issues).length === 0
  const items = [{ label: t.title, href: bankPath(viewer) }]
  return (
    <StaffLayout title={t.import} viewer={viewer} section="bank" hasIssues={!!refused}>
      <DoneNotice done={takeDone(c)} texts={{ added: t.accountPage.added }} />
      <Measure>
        <PageHead
          title={t.import}
          lead={t.importPage.lead}
          breadcrumb={<Breadcrumb items={items} locale={locale} />}
        />
        {refused && !isEmpty ? (
          <ImportIssues {...refused} viewer={viewer}>
            <UploadForm viewer={viewer} />
          </ImportIssues>
        ) : (
          <UploadForm viewer={viewer} issue={isEmpty ? t.importPage.noFile : undefined} />
        )}
      </Measure>
    </StaffLayout>
  )
}

function UploadForm({ viewer, issue }: { viewer: Viewer; issue?: string | undefined }) {
  const t = bankTexts(viewer.locale).importPage
  return (
    <Card>
      <Form action={bankPath(viewer, '/import')} isUpload>
        <FileField
          name="file"
          label={t.file}
          hint={t.fileHint}
          accept=".xml,.zip,application/xml,text/xml,application/zip"
          issue={issue}
        />
        <SaveOrCancel label={t.submit} cancelHref={bankPath(viewer)} locale={viewer.locale} />
      </Form>
    </Card>
  )
}
