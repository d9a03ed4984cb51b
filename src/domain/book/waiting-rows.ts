// No imports: the script that verifies the books of a deployment runs in Node as it is.

/**
 * The payments of open fiscal years that wait to be booked, in all workspaces, each with the numbers of the vouchers of its
 * amount, its kind of account and at most 7 days from it that book no payment. Vouchers of
 * the sum of a collection are left to the page. Holds no personal data.
 */
export const WAITING_ROWS = `
  SELECT payments.workspace_id, payments.id, payments.paid_on, payments.amount, (
    SELECT group_concat(vouchers.year || '-' || vouchers.number, ', ')
    FROM vouchers
    JOIN accounts ON accounts.workspace_id = vouchers.workspace_id AND accounts.id = vouchers.account_id
    WHERE vouchers.workspace_id = payments.workspace_id AND vouchers.kind = 'money'
      AND vouchers.amount = payments.amount AND vouchers.reversed_by IS NULL AND vouchers.reverses IS NULL
      AND vouchers.booked_on BETWEEN date(payments.paid_on, '-7 days') AND date(payments.paid_on, '+7 days')
      AND (payments.method = 'other' OR (payments.method = 'cash') = (accounts.kind = 'cash'))
      AND NOT EXISTS (
        SELECT 1 FROM voucher_lines AS line
        WHERE line.workspace_id = vouchers.workspace_id AND line.year = vouchers.year AND line.number = vouchers.number
          AND line.payment_id IS NOT NULL)
      AND NOT EXISTS (
        SELECT 1 FROM booking_decisions AS decision
        WHERE decision.workspace_id = vouchers.workspace_id AND decision.voucher_id = vouchers.id
          AND decision.kind = 'tied')) AS vouchers
  FROM payments
  JOIN workspaces ON workspaces.id = payments.workspace_id
  WHERE payments.booking IS NULL AND payments.kind <> 'waiver' AND payments.paid_on >= coalesce((
    SELECT printf('%04d-%02d-01', max(year) + 1, workspaces.year_start) FROM fiscal_years
    WHERE fiscal_years.workspace_id = payments.workspace_id AND closed_at IS NOT NULL), '')
  ORDER BY payments.workspace_id, payments.paid_on, payments.id`
