import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { changeImport } from '../../domain/imports/change'
import { isOpen } from '../../domain/imports/import'
import { type PreparedImport, prepareImport } from '../../domain/imports/prepare'
import { runImport } from '../../domain/imports/run'
import type { NewType } from '../../domain/imports/targets'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { SearchForm } from '../../ui/filter'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { Actions } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { Quiet } from '../../ui/text'
import { attempt, type Faults } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { ChangesTable } from './changes-table'
import { CheckNotices } from './check-notices'
import { DiscardForm, ImportFrame } from './frame'
import { GapKinds } from './gap-kinds'
import { importPath } from './path'
import { RefusedNotice } from './refused'
import { attemptChange, IMPORT, idOf, pageOf, revisionIn, unlessChanged } from './route'
import { importTexts } from './texts'

/** The page that shows what an import would do, and has the button that does it. */
export const importCheckPage = new Hono<Env>()
  .get(`${IMPORT}/check`, async (c) => {
    const search = c.req.query('search') ?? ''
    const prepared = await prepareImport(c.var.staff, { id: idOf(c), search })
    if (!isOpen(prepared.stored)) return c.redirect(pageOf(c, '/done'), 303)
    return c.html(<CheckPage {...{ prepared, search }} viewer={viewerOf(c)} done={takeDone(c)} />)
  })

  .post(`${IMPORT}/check`, async (c) => {
    const form = await readForm(c)
    const options = { leave_out: form.get('leave_out') ?? undefined }
    return unlessChanged(c, '/check', async () => {
      const change = { id: idOf(c), body: { options }, revision: revisionIn(form) }
      const outcome = await attemptChange(() => changeImport(c.var.staff, change))
      return 'issues' in outcome ? refused(c, outcome) : c.redirect(pageOf(c, '/check'), 303)
    })
  })

  .post(`${IMPORT}/run`, async (c) => {
    try {
      return await run(c, await readForm(c))
    } catch (error) {
      if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
      // Sent again, the form finds the import as it left it.
      return done(c, 'already', { to: pageOf(c, '/done') })
    }
  })

async function run(c: Context<Env>, form: URLSearchParams): Promise<Response> {
  const body = { mark: form.get('mark') ?? '' }
  const attempted = await attempt(() => runImport(c.var.staff, { id: idOf(c), body }))
  if ('issues' in attempted) return refused(c, attempted)
  const outcome = attempted.result
  if (outcome.outcome === 'changed')
    return c.html(<CheckPage prepared={outcome.prepared} search="" viewer={viewerOf(c)} isChanged />, 409)
  if (form.has('accounts')) return done(c, 'accounts', { to: pageOf(c, '/done') })
  const { created, updated } = outcome.counts
  return done(c, 'imported', { to: pageOf(c, '/done'), numbers: { created, updated } })
}

/** Shows what the import would do with why it was refused. */
async function refused(c: Context<Env>, faults: Faults): Promise<Response> {
  const prepared = await prepareImport(c.var.staff, { id: idOf(c) })
  return c.html(<CheckPage {...{ prepared, faults }} search="" viewer={viewerOf(c)} />, 422)
}

type Props = {
  prepared: PreparedImport
  search: string
  viewer: Viewer
  done?: Done | undefined
  isChanged?: boolean
  faults?: Faults
}

function CheckPage({ prepared, search, viewer, done, isChanged, faults }: Props) {
  const { locale } = viewer
  const { stored, counts, changes, columns } = prepared
  const { listId, id, state } = stored
  const t = importTexts(locale)
  const page = t.check
  const isDraft = state === 'draft'
  const number = (count: number) => formatNumber(count, locale)
  const hrefOf = (name: string) => importPath(viewer, listId, id, name)
  const total = counts.created + counts.updated
  return (
    <ImportFrame
      {...{ viewer, stored, done }}
      step="check"
      title={isDraft ? page.title : page.accountsTitle}
      lead={isDraft ? page.lead : page.accountsLead}
      hasIssues={!!isChanged || !!faults}
    >
      {faults && <RefusedNotice {...{ faults, viewer }} />}
      {isChanged && (
        <Notice tone="warn" title={page.changed}>
          <p>{page.changedLead}</p>
        </Notice>
      )}
      <CheckNotices {...{ prepared, viewer }} />
      <Stats>
        <Stat label={page.created} value={number(counts.created)} />
        <Stat label={page.updated} value={number(counts.updated)} />
        <Stat label={page.unchanged} value={number(counts.unchanged)} />
        {counts.ended > 0 && <Stat label={page.ended} value={number(counts.ended)} />}
        {counts.leftOut > 0 && <Stat label={page.leftOut} value={number(counts.leftOut)} />}
        {isDraft && counts.gaps > 0 && (
          <Stat label={page.gaps} value={number(counts.gaps)} href={hrefOf('/missing')} />
        )}
        {counts.accountsWaiting > 0 && <Stat label={page.waiting} value={number(counts.accountsWaiting)} />}
      </Stats>
      {isDraft && <GapKinds {...{ prepared, viewer }} />}
      <NewFields {...{ prepared, viewer }} />
      {total === 0 && isDraft && (
        <Message title={page.nothing} lead={counts.leftOut > 0 ? page.nothingLeft : page.nothingLead} />
      )}
      {total === 0 && !isDraft && counts.accountsWaiting === 0 && (
        <Message title={page.accountsNothing} lead={page.accountsNothingLead} />
      )}
      <RunForm {...{ prepared, viewer }} />
      {total > 0 && (
        <Card title={page.changes}>
          <SearchForm action={hrefOf('/check')} label={page.search} value={search} locale={locale} />
          {changes.length > 0 ? (
            <ChangesTable {...{ changes, locale }} context={columns.context} />
          ) : (
            <p>{page.nobody}</p>
          )}
          {search === '' && total > changes.length && <Quiet>{page.shown(number(changes.length))}</Quiet>}
        </Card>
      )}
      {isDraft && <DiscardForm {...{ viewer, stored }} />}
    </ImportFrame>
  )
}

/** The custom columns that an import adds, and the values that it adds to others. */
function NewFields({ prepared: { columns, rows }, viewer: { locale } }: Pick<Props, 'prepared' | 'viewer'>) {
  const t = importTexts(locale)
  if (columns.added.length + columns.changed.length === 0) return null
  const typeOf = ({ type, allowed_values }: CustomColumn) =>
    t.columns.newTypes[type === 'string' && allowed_values ? 'choice' : (type as NewType)]
  const valuesOf = (before: string[] | null, after: string[] | null) =>
    (after ?? []).filter((value) => !before?.includes(value)).join(', ')
  return (
    <Card title={t.check.fields}>
      {rows.newColumns.length > 0 && (
        <>
          <p>{t.check.fieldsLead}</p>
          <ul>
            {columns.added.map((column) => (
              <li>
                {column.name} ({typeOf(column)})
              </li>
            ))}
          </ul>
        </>
      )}
      {columns.changed.length > 0 && (
        <>
          <p>{t.check.valuesLead}</p>
          <ul>
            {columns.changed.map(({ before, after }) => (
              <li>
                {after.name}: {valuesOf(before.allowed_values, after.allowed_values)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** The button that does what the page shows, bound to it by its mark. */
function RunForm({ prepared, viewer }: Pick<Props, 'prepared' | 'viewer'>) {
  const { locale, staff } = viewer
  const { stored, counts, columns, mark } = prepared
  const { listId, id, state } = stored
  const t = importTexts(locale)
  const mayWrite = permits(staff, `${listId}:write`)
  const isDraft = state === 'draft'
  const total = counts.created + counts.updated
  const label = isDraft ? t.check.run : t.check.runAccounts
  const changesAnything = total > 0 || columns.added.length + columns.changed.length > 0
  // Somebody has entered by hand what waited: a run that changes nothing closes the import.
  const isSettled = !isDraft && !changesAnything && counts.accountsWaiting === 0
  const mayClose = isSettled && permits(staff, 'bank_accounts:write')
  if (!isDraft && !changesAnything && !mayClose) return null
  if (isDraft && !mayWrite) return <Notice tone="info">{t.check.notAllowed}</Notice>
  return (
    <Form
      action={importPath(viewer, listId, id, '/run')}
      hidden={{ mark, ...(!isDraft && { accounts: '1' }) }}
    >
      {changesAnything && <Quiet>{t.mayTakeLong}</Quiet>}
      <Actions>
        {changesAnything && <Button>{label(formatNumber(total, locale))}</Button>}
        {mayClose && <Button>{t.check.close}</Button>}
        {isDraft && (
          <ButtonLink kind="second" href={importPath(viewer, listId, id, '/columns')}>
            {t.check.changeColumns}
          </ButtonLink>
        )}
        {isDraft && !changesAnything && (
          <ButtonLink kind="second" href={importPath(viewer, listId)}>
            {t.check.otherFile}
          </ButtonLink>
        )}
      </Actions>
    </Form>
  )
}
