import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type Application, type ApplicationsPage, viewApplications } from '../../domain/applications/list'
import { PAYER } from '../../domain/person-fields/fields'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { BulkBar, BulkForm } from '../../ui/bulk'
import { ButtonLink } from '../../ui/button'
import { Card, Part } from '../../ui/card'
import { Check } from '../../ui/choices'
import { DescriptionList } from '../../ui/description-list'
import { Empty } from '../../ui/empty'
import { formatDay } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import type { PersonField } from '../../ui/person-fields/kind'
import { Actions, Row, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { ClaimedWith } from '../dues/claimed-with'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { factsOf } from '../members/person-facts'
import { formFields } from '../members/person-form'
import { fieldGroups } from '../members/person-groups'
import { RelatedSentences } from '../members/person-side'
import { pathIn, personPathIn } from '../paths'
import { UndoNotice } from '../undo/notice'
import { ConsentText } from './consent'
import { mandateItems } from './mandate-items'
import { applicationTexts } from './texts'

/** The membership applications, which wait for a decision. */
export const applicationsPage = new Hono<Env>().get('/:workspace/applications', async (c) => {
  const done = takeDone(c)
  const page = await viewApplications(c.var.staff, { cursor: c.req.query('cursor'), batchId: done?.batch })
  return c.html(<ListPage {...{ page, done }} viewer={viewerOf(c)} url={c.req.url} />)
})

type Props = { page: ApplicationsPage; viewer: Viewer; done: Done | undefined; url: string }

function ListPage({ page, viewer, done, url }: Props) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale)
  const { families } = page
  const mayDecide = permits(staff, 'members:write')
  const cards = families.map((family) => <FamilyCard family={family} page={page} viewer={viewer} />)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="applications">
      <DecisionNotice {...{ page, viewer, done, url }} />
      <PageHead title={t.title} />
      {families.length === 0 && <NoApplications viewer={viewer} />}
      {mayDecide && families.flat().length > 1 ? (
        <BulkForm action={pathIn(staff.workspace, '/applications/confirm')} isQuery>
          {cards}
          <DecisionBar viewer={viewer} />
        </BulkForm>
      ) : (
        <Stack>{cards}</Stack>
      )}
      <Pages page={page} viewer={viewer} />
    </StaffLayout>
  )
}

function DecisionBar({ viewer }: { viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale)
  const path = (page: string) => pathIn(staff.workspace, `/applications/${page}`)
  const actions = [
    { label: t.confirm, href: path('confirm') },
    { label: t.reject, href: path('reject'), isDangerous: true },
  ]
  return <BulkBar actions={actions} locale={locale} />
}

function DecisionNotice({ page: { isOffered }, viewer, done, url }: Props) {
  const t = applicationTexts(viewer.locale)
  const { count = 0 } = done?.numbers ?? {}
  if (done?.word === 'rejected') return <Notice tone="good">{t.rejected(count)}</Notice>
  if (done?.word === 'none') return <Notice tone="warn">{t.noneChosen}</Notice>
  return (
    <UndoNotice {...{ viewer, done, url, isOffered }}>
      {done?.word === 'confirmed' && <p>{t.confirmed(count)}</p>}
      {done?.word === 'confirmed' && <ClaimedWith done={done} viewer={viewer} />}
    </UndoNotice>
  )
}

type CardProps = { page: ApplicationsPage; viewer: Viewer }

/** What was sent with one form: one applicant, or several with a part each. */
function FamilyCard({ family, page, viewer }: CardProps & { family: Application[] }) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale)
  const [first, ...others] = family
  if (!first) return null
  if (others.length === 0)
    return (
      <Card title={displayName(first.person)} id={first.person.id}>
        <ApplicationParts application={first} family={family} page={page} viewer={viewer} />
      </Card>
    )
  const ids = family.map(({ person }) => person.id)
  return (
    <Card title={t.together(family.length)}>
      {permits(staff, 'members:write') && <Decisions ids={ids} viewer={viewer} isForAll />}
      {family.map((application) => (
        <div id={application.person.id}>
          <Part title={displayName(application.person)}>
            <ApplicationParts application={application} family={family} page={page} viewer={viewer} />
          </Part>
        </div>
      ))}
    </Card>
  )
}

type PartsProps = CardProps & { application: Application; family: Application[] }

function ApplicationParts({ application, family, page, viewer }: PartsProps) {
  const { locale, staff } = viewer
  const { person, doubles, consent, relations, mandates } = application
  const payerFamily = relations.flatMap(({ kind, id, name }) =>
    kind === 'payer' ? [{ id, name, isPayer: 1 }] : [],
  )
  const t = applicationTexts(locale)
  const isShown = ({ key }: PersonField) => key !== 'external_id' && key !== PAYER
  const fields = formFields(fieldGroups(page.context)).filter(isShown)
  return (
    <>
      <Quiet>
        {t.appliedOn(formatDay(String(person.created_at), staff.workspace.timezone, locale))} ·{' '}
        <a href={personPathIn(staff.workspace, 'members', person.id)}>{t.open}</a>
      </Quiet>
      {consent && (
        <Quiet>
          <ConsentText {...{ consent, viewer }} />
        </Quiet>
      )}
      {doubles.length > 0 && (
        <Notice tone="warn" title={t.similar} headingLevel={3} isQuiet>
          <RelatedSentences persons={doubles} viewer={viewer} />
        </Notice>
      )}
      <DescriptionList
        items={[
          ...factsOf(fields, { person, context: page.context, payerFamily, mandates }, locale, viewer),
          ...mandateItems(application, family, viewer),
          ...relations.map(({ kind, id, list, name }) => ({
            name: t.relations[kind],
            value: <a href={personPathIn(staff.workspace, list, id)}>{name}</a>,
          })),
        ]}
      />
      {permits(staff, 'members:write') && (
        <Row isSpread>
          <Decisions ids={[person.id]} viewer={viewer} />
          {page.families.flat().length > 1 && (
            <Check
              name="id"
              id={`choose-${person.id}`}
              label={t.choose(displayName(person))}
              value={person.id}
              isChecked={false}
            />
          )}
        </Row>
      )}
    </>
  )
}

function Decisions({ ids, viewer, isForAll = false }: { ids: string[]; viewer: Viewer; isForAll?: boolean }) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale)
  const query = new URLSearchParams(ids.map((id) => ['id', id]))
  const decide = (decision: string) => pathIn(staff.workspace, `/applications/${decision}?${query}`)
  return (
    <Row>
      <ButtonLink kind="second" href={decide('confirm')}>
        {isForAll ? t.confirmAll : t.confirm}
      </ButtonLink>
      <ButtonLink kind="second" href={decide('reject')}>
        {isForAll ? t.rejectAll : t.reject}
      </ButtonLink>
    </Row>
  )
}

function NoApplications({ viewer }: { viewer: Viewer }) {
  const t = applicationTexts(viewer.locale).empty
  const create = (
    <ButtonLink kind="second" href={pathIn(viewer.staff.workspace, '/members/new')}>
      {t.action}
    </ButtonLink>
  )
  return <Empty title={t.title} lead={t.lead} action={permits(viewer.staff, 'members:write') && create} />
}

function Pages({ page, viewer }: { page: ApplicationsPage; viewer: Viewer }) {
  const { next, prev } = page.cursors
  if (!next && !prev) return null
  const t = kitTexts(viewer.locale)
  const hrefOf = (cursor: string) => pathIn(viewer.staff.workspace, `/applications?cursor=${cursor}`)
  return (
    <Actions>
      {prev && (
        <ButtonLink kind="second" href={hrefOf(prev)}>
          {t.previous}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink kind="second" href={hrefOf(next)}>
          {t.next}
        </ButtonLink>
      )}
    </Actions>
  )
}

/** Leads to the list, which says how many applications were decided; `none` if nothing was chosen that waits. */
export const doneInList = (
  c: Context<Env>,
  word: 'confirmed' | 'rejected' | 'none',
  count = 0,
  { numbers, ...told }: Partial<Omit<Done, 'word'>> = {},
) =>
  done(c, word, {
    to: pathIn(c.var.staff.current().workspace, '/applications'),
    numbers: { count, ...numbers },
    ...told,
  })
