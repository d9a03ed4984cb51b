import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type BrowseQuery, readBrowseQuery, writeBrowseQuery } from '../../domain/persons/browse-query'
import { deleteSegment } from '../../domain/segments/delete'
import { type ListViews, viewSegments } from '../../domain/segments/list'
import { renameSegment } from '../../domain/segments/rename'
import { saveSegment } from '../../domain/segments/save'
import type { Segment } from '../../domain/segments/segment'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { TextField } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure, Stack } from '../../ui/stack'
import { Lead, Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { WayBack } from '../way-back'
import { fieldsByKey } from './fields'
import { ActiveFilters, conditionText } from './filter'
import { listOf, listPath, segmentQuery } from './page-query'
import { membersTexts } from './texts'

/** The saved views of a list: saving what the list shows, renaming and deleting. */
export const savedViews = new Hono<Env>()
  .get('/:workspace/:list{(?:members|contacts)}/views', (c) => answerViews(c, {}))
  .post('/:workspace/:list{(?:members|contacts)}/views', async (c) => {
    const form = await readForm(c)
    const list = listOf(c)
    const name = (form.get('name') ?? '').trim()
    return orAgain(c, name, async () => {
      const isShared = form.has('shared')
      const saved = await saveSegment(c.var.staff, { list, name, query: queryOf(c), isShared })
      const to = listPath(viewerOf(c).staff.workspace, list, '', new URLSearchParams(saved.query))
      return done(c, 'saved', { to })
    })
  })
  .post('/:workspace/:list{(?:members|contacts)}/views/:id', async (c) => {
    const form = await readForm(c)
    const list = listOf(c)
    const name = (form.get('name') ?? '').trim()
    return orAgain(c, '', async () => {
      await renameSegment(c.var.staff, { list, id: c.req.param('id'), name })
      return c.redirect(listPath(viewerOf(c).staff.workspace, list, '/views', queryOf(c)), 303)
    })
  })
  .post('/:workspace/:list{(?:members|contacts)}/views/:id/deletion', async (c) => {
    const list = listOf(c)
    await deleteSegment(c.var.staff, { list, id: c.req.param('id') })
    return c.redirect(listPath(viewerOf(c).staff.workspace, list, '/views', queryOf(c)), 303)
  })

const queryOf = (c: Context<Env>): BrowseQuery => readBrowseQuery(c.req.query())

/** Answers a form; shows the page again, with the name, if it is refused. */
async function orAgain(c: Context<Env>, name: string, answer: () => Promise<Response>) {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    return answerViews(c, { name, issue: 'name' in error.issues ? 'name' : 'query' })
  }
}

type Refused = { name?: string; issue?: 'name' | 'query' }

async function answerViews(c: Context<Env>, refused: Refused) {
  const views = await viewSegments(c.var.staff, { list: listOf(c), columns: undefined })
  const props = { viewer: viewerOf(c), views, query: queryOf(c), ...refused }
  return c.html(<ViewsPage {...props} />, refused.issue ? 422 : 200)
}

type Props = Refused & { viewer: Viewer; views: ListViews; query: BrowseQuery }

function ViewsPage(props: Props) {
  const { viewer, views, query, issue } = props
  const { staff, locale } = viewer
  const { segments, context } = views
  const t = membersTexts(locale)
  const hrefOf = (next: BrowseQuery, page = '') => listPath(staff.workspace, context.list, page, next)
  return (
    <StaffLayout title={t.viewsPage.title} viewer={viewer} section={context.list} hasIssues={!!issue}>
      <Measure>
        <PageHead
          title={t.viewsPage.title}
          breadcrumb={<WayBack viewer={viewer} section={context.list} />}
          lead={t.viewsPage.lead}
          actions={
            <ButtonLink kind="second" href={hrefOf(query)}>
              {t.confirm.back}
            </ButtonLink>
          }
        />
        <SaveForm {...props} action={hrefOf(query, '/views')} hrefOf={hrefOf} />
        {segments.length === 0 && <Quiet>{t.viewsPage.none}</Quiet>}
        {segments.map((segment) => (
          <SegmentCard
            segment={segment}
            viewer={viewer}
            views={views}
            action={(page) => hrefOf(query, `/views/${segment.id}${page}`)}
          />
        ))}
      </Measure>
    </StaffLayout>
  )
}

type SaveProps = Props & { action: string; hrefOf: (query: BrowseQuery) => string }

/** What the list shows now, and a form that saves it. */
function SaveForm({ viewer, views, query, name = '', issue, action, hrefOf }: SaveProps) {
  const { staff, locale } = viewer
  const { viewsPage: t } = membersTexts(locale)
  const fields = fieldsByKey(views.context)
  return (
    <Card title={t.newTitle}>
      {issue === 'query' && (
        <Notice tone="bad">
          <p>{t.queryIssue}</p>
        </Notice>
      )}
      <ActiveFilters query={query} fields={fields} hrefOf={hrefOf} locale={locale} />
      <Form action={action}>
        <TextField
          name="name"
          label={t.nameLabel}
          value={name}
          hint={t.nameHint}
          issue={issue === 'name' ? t.nameIssue : undefined}
        />
        {permits(staff, `${views.context.list}:write`) && (
          <Check name="shared" label={t.shared} isChecked={false} />
        )}
        <Actions>
          <Button>{t.save}</Button>
        </Actions>
      </Form>
    </Card>
  )
}

type SegmentProps = { segment: Segment; viewer: Viewer; views: ListViews; action: (page: string) => string }

/** A saved view: what it shows, and forms to rename and delete it where the viewer may. */
function SegmentCard({ segment, viewer, views, action }: SegmentProps) {
  const { staff, locale } = viewer
  const { viewsPage: t } = membersTexts(locale)
  const mayChange = !segment.isShared || permits(staff, `${views.context.list}:write`)
  return (
    <Card
      id={segment.id}
      title={segment.name}
      action={<Badge>{segment.isShared ? t.isShared : t.isOwn}</Badge>}
    >
      <Stack gap="small">
        <Lead>{summaryOf(segment, views, viewer)}</Lead>
        {mayChange && (
          <form class="search" method="post" action={action('')}>
            <input class="input" name="name" value={segment.name} aria-label={t.nameLabel} />
            <Button kind="second">{t.rename}</Button>
            <Button kind="second" action={action('/deletion')}>
              {t.delete}
            </Button>
          </form>
        )}
      </Stack>
    </Card>
  )
}

/** A saved query in words. */
function summaryOf(segment: Segment, { context }: ListViews, { locale }: Viewer): string {
  const t = membersTexts(locale)
  const query = segmentQuery(segment)
  const fields = fieldsByKey(context)
  const parts = [
    ...(query.status === 'active' ? [] : [t.statuses[query.status]]),
    ...(query.search ? [t.quoted(query.search)] : []),
    ...query.conditions.map((condition) => conditionText(condition, fields.get(condition.field), locale)),
    ...(query.columns ? [t.viewsPage.ownColumns] : []),
  ]
  return parts.length > 0 || writeBrowseQuery(query).size > 0 ? parts.join(' · ') : t.viewsPage.everything
}
