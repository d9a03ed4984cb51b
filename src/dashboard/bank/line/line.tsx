import { Hono } from 'hono'
import { type LinePage as Loaded, viewLine } from '../../../domain/bank/lines/page'
import type { Env } from '../../../env'
import { takeDone } from '../../../http/done'
import { Badge } from '../../../ui/badge'
import { Card } from '../../../ui/card'
import { DescriptionList } from '../../../ui/description-list'
import { formatDate, formatInstant } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Columns, Stack } from '../../../ui/stack'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { EventTimeline } from '../../log/event-timeline'
import { actorName } from '../../log/sentence'
import { sentenceTexts } from '../../log/sentence-texts'
import { LineFacts } from '../inbox/line-facts'
import { LineActions, Suggestions } from '../inbox/line-match'
import { mayAct } from '../inbox/suggestion'
import { linesTexts } from '../inbox/texts'
import { bankPath } from '../paths'
import { Outcome } from './outcome'
import { isMeanwhile, textOf } from './refusal'
import { lineTexts } from './texts'

/** A line with what it may be or what was made of it, and who did what with it. */
export const linePage = new Hono<Env>().get('/:workspace/bank/lines/:line_id', async (c) => {
  const loaded = await viewLine(c.var.staff, { id: c.req.param('line_id') })
  return c.html(<LinePage loaded={loaded} refused={takeDone(c)?.word} viewer={viewerOf(c)} />)
})

type Props = { loaded: Loaded; viewer: Viewer; refused?: string | undefined }

function LinePage({ loaded, refused, viewer }: Props) {
  const { locale } = viewer
  const [t, words] = [lineTexts(locale), linesTexts(locale)]
  const { line, named, account } = loaded
  const title = t.title(line.party_name ?? words.unnamed)
  const items = [{ label: words.title, href: bankPath(viewer, '/lines') }]
  const isOpen = line.state === 'open'
  const wasActed = line.state === 'ignored' || line.assigned_amount !== 0
  return (
    <StaffLayout title={title} viewer={viewer} section="bank">
      {refused && <Refused {...{ loaded, refused, viewer }} />}
      <PageHead
        title={title}
        badge={<Badge tone={isOpen ? 'warn' : 'good'}>{words.states[line.state]}</Badge>}
        breadcrumb={<Breadcrumb items={items} locale={locale} />}
      />
      <Columns>
        <Stack>
          <Card title={t.asWritten}>
            <Stack gap="small">
              <LineFacts line={line} viewer={viewer} account={account} isPage />
            </Stack>
            <BankFacts loaded={loaded} viewer={viewer} />
          </Card>
        </Stack>
        <Stack>
          {wasActed && <Outcome outcome={loaded} viewer={viewer} />}
          {isOpen && (
            <Card title={t.whatItIs}>
              <Stack gap="small">
                <Suggestions suggested={loaded} named={named} viewer={viewer} />
              </Stack>
              {mayAct(viewer) && (
                <div class="match-actions">
                  <LineActions suggested={loaded} viewer={viewer} />
                </div>
              )}
            </Card>
          )}
          <History loaded={loaded} viewer={viewer} />
        </Stack>
      </Columns>
    </StaffLayout>
  )
}

function BankFacts({ loaded: { line }, viewer: { locale } }: Props) {
  const t = lineTexts(locale)
  const facts = [
    [t.valuedOn, line.valued_on && formatDate(line.valued_on, locale)],
    [t.endToEnd, line.end_to_end],
    [t.mandate, line.mandate_reference],
    [t.code, line.transaction_code],
  ] as const
  const items = facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
  return items.length > 0 ? <DescriptionList items={items} /> : null
}

/** Says why the act before was refused; who was faster, where someone was. */
function Refused({ loaded: { events }, refused, viewer }: Props & { refused: string }) {
  const { staff, locale } = viewer
  const t = lineTexts(locale)
  const [last] = isMeanwhile(refused) ? events : []
  const when = last && formatInstant(last.at, staff.workspace.timezone, locale)
  return (
    <Notice tone="warn" title={t.nothingChanged}>
      {last && when && <p>{t.by(actorName(last, sentenceTexts(locale)), when)}</p>}
      <p>{textOf(refused, viewer)}</p>
    </Notice>
  )
}

function History({ loaded: { events }, viewer }: Props) {
  if (events.length === 0) return null
  return (
    <Card title={lineTexts(viewer.locale).history}>
      <EventTimeline {...{ events, viewer }} />
    </Card>
  )
}
