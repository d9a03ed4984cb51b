import { type Context, Hono } from 'hono'
import { isTestRun } from '../../../domain/collections/collection'
import { viewCollection } from '../../../domain/collections/view'
import type { Env } from '../../../env'
import { type Done, takeDone } from '../../../http/done'
import { Card } from '../../../ui/card'
import { formatDate } from '../../../ui/i18n/format'
import { DoneNotice, Notice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Columns, Stack } from '../../../ui/stack'
import { StaffLayout, viewerOf } from '../../layout'
import { COLLECTION, debitsPath } from '../path'
import { StateBadge } from '../state'
import { listTexts } from '../texts'
import { collectionTexts } from '../texts-collection'
import { Announcement } from './announcement'
import { FileFacts } from './facts'
import { History } from './history'
import { Items } from './items'
import { MeanwhileNotice } from './meanwhile'
import { NextStep } from './next-step'
import type { CollectionProps, ItemsAsked } from './props'
import { CollectionSteps } from './rail'
import { Returns } from './returns'
import { StoppedDebits } from './stopped'

/** A collection: what to do now, its returns, its debits, and what happened. */
export const collectionPage = new Hono<Env>().get(COLLECTION, async (c) => {
  const asked = itemsAsked(c)
  const opened = await viewCollection(c.var.staff, asked)
  return c.html(<CollectionPage {...{ opened, asked }} viewer={viewerOf(c)} done={takeDone(c)} />)
})

const MAX_PAGE = 1000

function itemsAsked(c: Context<Env>): ItemsAsked {
  const page = Number(c.req.query('page'))
  return {
    id: c.req.param('collection_id') ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    search: (c.req.query('search') ?? '').trim().slice(0, 100),
  }
}

type Props = CollectionProps & { asked: ItemsAsked; done: Done | undefined }

function CollectionPage({ opened, asked, done, viewer }: Props) {
  const { locale } = viewer
  const t = collectionTexts(locale)
  const { collection } = opened
  const title = t.title(formatDate(collection.collection_date, locale))
  const props = { opened, viewer }
  return (
    <StaffLayout title={title} viewer={viewer} section="directDebits">
      <DoneNotice done={done} texts={t.done} />
      {done?.word === 'meanwhile' && <MeanwhileNotice {...props} />}
      {done?.word === 'changed' && (
        <Notice tone="warn" title={t.changed.title}>
          {t.changed.body}
        </Notice>
      )}
      <PageHead
        title={title}
        badge={<StateBadge state={collection.state} locale={locale} />}
        breadcrumb={
          <Breadcrumb
            items={[{ label: listTexts(locale).title, href: debitsPath(viewer) }]}
            locale={locale}
          />
        }
      />
      {isTestRun(collection) && (
        <Notice tone="warn" title={t.test.title} isQuiet>
          <p>{t.test.lead}</p>
        </Notice>
      )}
      <StoppedDebits {...props} />
      <WithdrawnNotice {...props} />
      <Columns hasSide>
        <Stack>
          <NextStep {...props} />
          <Returns {...props} />
          <Announcement {...props} />
          <FileFacts {...props} />
        </Stack>
        <Card>
          <CollectionSteps {...props} />
        </Card>
      </Columns>
      <Items {...props} asked={asked} />
      <Card title={t.history}>
        <History {...props} />
      </Card>
    </StaffLayout>
  )
}

/** Says that mandates of debits at the bank were withdrawn. */
function WithdrawnNotice({ opened: { collection, withdrawn }, viewer }: CollectionProps) {
  if (withdrawn === 0 || collection.state !== 'submitted') return null
  const t = collectionTexts(viewer.locale).withdrawn
  return (
    <Notice tone="warn" title={t.title(withdrawn)}>
      {t.submitted}
    </Notice>
  )
}
