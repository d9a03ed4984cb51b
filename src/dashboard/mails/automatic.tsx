import { Hono } from 'hono'
import { OCCASION_GROUPS, type OccasionGroup } from '../../domain/mails/rules/occasions'
import type { MailRule } from '../../domain/mails/rules/rule'
import { viewRules } from '../../domain/mails/rules/view'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { Lines } from '../../ui/lines'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { NotSentNotice } from './automatic-not-sent'
import { occasionName, occasionsIn, whenText } from './automatic-occasions'
import { mailsPath } from './path'
import { mailsTexts } from './texts'
import { automaticTexts } from './texts-automatic'

/** The mails that are sent by themselves, and the texts of reminders. */
export const automaticPage = new Hono<Env>().get('/:workspace/mails/automatic', async (c) => {
  const rules = await viewRules(c.var.staff)
  return c.html(<AutomaticPage rules={rules} viewer={viewerOf(c)} />)
})

type Props = { rules: MailRule[]; viewer: Viewer }

function AutomaticPage({ rules, viewer }: Props) {
  const { locale } = viewer
  const t = automaticTexts(locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="mails">
      <Measure>
        <PageHead
          title={t.title}
          lead={t.lead}
          breadcrumb={
            <Breadcrumb
              items={[{ label: mailsTexts(locale).title, href: mailsPath(viewer) }]}
              locale={locale}
            />
          }
        />
        <NotSentNotice viewer={viewer} />
        {OCCASION_GROUPS.map((group) => (
          <RulesOf {...{ group, rules, viewer }} />
        ))}
      </Measure>
    </StaffLayout>
  )
}

function RulesOf({ group, rules, viewer }: Props & { group: OccasionGroup }) {
  const { locale } = viewer
  const t = automaticTexts(locale)
  const items = occasionsIn(group).flatMap((occasion) => {
    const rule = rules.find((one) => one.occasion === occasion)
    if (!rule) return []
    return {
      main: <a href={mailsPath(viewer, `/automatic/${occasion}`)}>{occasionName(occasion, locale)}</a>,
      details: [whenText(rule, locale)],
      badge: <StateBadge {...{ group, rule, viewer }} />,
    }
  })
  const isReminders = group === 'reminders'
  return (
    <Card id={group} title={t.groups[group]}>
      {isReminders && <Quiet>{t.remindersLead}</Quiet>}
      <Lines items={items} />
      {isReminders && (
        <p>
          <a href={mailsPath(viewer, '/reminders')}>{t.toReminders}</a>
        </p>
      )}
    </Card>
  )
}

function StateBadge({ group, rule, viewer }: { group: OccasionGroup; rule: MailRule; viewer: Viewer }) {
  const t = automaticTexts(viewer.locale)
  if (group === 'reminders') return <Badge>{t.byHand}</Badge>
  return rule.enabled ? <Badge tone="good">{t.on}</Badge> : <Badge>{t.off}</Badge>
}
