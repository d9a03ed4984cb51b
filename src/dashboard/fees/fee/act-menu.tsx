import { permits } from '../../../domain/access/authorize'
import type { JournalEntry, OpenedFee } from '../../../domain/pages/fee'
import { ButtonLink } from '../../../ui/button'
import { Menu, MenuList } from '../../../ui/menu'
import type { Viewer } from '../../layout'
import { pathIn } from '../../paths'
import { feePath } from './path'
import { feeTexts } from './texts'

type Props = { opened: OpenedFee; viewer: Viewer }

/** Whether money can still arrive for a fee by hand. */
const isPayable = ({ fee }: OpenedFee): boolean => fee.status === 'open' || fee.status === 'returned'

/** Whether a payment can be taken back here: those of bank lines and debits are undone there. */
export const isReversible = ({ fee }: OpenedFee, payment: JournalEntry): boolean =>
  fee.status !== 'collecting' &&
  fee.status !== 'cancelled' &&
  !payment.reverses &&
  !payment.reversed_by &&
  !payment.item_id &&
  !payment.bank_line_id

/** Whether a payment is one that the cash book should have and has not. */
const isUnbooked = (payment: JournalEntry): boolean =>
  payment.kind !== 'waiver' && payment.voucher_number === null && !payment.reverses && !payment.reversed_by

/** What can be done with a fee as it is, by those who may. */
export function FeeActions({ opened, viewer }: Props) {
  const { fee } = opened
  const { staff, locale } = viewer
  const t = feeTexts(locale).acts
  const items = menuItems({ opened, viewer })
  const mayPay = isPayable(opened) && permits(staff, 'payments:write')
  return (
    <>
      {mayPay && (
        <ButtonLink href={feePath(viewer, fee.id, '/payment')} shortcut="p">
          {t.payment}
        </ButtonLink>
      )}
      {isPayable(opened) && permits(staff, 'collections:write') && (
        <ButtonLink kind="second" href={pathIn(staff.workspace, `/direct-debits/new?id=${fee.id}`)}>
          {t.collect}
        </ButtonLink>
      )}
      {items.length > 0 && (
        <Menu id="more" label={t.more} icon="more" isAtEnd>
          <MenuList items={items} />
        </Menu>
      )}
    </>
  )
}

function menuItems({ opened, viewer }: Props) {
  const { fee, payments } = opened
  const { staff, locale } = viewer
  const t = feeTexts(locale).acts
  const hasMoney = fee.paid_amount > 0
  const mayCharge = permits(staff, 'fees:write')
  const mayPay = permits(staff, 'payments:write')
  const to = (isPossible: boolean, label: string, page: string, isDangerous = false) =>
    isPossible ? [{ label, href: feePath(viewer, fee.id, page), isDangerous }] : []
  return [
    ...to(isPayable(opened), t.notice, '/notice'),
    ...to(mayCharge && isPayable(opened), t.due, '/due'),
    ...to(mayCharge && isPayable(opened), t.defer, '/deferral'),
    ...to(mayCharge && isPayable(opened), t.dispute, '/dispute'),
    ...to(mayCharge && fee.reminder_hold !== null, t.release, '/release'),
    ...to(
      mayPay && hasMoney && fee.status !== 'collecting' && fee.status !== 'cancelled',
      t.refund,
      '/refund',
    ),
    ...to(mayPay && hasMoney && isPayable(opened), t.waive, '/waiver'),
    ...to(permits(staff, 'bookkeeping:write') && payments.some(isUnbooked), t.book, '/booking'),
    ...to(mayCharge && fee.status === 'cancelled', t.reopen, '/reopening'),
    ...to(mayCharge && !hasMoney && isPayable(opened), t.cancel, '/cancellation', true),
  ]
}
