import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { Permission } from '../../domain/access/permissions'
import { query } from '../../domain/access/query'
import type { Env } from '../../env'
import { Card } from '../../ui/card'
import { Lines } from '../../ui/lines'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { HideButton } from '../home/first-steps'
import { homeTexts } from '../home/texts'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { layoutTexts } from '../texts'
import { settingsTexts } from './texts'

type Entry = { key: keyof ReturnType<typeof settingsTexts>['overview']; page: string; needs?: Permission }

const GROUPS: { key: 'association' | 'access' | 'yourself'; entries: Entry[] }[] = [
  {
    key: 'association',
    entries: [
      { key: 'workspace', page: '/settings/workspace', needs: 'settings:write' },
      { key: 'contact', page: '/settings/contact', needs: 'settings:write' },
      { key: 'portal', page: '/settings/portal', needs: 'settings:write' },
      { key: 'join', page: '/settings/join', needs: 'settings:write' },
      { key: 'leaving', page: '/settings/leaving', needs: 'settings:write' },
      { key: 'directDebit', page: '/settings/direct-debit', needs: 'creditor:write' },
      { key: 'keepsBook', page: '/settings/book', needs: 'settings:write' },
      { key: 'columns', page: '/settings/columns', needs: 'settings:write' },
      { key: 'costUnits', page: '/settings/cost-units', needs: 'bookkeeping:read' },
      { key: 'bookingRules', page: '/settings/booking-rules', needs: 'bookkeeping:read' },
      { key: 'dues', page: '/fees/plans', needs: 'fees:read' },
      { key: 'takeOut', page: '/settings/take-out', needs: 'settings:write' },
    ],
  },
  {
    key: 'access',
    entries: [
      { key: 'staff', page: '/settings/staff', needs: 'staff:write' },
      { key: 'apiKeys', page: '/settings/api-keys', needs: 'api_keys:write' },
      { key: 'webhooks', page: '/settings/webhooks', needs: 'webhooks:write' },
    ],
  },
  { key: 'yourself', entries: [{ key: 'account', page: '/account' }] },
]

/** The settings that the viewer may see, each with a sentence. */
export const overview = new Hono<Env>().get('/:workspace/settings', async (c) => {
  await query(c.var.staff, {})
  return c.html(<OverviewPage viewer={viewerOf(c)} />)
})

/** The pages of the settings that a viewer may open. */
export const settingsPages = (viewer: Viewer) => GROUPS.flatMap(({ entries }) => entriesFor(viewer, entries))

const entriesFor = ({ staff, locale }: Viewer, entries: Entry[]) =>
  entries
    .filter(({ needs }) => !needs || permits(staff, needs))
    .map(({ key, page }) => ({
      ...settingsTexts(locale).overview[key],
      href: pathIn(staff.workspace, page),
    }))

function OverviewPage({ viewer }: { viewer: Viewer }) {
  const { locale } = viewer
  const t = settingsTexts(locale)
  const title = layoutTexts(locale).settings
  return (
    <StaffLayout title={title} viewer={viewer} section="settings">
      <PageHead title={title} />
      <Measure>
        {GROUPS.map(({ key, entries }) => {
          const items = entriesFor(viewer, entries).map(({ title, lead, href }) => ({
            main: <a href={href}>{title}</a>,
            details: [lead],
          }))
          return (
            items.length > 0 && (
              <Card title={t.groups[key]}>
                <Lines items={items} />
              </Card>
            )
          )
        })}
        {viewer.staff.workspace.hidesFirstSteps && <HiddenFirstSteps viewer={viewer} />}
      </Measure>
    </StaffLayout>
  )
}

/** Leads staff who may show the first steps again back to them. */
function HiddenFirstSteps({ viewer }: { viewer: Viewer }) {
  const t = homeTexts(viewer.locale).firstSteps
  const button = <HideButton viewer={viewer} hides={false} label={t.show} />
  return (
    permits(viewer.staff, 'settings:write') && (
      <Card>
        <Lines items={[{ main: t.title, details: [t.hiddenLead], badge: button }]} />
      </Card>
    )
  )
}
