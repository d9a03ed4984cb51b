import { Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import type { Collection } from '../../../domain/collections/collection'
import { ANNOUNCEABLE, type AnnouncedDebit, exportDebits } from '../../../domain/collections/export-debits'
import { csvPieces, type PlainColumn } from '../../../domain/persons/csv/export'
import type { Env } from '../../../env'
import { csvFile } from '../../../http/response'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Copyable } from '../../../ui/copyable'
import { Form } from '../../../ui/form-layout'
import { Actions } from '../../../ui/stack'
import { attempt } from '../../attempt'
import { fileOrProof } from '../../file-or-proof'
import { viewerOf } from '../../layout'
import { NotSentNotice } from '../../mails/automatic-not-sent'
import { pathIn } from '../../paths'
import { announcementText } from '../announcement-text'
import { COLLECTION, debitsPath, doneWithCollection } from '../path'
import { collectionTexts } from '../texts-collection'
import { newTexts } from '../texts-new'
import type { CollectionProps } from './props'

/** The debits of a collection as a file for a mail merge. A POST like all exports of the dashboard, since it records an event. */
export const announcementFile = new Hono<Env>().post(`${COLLECTION}/announcement`, (c) => {
  const id = c.req.param('collection_id')
  const file = async () => {
    const outcome = await attempt(() => exportDebits(c.var.staff, { id }))
    if (!('result' in outcome)) return doneWithCollection(c, 'meanwhile', id)
    const { collection, debits } = outcome.result
    const { locale } = viewerOf(c)
    const { file: name } = collectionTexts(locale).announcement
    const columns = csvColumns(collection, collectionTexts(locale).announcement.csv)
    return csvFile(
      c,
      csvPieces(columns, locale.tag, onePage(debits)),
      `${name}-${collection.collection_date}`,
    )
  }
  return fileOrProof(c, { page: () => debitsPath(viewerOf(c), `/${id}`), file })
})

async function* onePage(debits: AnnouncedDebit[]) {
  yield debits
}

type Labels = ReturnType<typeof collectionTexts>['announcement']['csv']

// With the country before it, since a cell that begins with a number gets an apostrophe, which letters would show.
const csvColumns = ({ collection_date }: Collection, labels: Labels): PlainColumn<AnnouncedDebit>[] => [
  { path: labels.name, cell: ({ debtor_name }) => debtor_name },
  { path: labels.email, cell: ({ email }) => email },
  { path: labels.amount, cellType: 'money', cell: ({ amount }) => amount },
  { path: labels.date, cellType: 'date', cell: () => collection_date },
  { path: labels.mandate, cell: ({ mandate_reference }) => mandate_reference },
  { path: labels.iban, cell: ({ country, iban }) => `${country} ${iban}` },
  { path: labels.reference, cell: ({ reference }) => reference },
]

/** The text that announces the debits of a collection, and what it is merged with. */
export function Announcement({ opened: { collection, isAnnounced }, viewer }: CollectionProps) {
  const { locale, staff, hasPublicUrl } = viewer
  const t = collectionTexts(locale).announcement
  const { id, state, collection_date, creditor } = collection
  if (!ANNOUNCEABLE.includes(state) || !permits(staff, 'collections:write')) return null
  const text = announcementText(staff.workspace, {
    date: collection_date,
    creditorId: creditor.creditor_id,
  })
  return (
    <Card title={newTexts(locale).date.announce}>
      {isAnnounced && <NotSentNotice viewer={viewer} />}
      {isAnnounced && hasPublicUrl ? (
        <p>
          {t.byMail}{' '}
          <a href={pathIn(staff.workspace, '/mails/automatic/debit_announced')}>
            {newTexts(locale).date.toMail}
          </a>
        </p>
      ) : (
        <>
          <p>{t.lead}</p>
          <Copyable value={text} locale={locale} />
        </>
      )}
      <Form action={debitsPath(viewer, `/${id}/announcement`)}>
        <Actions>
          <Button kind="second" icon="download">
            {t.download}
          </Button>
        </Actions>
      </Form>
    </Card>
  )
}
