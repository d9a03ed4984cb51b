import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type Profile, viewProfile } from '../../domain/pages/profile'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { DoneNotice, Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { Columns, Stack } from '../../ui/stack'
import { Panel } from '../../ui/tabs'
import { ClaimedWith } from '../dues/claimed-with'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { ResignationNotice } from '../resignations/notice'
import { UndoNotice } from '../undo/notice'
import { OldAccount } from './old-account'
import { PersonFacts } from './person-facts'
import { PersonFees } from './person-fees'
import { PersonHead, sectionOf } from './person-head'
import { personMailTexts } from './person-mail-texts'
import { PersonSide } from './person-side'
import { personTexts } from './person-texts'
import { placeOf, type RowPlace, readRowPlace } from './place'
import { PlaceNav } from './place-nav'
import { SameNumber } from './same-number'
import { PersonTabs, type Tab, tabOf } from './tabs'

/** The path of the pages about one person. Other pages of a list have a word in place of the id. */
export const PERSON = '/:workspace/:list{(?:members|contacts)}/:person_id{per_\\w+}'

/** A member, an applicant or a contact. */
export const personPage = new Hono<Env>().get(PERSON, async (c) => {
  const { list, person_id: id } = c.req.param()
  const place = readRowPlace(c.req.query())
  const profile = await viewProfile(c.var.staff, { list, id, query: place?.query })
  const tab = tabOf(profile, c.req.query('tab'))
  return c.html(
    <PersonPage {...{ profile, place, tab }} done={takeDone(c)} viewer={viewerOf(c)} url={c.req.url} />,
  )
})

type Props = {
  profile: Profile
  viewer: Viewer
  place: RowPlace | undefined
  tab: Tab
  /** What the form before this page did. */
  done: Done | undefined
  /** The address of the page. */
  url: string
}

function PersonPage({ profile, viewer, place, tab, done, url }: Props) {
  return (
    <StaffLayout title={displayName(profile.person)} viewer={viewer} section={sectionOf(profile)}>
      <PersonNotice {...{ profile, viewer, done, url }} />
      <OldAccount profile={profile} viewer={viewer} />
      <ResignationNotice profile={profile} viewer={viewer} />
      <SameNumber number={profile.person.membership_number} others={profile.sameNumber} viewer={viewer} />
      {place && <PlaceNav {...{ profile, viewer, place, tab }} />}
      <PersonHead {...{ profile, viewer, place }} />
      <PersonTabs {...{ profile, viewer, place, tab }} />
      <Columns hasSide>
        <Stack>
          <Panel isCurrent={tab === 'data'}>
            <PersonFacts profile={profile} viewer={viewer} />
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

/** Says what the form before this page did, and what may come next. */
function PersonNotice({ profile, viewer, done, url }: Pick<Props, 'profile' | 'viewer' | 'done' | 'url'>) {
  const t = personTexts(viewer.locale).done
  const isOffered =
    permits(viewer.staff, `${profile.context.list}:write`) &&
    profile.events.some(({ batch_id, undo }) => batch_id === done?.batch && undo !== undefined)
  switch (done?.word) {
    case 'created':
      if (profile.doubles.length > 0) return <Notice tone="warn">{t.created}</Notice>
      return <Notice tone="good">{t.createdAlone}</Notice>
    case 'news_refused':
    case 'news_wanted':
    case 'unblocked':
      return <DoneNotice done={done} texts={personMailTexts(viewer.locale).done} />
    case 'moved':
    case 'merged':
    case 'link_mailed':
    case 'unchanged':
      return <Notice tone="good">{t[done.word]}</Notice>
    case 'link_unmailed':
      return <Notice tone="warn">{t[done.word]}</Notice>
    case 'saved':
    case 'ended':
    case 'reinstated':
    case 'confirmed':
    case 'payer_set':
    case 'payer_removed':
    case 'guardian_set':
    case 'guardian_removed':
      return (
        <UndoNotice {...{ viewer, done, url, isOffered }}>
          <p>{t[done.word]}</p>
          {done.word === 'ended' && Boolean(done.numbers.count) && (
            <p>{personTexts(viewer.locale).cancelledFees(done.numbers.count ?? 0)}</p>
          )}
          {done.word === 'confirmed' && <ClaimedWith {...{ done, viewer }} />}
          {done.word === 'confirmed' && <NextApplications viewer={viewer} />}
        </UndoNotice>
      )
    default:
      return <UndoNotice {...{ viewer, done, url, isOffered }} />
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

type Word = keyof ReturnType<typeof personTexts>['done'] | keyof ReturnType<typeof personMailTexts>['done']

type At = Partial<Omit<Done, 'word'>> & { list: string; id: string; tab?: Tab }

/** Leads to the page of a person, which says what was done, and offers to take its `batch` of events back. */
export function doneWithPerson(c: Context<Env>, word: Word, { list, id, tab, ...told }: At) {
  const query = placeOf(c)
  if (tab) query.set('tab', tab)
  const to = personPathIn(c.var.staff.current().workspace, list, id, '', query)
  return done(c, word, { to, ...told })
}
