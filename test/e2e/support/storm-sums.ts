/**
 * Sums over stored rows that the service does not compute itself, each as a query that must find no row. They are written
 * without a look at how the service derives anything.
 */
export const OWN_SUMS: Record<string, string> = {
  'What arrived for all fees of a workspace is what its payments are, but for waivers': `
    SELECT id FROM workspaces
    WHERE (SELECT coalesce(sum(paid_amount), 0) FROM fees WHERE workspace_id = workspaces.id)
      <> (SELECT coalesce(sum(amount), 0) FROM payments WHERE workspace_id = workspaces.id AND kind <> 'waiver')`,

  'The lines of all vouchers are the money of all vouchers': `
    SELECT id FROM workspaces
    WHERE (SELECT coalesce(sum(amount), 0) FROM vouchers WHERE workspace_id = workspaces.id AND kind = 'money')
      <> (SELECT coalesce(sum(amount), 0) FROM voucher_lines WHERE workspace_id = workspaces.id)`,

  'The days of all accounts are the money of all vouchers': `
    SELECT id FROM workspaces
    WHERE (SELECT coalesce(sum(amount), 0) FROM vouchers WHERE workspace_id = workspaces.id AND kind = 'money')
      <> (SELECT coalesce(sum(amount), 0) FROM account_days WHERE workspace_id = workspaces.id)`,

  'No payment is in two lines of vouchers': `
    SELECT payment_id FROM voucher_lines WHERE payment_id IS NOT NULL GROUP BY payment_id HAVING count(*) > 1`,

  'No bank line is assigned more than it has': `
    SELECT id FROM bank_lines WHERE abs(assigned_amount) > abs(amount) OR assigned_amount * amount < 0`,

  'Events are numbered without gaps': `
    SELECT workspace_id FROM events GROUP BY workspace_id HAVING max(number) - min(number) + 1 <> count(*)`,

  'Nothing refers to a thing of another workspace': `
    SELECT payments.id FROM payments JOIN fees ON fees.id = payments.fee_id
    WHERE fees.workspace_id <> payments.workspace_id
    UNION ALL
    SELECT link.fee_id FROM collection_fees AS link JOIN fees ON fees.id = link.fee_id
    WHERE fees.workspace_id <> link.workspace_id
    UNION ALL
    SELECT vouchers.id FROM vouchers JOIN accounts ON accounts.id = vouchers.account_id
    WHERE accounts.workspace_id <> vouchers.workspace_id
    UNION ALL
    SELECT vouchers.id FROM vouchers JOIN bank_lines ON bank_lines.id = vouchers.bank_line_id
    WHERE bank_lines.workspace_id <> vouchers.workspace_id`,
}
