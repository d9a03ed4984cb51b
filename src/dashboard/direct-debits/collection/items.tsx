import { permits } from '../../../domain/access/authorize'
import { ITEMS_PER_PAGE, type OpenedItem } from '../../../domain/collections/view'
import { Badge, type Tone } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { SearchForm } from '../../../ui/filter'
import { formatMoney } from '../../../ui/i18n/format'
import { Pager } from '../../../ui/pager'
import { formatIban } from '../../../ui/person-fields/iban'
import { type Column, Table } from '../../../ui/table'
import { Digits, HiddenLabel, Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { mandatePath } from '../../mandates/path'
import { debtorOf, personOf } from '../../named'
import { pathIn, personPathIn } from '../../paths'
import { debitsPath } from '../path'
import { collectionTexts } from '../texts-collection'
import type { CollectionProps, ItemsAsked } from './props'
import { isRemovable, removePath } from './remove'

type Props = CollectionProps & { asked: ItemsAsked }

/** The debits of a collection, page by page. */
export function Items({ opened, asked, viewer }: Props) {
  const { locale } = viewer
  const t = collectionTexts(locale).items
  const { id, page, search } = asked
  const { items, matches, collection } = opened
  const at = (to: number) =>
    debitsPath(viewer, `/${id}`, new URLSearchParams({ ...(search && { search }), page: String(to) }))
  const from = (page - 1) * ITEMS_PER_PAGE + 1
  return (
    <Card title={t.title} id="items">
      {collection.item_count > 10 && (
        <SearchForm action={debitsPath(viewer, `/${id}`)} label={t.search} value={search} locale={locale} />
      )}
      <Table
        caption={t.title}
        columns={columnsOf(opened.collection, viewer)}
        rows={items}
        rowId={(item) => item.id}
        locale={locale}
        empty={
          <p>
            {t.none} <a href={debitsPath(viewer, `/${id}`)}>{t.reset}</a>
          </p>
        }
      />
      {items.length > 0 && matches > ITEMS_PER_PAGE && (
        <Pager
          from={from}
          rows={items.length}
          total={matches}
          {...(page > 1 && { previousHref: at(page - 1) })}
          {...(from + items.length <= matches && { nextHref: at(page + 1) })}
          locale={locale}
        />
      )}
    </Card>
  )
}

const TONES: Partial<Record<OpenedItem['state'], Tone>> = { settled: 'good', returned: 'bad', live: 'info' }

function columnsOf(
  collection: CollectionProps['opened']['collection'],
  viewer: Viewer,
): Column<OpenedItem>[] {
  const { staff, locale } = viewer
  const t = collectionTexts(locale).items
  const mayReturn = permits(staff, 'collections:write') && ['submitted', 'settled'].includes(collection.state)
  const mayRemove = permits(staff, 'collections:write') && collection.state === 'released'
  return [
    { key: 'debtor', label: t.debtor, cell: (item) => <Debtor item={item} viewer={viewer} /> },
    { key: 'text', label: t.text, cell: (item) => <FeeLinks item={item} viewer={viewer} /> },
    {
      key: 'mandate',
      label: `${t.mandate}, ${t.iban}`,
      cell: ({ mandate_reference, iban, has_new_account }) => (
        <>
          <a href={mandatePath(viewer, mandate_reference)}>{mandate_reference}</a>
          <Quiet>
            <Digits>{formatIban(iban)}</Digits> {has_new_account && <Badge>{t.newAccount}</Badge>}
          </Quiet>
        </>
      ),
      phone: 'hidden',
    },
    {
      key: 'state',
      label: t.state,
      cell: ({ state, removed_at }) =>
        state === 'live' && collection.state === 'released' ? (
          <Badge>{t.planned}</Badge>
        ) : (
          <Badge tone={TONES[state]}>{removed_at ? t.removed : t.states[state]}</Badge>
        ),
    },
    {
      key: 'amount',
      label: t.amount,
      cell: ({ amount }) => formatMoney(amount, 'EUR', locale),
      isNumeric: true,
      phone: 'aside',
    },
    ...(mayReturn ? [returnColumn(collection.id, viewer)] : []),
    ...(mayRemove ? [removeColumn(collection, viewer)] : []),
  ]
}

function returnColumn(id: string, viewer: Viewer): Column<OpenedItem> {
  const t = collectionTexts(viewer.locale).items
  return {
    key: 'return',
    label: t.recordReturn,
    cell: (item) =>
      ['live', 'settled'].includes(item.state) && (
        <ButtonLink kind="plain" href={debitsPath(viewer, `/${id}/items/${item.id}/return`)}>
          {t.recordReturn}
          <HiddenLabel> {t.recordReturnOf(debtorOf(item, viewer))}</HiddenLabel>
        </ButtonLink>
      ),
  }
}

function removeColumn(
  collection: CollectionProps['opened']['collection'],
  viewer: Viewer,
): Column<OpenedItem> {
  const t = collectionTexts(viewer.locale).items
  return {
    key: 'remove',
    label: t.remove,
    cell: (item) =>
      isRemovable(collection, item) && (
        <ButtonLink kind="plain" href={removePath(viewer, collection.id, item.id)}>
          {t.remove}
          <HiddenLabel> {t.removeOf(debtorOf(item, viewer))}</HiddenLabel>
        </ButtonLink>
      ),
  }
}

type ItemProps = { item: OpenedItem; viewer: Viewer }

/** Whose account is debited, as a link to the person where the viewer may open it. */
export function Debtor({ item, viewer }: ItemProps) {
  const { staff } = viewer
  const { list, person_id } = item
  const name = debtorOf(item, viewer)
  const mayOpen = list !== null && permits(staff, `${list}:read`)
  return mayOpen ? <a href={personPathIn(staff.workspace, list, person_id)}>{name}</a> : name
}

/** The text of a debit, as a link to its fee; of several fees each with whose it is. */
export function FeeLinks({ item: { fees, collected, text }, viewer }: ItemProps) {
  const hrefOf = (id: string) => pathIn(viewer.staff.workspace, `/fees/${id}`)
  const [first] = fees
  if (!first) return text
  if (collected.length === 0) return <a href={hrefOf(first.fee_id)}>{text}</a>
  return (
    <ul>
      {collected.map((fee) => (
        <li>
          <a href={hrefOf(fee.id)}>{fee.description}</a> · {personOf(fee, viewer)}
        </li>
      ))}
    </ul>
  )
}
