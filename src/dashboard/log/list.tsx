import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type LogPage, viewLog } from '../../domain/pages/log'
import { type LogQuery, readLogQuery, writeLogQuery } from '../../domain/pages/log-query'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { Form } from '../../ui/form-layout'
import { PageHead } from '../../ui/page-head'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { layoutTexts } from '../texts'
import { UndoNotice } from '../undo/notice'
import { Entries } from './entries'
import { ActiveFilters, LogFilter } from './filter'
import { logPath } from './path'
import { logTexts } from './texts'
import { isPerson } from './values'

/** The audit log: what was done in the workspace, newest first. */
export const log = new Hono<Env>().get('/:workspace/log', async (c) => {
  const query = readLogQuery(c.req.query())
  const done = takeDone(c)
  const page = await viewLog(c.var.staff, { query, batchId: done?.batch })
  return c.html(<LogPageView {...{ query, page, done }} viewer={viewerOf(c)} url={c.req.url} />)
})

type Props = { viewer: Viewer; query: LogQuery; page: LogPage }

function LogPageView({ viewer, query, page, done, url }: Props & { done: Done | undefined; url: string }) {
  const { locale } = viewer
  const { log: title } = layoutTexts(locale)
  const t = logTexts(locale)
  const { before, ...filters } = query
  return (
    <StaffLayout title={title} viewer={viewer} section="log">
      <PageHead title={title} lead={t.lead} actions={<HeadActions {...{ viewer, query, page }} />} />
      <UndoNotice {...{ viewer, done, url }} isOffered={page.isOffered} />
      <LogFilter viewer={viewer} query={filters} actors={page.actors} />
      <ActiveFilters viewer={viewer} query={filters} page={page} />
      {page.entries.length > 0 ? (
        <Card>
          <Entries viewer={viewer} query={query} page={page} />
        </Card>
      ) : (
        <NoEntries {...{ viewer, query, page }} />
      )}
      <Actions>
        {page.before && (
          <ButtonLink kind="second" href={logPath(viewer, { ...filters, before: page.before })}>
            {t.older}
          </ButtonLink>
        )}
        {before && (
          <ButtonLink kind="plain" href={logPath(viewer, filters)}>
            {t.newest}
          </ButtonLink>
        )}
      </Actions>
    </StaffLayout>
  )
}

function HeadActions({ viewer, query: { before, ...filters }, page }: Props) {
  const { staff, locale } = viewer
  const t = logTexts(locale)
  const { kind, id } = page.entries[0]?.events[0].subject ?? { kind: '', id: '' }
  const list = kind === 'contact' ? 'contacts' : 'members'
  return (
    <>
      {filters.subject && isPerson(kind) && permits(staff, `${list}:read`) && (
        <ButtonLink kind="second" href={personPathIn(staff.workspace, list, id)}>
          {t.openSubject}
        </ButtonLink>
      )}
      <Form
        action={pathIn(staff.workspace, '/log/export')}
        hidden={Object.fromEntries(writeLogQuery(filters))}
      >
        <Button kind="second" icon="download">
          {t.export}
        </Button>
      </Form>
    </>
  )
}

function NoEntries({ viewer, query, page }: Props) {
  const t = logTexts(viewer.locale)
  if (page.before) return <Quiet>{t.searchOn}</Quiet>
  if (Object.keys(query).length === 0) return <Empty title={t.empty} lead={t.emptyLead} />
  return (
    <Empty
      title={t.nothingFound}
      lead={t.nothingFoundLead}
      action={
        <ButtonLink kind="second" href={logPath(viewer, {})}>
          {t.reset}
        </ButtonLink>
      }
    />
  )
}
