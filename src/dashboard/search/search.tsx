import { type Context, Hono } from 'hono'
import { searchWorkspace } from '../../domain/pages/search'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { SearchForm } from '../../ui/filter'
import { Lines } from '../../ui/lines'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { type Group, groupsOf } from './groups'
import { searchTexts } from './texts'

/** How many persons of a list the palette shows. */
const MAX_SHOWN = 6

/** The search of all pages: as a page, and as JSON for the palette. */
export const search = new Hono<Env>()
  .get('/:workspace/search', async (c) => {
    const text = textOf(c)
    const groups = await find(c, text)
    return c.html(<SearchPage viewer={viewerOf(c)} text={text} groups={groups} />)
  })
  .get('/:workspace/search.json', async (c) => {
    const text = textOf(c)
    const groups = await find(c, text)
    const shown = groups.map(({ title, hits, all }) => ({
      title,
      hits: all && hits.length > MAX_SHOWN ? [...hits.slice(0, MAX_SHOWN), all] : hits,
    }))
    return c.json({ status: statusOf(groups, text, viewerOf(c)), groups: shown })
  })

const textOf = (c: Context<Env>): string => c.req.query('q')?.trim() ?? ''

async function find(c: Context<Env>, text: string): Promise<Group[]> {
  const found = await searchWorkspace(c.var.staff, { text })
  return groupsOf(found, viewerOf(c), text)
}

function statusOf(groups: Group[], text: string, { locale }: Viewer): string {
  const t = searchTexts(locale)
  if (text === '') return t.hint
  const count = groups.reduce((total, { hits }) => total + hits.length, 0)
  return count === 0 ? t.nothing : t.count(count)
}

function SearchPage({ viewer, text, groups }: { viewer: Viewer; text: string; groups: Group[] }) {
  const { staff, locale } = viewer
  const t = searchTexts(locale)
  const title = text === '' ? t.title : `${text} – ${t.title}`
  return (
    <StaffLayout title={title} viewer={viewer}>
      <Measure>
        <PageHead title={t.title} lead={text === '' ? t.lead : undefined} />
        <SearchForm
          action={pathIn(staff.workspace, '/search')}
          label={t.label}
          name="q"
          value={text}
          locale={locale}
        />
        {groups.length === 0 && <Empty title={t.nothing} lead={t.nothingLead} />}
        {groups.map((group) => (
          <GroupCard group={group} />
        ))}
      </Measure>
    </StaffLayout>
  )
}

const GroupCard = ({ group: { title, hits, all } }: { group: Group }) => (
  <Card title={title}>
    <Lines
      items={hits.map(({ label, detail, badge, href }) => ({
        main: <a href={href}>{label}</a>,
        details: detail ? [detail] : [],
        badge: badge && <Badge>{badge}</Badge>,
      }))}
    />
    {all && (
      <Quiet>
        <a href={all.href}>{all.label}</a>
      </Quiet>
    )}
  </Card>
)
