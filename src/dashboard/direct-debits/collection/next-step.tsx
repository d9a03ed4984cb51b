import { permits } from '../../../domain/access/authorize'
import { addTargetDays } from '../../../domain/collections/target-days'
import type { Action } from '../../../domain/events/actions'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Form } from '../../../ui/form-layout'
import { formatDate, formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { Actions, Row } from '../../../ui/stack'
import { Amount, Lead, Quiet } from '../../../ui/text'
import { pathIn } from '../../paths'
import { debitsPath } from '../path'
import { listTexts } from '../texts'
import { collectionTexts } from '../texts-collection'
import type { CollectionProps } from './props'
import { FILE } from './submit'

/** The amount of a collection, what to do with it now, and the buttons for that. */
export function NextStep(props: CollectionProps) {
  const { opened, viewer } = props
  const { collection } = opened
  const { locale } = viewer
  return (
    <Card>
      <Amount>{formatMoney(collection.amount, 'EUR', locale)}</Amount>
      <Quiet>
        {listTexts(locale).debits(collection.item_count, formatNumber(collection.item_count, locale))}
      </Quiet>
      {collection.state === 'released' && <ToSubmit {...props} />}
      {collection.state === 'submitted' && <ToSettle {...props} />}
      {collection.state === 'settled' && <Settled {...props} />}
      {collection.state === 'discarded' && <Discarded {...props} />}
    </Card>
  )
}

function ToSubmit(props: CollectionProps) {
  const { opened, viewer } = props
  const { collection, today } = opened
  const { locale } = viewer
  const t = collectionTexts(locale).next
  const path = (page: string) => debitsPath(viewer, `/${collection.id}${page}`)
  const latest = addTargetDays(collection.collection_date, -1)
  const isLate = today > latest
  if (!permits(viewer.staff, 'collections:write')) return null
  return (
    <>
      {opened.stoppedCount === 0 && (
        <>
          {isOutdated(opened) && <Notice tone="warn">{t.outdated}</Notice>}
          <Notice tone={isLate ? 'warn' : 'info'} title={t.released} isQuiet>
            {isLate ? t.late : t.submitBy(formatDate(latest, locale))}
          </Notice>
        </>
      )}
      <Row>
        {opened.stoppedCount === 0 && (
          <>
            <Download {...props} label={t.download} />
            <Form action={path('/submit')}>
              <input type="hidden" name={FILE} value={collection.sha256} />
              <Button kind="second">{t.submit}</Button>
            </Form>
          </>
        )}
        <ButtonLink kind="plain" href={path('/discard')}>
          {t.discard}
        </ButtonLink>
      </Row>
    </>
  )
}

/** Whether a debit left the file after it was downloaded, and nobody has downloaded it since. */
function isOutdated({ events }: CollectionProps['opened']): boolean {
  const last = (action: Action) => events.findIndex((event) => event.action === action)
  const [removed, downloaded] = [last('collection.debit_removed'), last('collection.downloaded')]
  return removed >= 0 && downloaded > removed
}

function ToSettle(props: CollectionProps) {
  const { opened, viewer } = props
  const { collection } = opened
  const { locale, staff } = viewer
  const t = collectionTexts(locale).next
  return (
    <>
      <Lead>{t.submitted(formatDate(collection.collection_date, locale))}</Lead>
      {permits(staff, 'collections:write') && (
        <>
          <Actions>
            <ButtonLink href={pathIn(staff.workspace, '/bank')}>{t.toBank}</ButtonLink>
            <ButtonLink kind="second" href={debitsPath(viewer, `/${collection.id}/settle`)}>
              {t.settle}
            </ButtonLink>
          </Actions>
          <Row>
            <Download {...props} label={t.downloadAgain} isAgain />
          </Row>
        </>
      )}
    </>
  )
}

function Settled(props: CollectionProps) {
  const { opened, viewer } = props
  const t = collectionTexts(viewer.locale).next
  return (
    <>
      <p>{t.settled(formatDate(String(opened.collection.settled_on), viewer.locale))}</p>
      {permits(viewer.staff, 'collections:write') && (
        <Row>
          <Download {...props} label={t.downloadAgain} isAgain />
          <ButtonLink kind="plain" href={debitsPath(viewer, `/${opened.collection.id}/unsettle`)}>
            {t.unsettle}
          </ButtonLink>
        </Row>
      )}
    </>
  )
}

function Discarded({ opened: { collection }, viewer: { locale } }: CollectionProps) {
  const t = collectionTexts(locale).next
  return (
    <>
      <p>{t.discarded}</p>
      <Quiet>
        {t.reason}: {collection.discard_reason}
      </Quiet>
    </>
  )
}

type DownloadProps = CollectionProps & { label: string; isAgain?: boolean }

// A POST like all exports of the dashboard, since it records an event.
const Download = ({ opened, viewer, label, isAgain }: DownloadProps) => (
  <Form action={debitsPath(viewer, `/${opened.collection.id}/file`)}>
    <Button kind={isAgain ? 'plain' : 'primary'} icon="download">
      {label}
    </Button>
  </Form>
)
