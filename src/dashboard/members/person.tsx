import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { getProfile, type Profile } from '../../domain/pages/profile'
import type { Env } from '../../env'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { Columns, Stack } from '../../ui/stack'
import { Panel } from '../../ui/tabs'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { batchIn, UndoNotice } from '../undo/notice'
import { PersonFacts } from './person-facts'
import { PersonFees } from './person-fees'
import { PersonHead, sectionOf } from './person-head'
import { MailActDone } from './person-mails'
import { PersonSide } from './person-side'
import { personTexts } from './person-texts'
import { placeOf, type RowPlace, readRowPlace } from './place'
import { PlaceNav } from './place-nav'
import { PersonTabs, type Tab, tabOf } from './tabs'

/** The path of the pages about one person. Other pages of a list have a word in place of the id. */
export const PERSON = '/:workspace/:list{(?:members|contacts)}/:person_id{per_\\w+}'

/** A member, an applicant or a contact. */
export const personPage = new Hono<Env>().get(PERSON, async (c) => {
  const { list, person_id: id } = c.req.param()
  const place = readRowPlace(c.req.query())
  const profile = await getProfile(c.var.staff, { list, id, query: place?.query })
  const tab = tabOf(profile, c.req.query('tab'))
  return c.html(<PersonPage {...{ profile, place, tab }} viewer={viewerOf(c)} url={c.req.url} />)
})

type Props = {
  profile: Profile
  viewer: Viewer
  place: RowPlace | undefined
  tab: Tab
  /** The address of the page, which tells what was done before. */
  url: string
}

function PersonPage({ profile, viewer, place, tab, url }: Props) {
  return (
    <StaffLayout title={displayName(profile.person)} viewer={viewer} section={sectionOf(profile)}>
      <DoneNotice {...{ profile, viewer, url }} />
      {place && <PlaceNav {...{ profile, viewer, place, tab }} />}
      <PersonHead {...{ profile, viewer, place }} />
      <PersonTabs {...{ profile, viewer, place, tab }} />
      <Columns hasSide>
        <Stack>
          <Panel isCurrent={tab === 'data'}>
            <PersonFacts profile={profile} locale={viewer.locale} />
          </Panel>
          {profile.fees && (
            <Panel isCurrent={tab === 'fees'}>
              <PersonFees profile={profile} fees={profile.fees} viewer={viewer} />
            </Panel>
          )}
        </Stack>
        <PersonSide {...{ profile, viewer, place, tab }} />
      </Columns>
    </StaffLayout>
  )
}

/** What the act that led here has done, and what may come next. */
function DoneNotice({ profile, viewer, url }: Pick<Props, 'profile' | 'viewer' | 'url'>) {
  const t = personTexts(viewer.locale).done
  const done = new URL(url).searchParams.get('done')
  const batchId = batchIn(url)
  const isOffered =
    permits(viewer.staff, `${profile.context.list}:write`) &&
    profile.events.some(({ batch_id, undo }) => batch_id === batchId && undo !== undefined)
  switch (done) {
    case 'created':
      if (profile.doubles.length > 0) return <Notice tone="warn">{t.created}</Notice>
      return <Notice tone="good">{t.createdAlone}</Notice>
    case 'news_refused':
    case 'news_wanted':
    case 'unblocked':
      return <MailActDone done={done} locale={viewer.locale} />
    case 'moved':
    case 'link_mailed':
    case 'unchanged':
      return <Notice tone="good">{t[done]}</Notice>
    case 'link_unmailed':
      return <Notice tone="warn">{t[done]}</Notice>
    case 'saved':
    case 'ended':
    case 'reinstated':
    case 'confirmed':
      return (
        <UndoNotice {...{ viewer, url, isOffered }}>
          <p>{t[done]}</p>
          {done === 'confirmed' && <NextApplications viewer={viewer} />}
        </UndoNotice>
      )
    default:
      return <UndoNotice {...{ viewer, url, isOffered }} />
  }
}

function NextApplications({ viewer: { staff, locale } }: { viewer: Viewer }) {
  if (staff.applications === 0) return null
  return (
    <p>
      <a href={pathIn(staff.workspace, '/applications')}>
        {personTexts(locale).nextApplications(staff.applications)}
      </a>
    </p>
  )
}

/** Leads to the page of a person after an act; `batch` is that of its events, where it can be taken back. */
export function redirectToPerson(c: Context<Env>, list: string, id: string, done: string, batch?: string) {
  const query = new URLSearchParams([...placeOf(c), ['done', done], ...(batch ? [['batch', batch]] : [])])
  return c.redirect(personPathIn(c.var.staff.current().workspace, list, id, '', query), 303)
}
