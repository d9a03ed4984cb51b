// No imports: the script that verifies the books of a deployment runs in Node as it is.

/** The fiscal year of a date, as SQL over a row of `workspaces`. */
const yearOf = (date: string): string =>
  `CAST(substr(${date}, 1, 4) AS INTEGER) - (CAST(substr(${date}, 6, 2) AS INTEGER) < workspaces.year_start)`

const JOURNAL = `
  SELECT fees.*, coalesce(sum(payments.amount) FILTER (WHERE kind <> 'waiver'), 0) AS arrived,
    coalesce(sum(payments.amount) FILTER (WHERE kind = 'waiver'), 0) AS forgone,
    count(payments.id) AS payments, coalesce(max(payments.number), 0) AS last_number,
    EXISTS (
      SELECT 1 FROM collection_fees AS link
      WHERE link.workspace_id = fees.workspace_id AND link.fee_id = fees.id AND link.state = 'live') AS is_live
  FROM fees
  LEFT JOIN payments ON payments.workspace_id = fees.workspace_id AND payments.fee_id = fees.id
  GROUP BY fees.workspace_id, fees.id`

/** On which side of the report a line counts; the words of `side.ts`, written again to check it. */
const SIDE = `CASE
  WHEN line.side IS NOT NULL THEN line.side
  WHEN line.fee_id IS NOT NULL THEN 'in'
  WHEN voucher.reverses IS NULL THEN iif(line.amount > 0, 'in', 'out')
  ELSE iif(line.amount < 0, 'in', 'out') END`

/** The lines of vouchers with their sides, as the columns of the journal show them. */
const SIDES = `
  SELECT line.workspace_id, line.year, line.number, line.line, line.amount, line.cost_unit_id, line.sphere,
    voucher.account_id, voucher.reverses, ${SIDE} AS side
  FROM voucher_lines AS line
  JOIN vouchers AS voucher ON voucher.workspace_id = line.workspace_id AND voucher.year = line.year
    AND voucher.number = line.number`

/** All persons, by the columns that their key begins with. */
const OF_LISTS = "persons.list_id IN ('members', 'contacts') AND persons.area IN ('regular', 'applications')"

/**
 * What always holds of the books of every workspace, each as a query over the whole database that must find no row. The
 * rows name workspaces and ids, and hold no personal data.
 */
export const INVARIANTS: Readonly<Record<string, string>> = {
  'A fee keeps what its payments add up to': `
    SELECT workspace_id, id FROM (${JOURNAL})
    WHERE paid_amount <> arrived OR waived_amount <> forgone OR last_number <> payments
      OR paid_amount < 0 OR waived_amount < 0 OR paid_amount + waived_amount > amount`,

  'A fee has the status that its payments and debits give it': `
    SELECT workspace_id, id FROM (${JOURNAL})
    WHERE status <> CASE
        WHEN cancellation IS NOT NULL THEN 'cancelled'
        WHEN is_live THEN 'collecting'
        WHEN amount = arrived + forgone THEN 'paid'
        WHEN last_return ->> 'payments' = payments THEN 'returned'
        ELSE 'open' END
      OR (paid_on IS NOT NULL) <> (cancellation IS NULL AND amount = arrived + forgone)
      OR (collection_id IS NOT NULL) <> is_live`,

  'A cancelled fee holds no money': `
    SELECT workspace_id, id FROM fees WHERE cancellation IS NOT NULL AND paid_amount <> 0`,

  'A fee is in one live debit at most, with all that is open of it': `
    SELECT link.workspace_id, link.fee_id AS id
    FROM collection_fees AS link
    LEFT JOIN fees ON fees.workspace_id = link.workspace_id AND fees.id = link.fee_id
    WHERE link.state = 'live'
    GROUP BY link.workspace_id, link.fee_id
    HAVING count(*) > 1 OR fees.id IS NULL
      OR max(link.amount) <> fees.amount - fees.paid_amount - fees.waived_amount`,

  'A debit is the sum of its fees, and a collection that of its debits': `
    SELECT item.workspace_id, item.id
    FROM collection_items AS item
    LEFT JOIN collection_fees AS link INDEXED BY collection_fees_of_item
      ON link.workspace_id = item.workspace_id AND link.item_id = item.id
    GROUP BY item.workspace_id, item.id
    HAVING item.amount IS NOT sum(link.amount) OR sum(link.state <> item.state) > 0
    UNION ALL
    SELECT collections.workspace_id, collections.id
    FROM collections
    LEFT JOIN collection_items AS item INDEXED BY collection_items_of_collection
      ON item.workspace_id = collections.workspace_id AND item.collection_id = collections.id AND item.removed_at IS NULL
    GROUP BY collections.workspace_id, collections.id
    HAVING collections.amount IS NOT sum(item.amount) OR collections.item_count <> count(item.id)`,

  'A debit is as far as its collection': `
    SELECT item.workspace_id, item.id
    FROM collection_items AS item
    JOIN collections ON collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
    WHERE CASE WHEN item.removed_at IS NOT NULL THEN item.state <> 'discarded'
      ELSE item.state NOT IN ('returned', CASE collections.state
          WHEN 'settled' THEN 'settled' WHEN 'discarded' THEN 'discarded' ELSE 'live' END)
        AND NOT (item.state = 'settled' AND collections.state = 'submitted') END`,

  'A person has one mandate that lives at most, and that is the one that the person has': `
    SELECT workspace_id, person_id AS id FROM mandates
    WHERE ended_at IS NULL GROUP BY workspace_id, person_id HAVING count(*) > 1
    UNION ALL
    SELECT mandates.workspace_id, mandates.person_id
    FROM mandates
    LEFT JOIN persons ON persons.workspace_id = mandates.workspace_id AND ${OF_LISTS} AND persons.id = mandates.person_id
    WHERE mandates.ended_at IS NULL AND lower(persons.sepa_mandate ->> 'reference') IS NOT mandates.reference_key
    UNION ALL
    SELECT persons.workspace_id, persons.id
    FROM persons
    LEFT JOIN mandates ON mandates.workspace_id = persons.workspace_id AND ended_at IS NULL
      AND mandates.reference_key = lower(persons.sepa_mandate ->> 'reference')
    WHERE persons.sepa_mandate ->> 'reference' IS NOT NULL AND mandates.reference_key IS NULL`,

  'A debit that can still be returned has a mandate that proves it': `
    SELECT item.workspace_id, item.id
    FROM collection_items AS item
    JOIN collections ON collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
    LEFT JOIN mandates ON mandates.workspace_id = item.workspace_id
      AND mandates.reference_key = lower(item.mandate_reference)
    WHERE mandates.reference_key IS NULL AND item.state <> 'discarded' AND (collections.state = 'released'
      OR collections.submitted_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-14 months'))`,

  'A settled debit has paid its fees once, and a returned one in the end not at all': `
    SELECT link.workspace_id, link.item_id AS id
    FROM collection_fees AS link
    LEFT JOIN payments ON payments.workspace_id = link.workspace_id AND payments.fee_id = link.fee_id
      AND payments.item_id = link.item_id
    GROUP BY link.workspace_id, link.fee_id, link.item_id
    HAVING coalesce(sum(payments.amount), 0) <> CASE link.state WHEN 'settled' THEN link.amount ELSE 0 END`,

  'A reversal takes back the whole of one payment that is no reversal': `
    SELECT reversal.workspace_id, reversal.id
    FROM payments AS reversal
    LEFT JOIN payments AS reversed
      ON reversed.workspace_id = reversal.workspace_id AND reversed.id = reversal.reverses
    WHERE reversal.reverses IS NOT NULL AND (
      reversed.id IS NULL OR reversed.fee_id <> reversal.fee_id OR reversed.amount <> -reversal.amount
      OR reversed.reverses IS NOT NULL)`,

  'A payment is of a fee of its workspace': `
    SELECT payments.workspace_id, payments.id
    FROM payments LEFT JOIN fees ON fees.workspace_id = payments.workspace_id AND fees.id = payments.fee_id
    WHERE fees.id IS NULL`,

  'A payment that is booked is in one voucher with its amount, and no other payment is': `
    SELECT payments.workspace_id, payments.id
    FROM payments
    LEFT JOIN voucher_lines AS line INDEXED BY voucher_lines_by_payment
      ON line.workspace_id = payments.workspace_id AND line.payment_id = payments.id
    GROUP BY payments.workspace_id, payments.id
    HAVING sum(line.amount) IS NOT CASE payments.booking WHEN 'booked' THEN payments.amount END
      OR count(DISTINCT line.year || '-' || line.number) > 1 OR min(line.amount > 0) <> max(line.amount > 0)
      OR (payments.kind = 'waiver' AND payments.booking IS NOT NULL)
    UNION ALL
    SELECT line.workspace_id, line.payment_id
    FROM voucher_lines AS line
    LEFT JOIN payments ON payments.workspace_id = line.workspace_id AND payments.id = line.payment_id
    WHERE line.payment_id IS NOT NULL AND payments.fee_id IS NOT line.fee_id`,

  'A part of a fee that is booked as a whole gets no more than it is, and no less than nothing': `
    SELECT part.workspace_id, part.fee_id || '-' || part.position AS id
    FROM dues_parts AS part
    LEFT JOIN payments ON payments.workspace_id = part.workspace_id AND payments.fee_id = part.fee_id
    LEFT JOIN voucher_lines AS line ON line.workspace_id = payments.workspace_id AND line.payment_id = payments.id
      AND line.fee_part = part.position
    WHERE part.fee_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM payments AS other
      WHERE other.workspace_id = part.workspace_id AND other.fee_id = part.fee_id AND other.kind <> 'waiver'
        AND other.booking IS NOT 'booked')
    GROUP BY part.workspace_id, part.fee_id, part.position
    HAVING coalesce(sum(line.amount), 0) NOT BETWEEN 0 AND part.amount`,

  'A payment that takes another one back is in the book as that is': `
    SELECT reversal.workspace_id, reversal.id
    FROM payments AS reversal
    JOIN payments AS reversed
      ON reversed.workspace_id = reversal.workspace_id AND reversed.id = reversal.reverses
    WHERE reversal.booking IS NOT reversed.booking OR reversal.booking = 'tied'
    UNION ALL
    SELECT payments.workspace_id, payments.id
    FROM payments
    WHERE payments.booking = 'taken_back' AND payments.reverses IS NULL AND NOT EXISTS (
      SELECT 1 FROM payments AS reversal
      WHERE reversal.workspace_id = payments.workspace_id AND reversal.reverses = payments.id)`,

  'A payment that is left to an opening balance is from before the book began, or a bank line shows it': `
    WITH began AS (
      SELECT accounts.workspace_id, min(CASE
        WHEN max(opening_on, coalesce(book_begins_on, '1900-01-01')) > '1900-01-01'
          THEN max(opening_on, coalesce(book_begins_on, '1900-01-01'))
        ELSE (
          SELECT min(booked_on) FROM vouchers
          WHERE vouchers.workspace_id = accounts.workspace_id AND accounts.id IN (account_id, other_account_id)) END) AS day
      FROM accounts JOIN workspaces ON workspaces.id = accounts.workspace_id
      GROUP BY accounts.workspace_id
    )
    SELECT payments.workspace_id, payments.id
    FROM payments JOIN began ON began.workspace_id = payments.workspace_id
    WHERE booking = 'before_opening' AND paid_on >= began.day AND bank_line_id IS NULL AND reverses IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM payments AS reversal
        WHERE reversal.workspace_id = payments.workspace_id AND reversal.reverses = payments.id)`,

  'A decision is that of its payment': `
    SELECT payments.workspace_id, payments.id
    FROM payments
    LEFT JOIN booking_decisions AS decision
      ON decision.workspace_id = payments.workspace_id AND decision.payment_id = payments.id
    WHERE payments.reverses IS NULL AND (payments.booking IN ('tied', 'left_out') AND decision.kind IS NOT payments.booking
      OR decision.kind IS NOT NULL AND decision.kind IS NOT payments.booking)
    UNION ALL
    SELECT decision.workspace_id, decision.payment_id
    FROM booking_decisions AS decision
    LEFT JOIN payments ON payments.workspace_id = decision.workspace_id AND payments.id = decision.payment_id
    WHERE payments.id IS NULL OR (decision.voucher_id IS NULL) <> (decision.kind = 'left_out')
    UNION ALL
    SELECT decision.workspace_id, decision.payment_id
    FROM booking_decisions AS decision
    WHERE decision.kind = 'booked' AND NOT EXISTS (
      SELECT 1 FROM vouchers JOIN voucher_lines AS line
        ON line.workspace_id = vouchers.workspace_id AND line.year = vouchers.year AND line.number = vouchers.number
      WHERE vouchers.workspace_id = decision.workspace_id AND vouchers.id = decision.voucher_id
        AND line.payment_id = decision.payment_id)`,

  'A voucher that payments are tied to is of their sum, stands, and books no payment itself': `
    SELECT decision.workspace_id, decision.voucher_id AS id
    FROM booking_decisions AS decision
    JOIN payments ON payments.workspace_id = decision.workspace_id AND payments.id = decision.payment_id
    LEFT JOIN vouchers ON vouchers.workspace_id = decision.workspace_id AND vouchers.id = decision.voucher_id
    WHERE decision.kind = 'tied'
    GROUP BY decision.workspace_id, decision.voucher_id
    HAVING sum(payments.amount) IS NOT max(vouchers.amount) OR max(vouchers.reversed_by) IS NOT NULL
      OR EXISTS (
        SELECT 1 FROM voucher_lines AS line
        WHERE line.workspace_id = vouchers.workspace_id AND line.year = vouchers.year
          AND line.number = vouchers.number AND line.payment_id IS NOT NULL)`,

  'A voucher that a bank line shows stands, is of its account, and was booked by no line': `
    SELECT vouchers.workspace_id, vouchers.id
    FROM vouchers
    LEFT JOIN bank_lines AS line ON line.workspace_id = vouchers.workspace_id AND line.id = vouchers.met_line_id
    WHERE vouchers.met_line_id IS NOT NULL AND (
      line.account_id IS NOT vouchers.account_id OR vouchers.bank_line_id IS NOT NULL OR vouchers.reversed_by IS NOT NULL
      OR vouchers.reverses IS NOT NULL)
    UNION ALL
    SELECT vouchers.workspace_id, vouchers.id
    FROM vouchers
    LEFT JOIN bank_lines AS line ON line.workspace_id = vouchers.workspace_id AND line.id = vouchers.other_met_line_id
    WHERE vouchers.other_met_line_id IS NOT NULL AND (
      line.account_id IS NOT vouchers.other_account_id OR vouchers.reversed_by IS NOT NULL OR vouchers.reverses IS NOT NULL)`,

  'A voucher is the sum of its lines, and a transfer has none': `
    SELECT vouchers.workspace_id, vouchers.id
    FROM vouchers
    LEFT JOIN voucher_lines AS line ON line.workspace_id = vouchers.workspace_id AND line.year = vouchers.year
      AND line.number = vouchers.number
    GROUP BY vouchers.workspace_id, vouchers.id
    HAVING CASE vouchers.kind WHEN 'transfer' THEN count(line.line) <> 0 OR vouchers.other_account_id IS NULL
      ELSE vouchers.amount IS NOT sum(line.amount) OR vouchers.other_account_id IS NOT NULL END`,

  'The vouchers of a year are numbered from 1 without a gap': `
    SELECT workspace_id, year AS id FROM vouchers
    GROUP BY workspace_id, year HAVING min(number) <> 1 OR max(number) <> count(*)`,

  'A voucher is in the fiscal year of its date': `
    SELECT vouchers.workspace_id, vouchers.id
    FROM vouchers JOIN workspaces ON workspaces.id = vouchers.workspace_id
    WHERE vouchers.year <> ${yearOf('vouchers.booked_on')}`,

  'A reversed voucher and its reversal add up to nothing': `
    SELECT reversal.workspace_id, reversal.id
    FROM vouchers AS reversal
    LEFT JOIN vouchers AS reversed
      ON reversed.workspace_id = reversal.workspace_id AND reversed.id = reversal.reverses
    WHERE reversal.reverses IS NOT NULL AND (
      reversed.reversed_by IS NOT reversal.id OR reversed.amount <> -reversal.amount
      OR reversed.account_id <> reversal.account_id OR reversed.reverses IS NOT NULL)
    UNION ALL
    SELECT reversed.workspace_id, reversed.id
    FROM vouchers AS reversed
    LEFT JOIN vouchers AS reversal
      ON reversal.workspace_id = reversed.workspace_id AND reversal.id = reversed.reversed_by
    WHERE reversed.reversed_by IS NOT NULL AND reversal.reverses IS NOT reversed.id`,

  'A reversal is on the side of what it reverses, and money of a fee is income': `
    SELECT reversal.workspace_id, reversal.id
    FROM vouchers AS reversal
    JOIN vouchers AS reversed
      ON reversed.workspace_id = reversal.workspace_id AND reversed.id = reversal.reverses
    JOIN (${SIDES}) AS line ON line.workspace_id = reversal.workspace_id AND line.year = reversal.year
      AND line.number = reversal.number
    LEFT JOIN (${SIDES}) AS taken ON taken.workspace_id = reversed.workspace_id AND taken.year = reversed.year
      AND taken.number = reversed.number AND taken.line = line.line
    WHERE line.side IS NOT taken.side OR line.amount IS NOT -taken.amount OR line.sphere IS NOT taken.sphere
      OR line.cost_unit_id IS NOT taken.cost_unit_id
    UNION ALL
    SELECT workspace_id, year || '-' || number FROM voucher_lines WHERE fee_id IS NOT NULL AND side = 'out'`,

  'The report of a closed year is what the columns of its journal add up to': `
    WITH sides AS (${SIDES}), reported AS (
      SELECT years.workspace_id, year, account.value ->> 'id' AS account_id, account.value ->> 'in' AS income,
        account.value ->> 'out' AS expenses
      FROM fiscal_years AS years JOIN json_each(years.report, '$.accounts') AS account
      WHERE closed_at IS NOT NULL
    )
    SELECT reported.workspace_id, reported.year AS id
    FROM reported
    LEFT JOIN sides ON sides.workspace_id = reported.workspace_id AND sides.year = reported.year
      AND sides.account_id = reported.account_id
    GROUP BY reported.workspace_id, reported.year, reported.account_id
    HAVING max(income) <> coalesce(sum(amount) FILTER (WHERE side = 'in'), 0)
      OR max(expenses) <> -coalesce(sum(amount) FILTER (WHERE side = 'out'), 0)`,

  'A closed year has as many lines without a place as its report says': `
    SELECT years.workspace_id, years.year AS id
    FROM fiscal_years AS years
    LEFT JOIN voucher_lines AS line ON line.workspace_id = years.workspace_id AND line.year = years.year
    WHERE closed_at IS NOT NULL
    GROUP BY years.workspace_id, years.year
    HAVING report ->> '$.unassigned.lines' <> count(line.line) FILTER (
      WHERE sphere IS NULL AND (cost_unit_id IS NULL OR coalesce(report ->> '$.is_nonprofit', 0)))`,

  'A day of an account is the sum of its vouchers': `
    WITH sums AS (
      SELECT workspace_id, account_id, booked_on, amount, 1 AS is_voucher FROM vouchers
      UNION ALL
      SELECT workspace_id, other_account_id, booked_on, -amount, 1 FROM vouchers WHERE kind = 'transfer'
      UNION ALL
      SELECT workspace_id, account_id, booked_on, -amount, 0 FROM account_days
    )
    SELECT workspace_id, account_id AS id FROM sums
    GROUP BY workspace_id, account_id, booked_on
    HAVING sum(amount) <> 0 OR min(is_voucher) = max(is_voucher)`,

  'A day of an account knows what of it bank lines show': `
    WITH sums AS (
      SELECT workspace_id, account_id, booked_on, amount FROM vouchers WHERE coalesce(bank_line_id, met_line_id) IS NOT NULL
      UNION ALL
      SELECT workspace_id, other_account_id, booked_on, -amount FROM vouchers WHERE other_met_line_id IS NOT NULL
      UNION ALL
      SELECT workspace_id, account_id, booked_on, -tied FROM account_days
    )
    SELECT workspace_id, account_id AS id FROM sums
    GROUP BY workspace_id, account_id, booked_on HAVING sum(amount) <> 0`,

  'A day of the bank is the sum of its lines in euros': `
    WITH sums AS (
      SELECT workspace_id, account_id, booked_on, amount FROM bank_lines WHERE currency = 'EUR'
      UNION ALL
      SELECT workspace_id, account_id, booked_on, -amount FROM bank_days
    )
    SELECT workspace_id, account_id AS id FROM sums
    GROUP BY workspace_id, account_id, booked_on HAVING sum(amount) <> 0`,

  'A cash box is never below zero at the end of a day': `
    WITH moves AS (
      SELECT workspace_id, account_id, booked_on, amount FROM vouchers
      UNION ALL
      SELECT workspace_id, other_account_id, booked_on, -amount FROM vouchers WHERE kind = 'transfer'
    ), days AS (
      SELECT workspace_id, account_id, booked_on, sum(amount) AS amount
      FROM moves GROUP BY workspace_id, account_id, booked_on
    ), balances AS (
      SELECT days.workspace_id, days.account_id AS id, accounts.opening_amount
        + sum(days.amount) OVER (PARTITION BY days.workspace_id, days.account_id ORDER BY days.booked_on) AS balance
      FROM days
      JOIN accounts ON accounts.workspace_id = days.workspace_id AND accounts.id = days.account_id
      WHERE accounts.kind = 'cash'
    )
    SELECT DISTINCT workspace_id, id FROM balances WHERE balance < 0`,

  'A closed year has the vouchers that it was closed with, and nothing after': `
    SELECT years.workspace_id, years.year AS id
    FROM fiscal_years AS years
    LEFT JOIN vouchers ON vouchers.workspace_id = years.workspace_id AND vouchers.year = years.year
    WHERE years.closed_at IS NOT NULL
    GROUP BY years.workspace_id, years.year
    HAVING coalesce(max(vouchers.number), 0) <> years.last_number
    UNION ALL
    SELECT payments.workspace_id, payments.id
    FROM payments
    JOIN workspaces ON workspaces.id = payments.workspace_id
    JOIN fiscal_years AS years
      ON years.workspace_id = payments.workspace_id AND years.year = ${yearOf('payments.paid_on')}
    WHERE years.closed_at IS NOT NULL AND payments.created_at > years.closed_at`,

  'A bank statement has as many lines as it brought': `
    SELECT statements.workspace_id, statements.id
    FROM statements
    LEFT JOIN bank_lines AS line ON line.workspace_id = statements.workspace_id AND line.statement_id = statements.id
    GROUP BY statements.workspace_id, statements.id
    HAVING statements.new_lines <> count(line.id)
    UNION ALL
    SELECT line.workspace_id, line.id
    FROM bank_lines AS line
    LEFT JOIN statements ON statements.workspace_id = line.workspace_id AND statements.id = line.statement_id
    WHERE statements.id IS NULL`,

  'The balances of a bank statement are those before and after its entries': `
    SELECT statements.workspace_id, statements.id
    FROM statements
    LEFT JOIN bank_lines AS line INDEXED BY bank_lines_of_statement
      ON line.workspace_id = statements.workspace_id AND line.statement_id = statements.id
    WHERE known_amount IS NOT NULL
    GROUP BY statements.workspace_id, statements.id
    HAVING opening + coalesce(sum(line.amount), 0) + known_amount IS NOT closing`,

  'A payer exists and has no payer': `
    SELECT one.workspace_id, one.id
    FROM persons AS one
    LEFT JOIN persons AS payer ON payer.workspace_id = one.workspace_id
      AND payer.list_id IN ('members', 'contacts') AND payer.area IN ('regular', 'applications') AND payer.id = one.payer_id
    WHERE one.payer_id IS NOT NULL AND (payer.id IS NULL OR payer.payer_id IS NOT NULL)`,

  'A payer lives': `
    SELECT one.workspace_id, one.id FROM persons AS one
    JOIN persons AS payer ON payer.workspace_id = one.workspace_id AND payer.list_id = 'members'
      AND payer.area IN ('regular', 'applications') AND payer.id = one.payer_id
    WHERE payer.leave_reason = 'deceased'`,

  'Who has left for a reason has left': `
    SELECT workspace_id, id FROM persons WHERE coalesce(leave_reason, leave_note) IS NOT NULL AND leave_date IS NULL`,

  'Who has a payer has not lost one': `
    SELECT workspace_id, id FROM persons WHERE payer_id IS NOT NULL AND payer_lost_on IS NOT NULL`,

  'A bank line is done if all of it is booked, here or elsewhere': `
    SELECT line.workspace_id, line.id
    FROM bank_lines AS line
    LEFT JOIN (
      SELECT workspace_id, bank_line_id AS line_id, amount FROM vouchers WHERE bank_line_id IS NOT NULL
      UNION ALL
      SELECT workspace_id, met_line_id, amount FROM vouchers WHERE met_line_id IS NOT NULL
      UNION ALL
      SELECT workspace_id, other_met_line_id, -amount FROM vouchers WHERE other_met_line_id IS NOT NULL
    ) AS vouchers ON vouchers.workspace_id = line.workspace_id AND vouchers.line_id = line.id
    GROUP BY line.workspace_id, line.id
    HAVING line.assigned_amount <> coalesce(sum(vouchers.amount), 0) + line.elsewhere_amount
      OR (line.state = 'done') <> (line.assigned_amount = line.amount)
      OR (line.state = 'ignored' AND line.assigned_amount <> 0)`,

  'An account has paid for a stored person as long as one of its lines pays a fee of the person': `
    SELECT paid.workspace_id, paid.person_id AS id
    FROM paying_accounts AS paid
    WHERE NOT EXISTS (
        SELECT 1 FROM persons
        WHERE persons.workspace_id = paid.workspace_id AND ${OF_LISTS} AND persons.id = paid.person_id)
      OR NOT EXISTS (
        SELECT 1 FROM fees
        CROSS JOIN payments ON payments.workspace_id = fees.workspace_id AND payments.fee_id = fees.id
        CROSS JOIN bank_lines ON bank_lines.workspace_id = fees.workspace_id AND bank_lines.id = payments.bank_line_id
        WHERE fees.workspace_id = paid.workspace_id AND fees.person_id = paid.person_id
          AND payments.kind = 'payment' AND payments.item_id IS NULL AND bank_lines.party_iban = paid.iban
          AND NOT EXISTS (
            SELECT 1 FROM payments AS reversal
            WHERE reversal.workspace_id = payments.workspace_id AND reversal.reverses = payments.id))`,

  'The parts of a fee of dues add up to its amount, and are counted from 1': `
    SELECT part.workspace_id, part.fee_id AS id
    FROM dues_parts AS part
    LEFT JOIN fees ON fees.workspace_id = part.workspace_id AND fees.id = part.fee_id
    WHERE part.fee_id IS NOT NULL
    GROUP BY part.workspace_id, part.fee_id
    HAVING fees.amount IS NOT sum(part.amount) OR min(part.amount) <= 0
      OR max(part.position) <> count(*) OR count(DISTINCT part.position) <> count(*)`,

  'A run of dues has the fees and the amount of its parts': `
    SELECT dues_runs.workspace_id, dues_runs.id
    FROM dues_runs
    LEFT JOIN dues_parts AS part INDEXED BY dues_parts_by_run
      ON part.workspace_id = dues_runs.workspace_id AND part.run_id = dues_runs.id
    WHERE state = 'claimed'
    GROUP BY dues_runs.workspace_id, dues_runs.id
    HAVING dues_runs.count <> count(DISTINCT part.fee_id) OR dues_runs.amount <> coalesce(sum(part.amount), 0)`,

  'A part of dues above zero has a fee of its person, and no part is of a discarded run': `
    SELECT part.workspace_id, part.person_id AS id
    FROM dues_parts AS part
    LEFT JOIN fees ON fees.workspace_id = part.workspace_id AND fees.id = part.fee_id
    LEFT JOIN dues_runs ON dues_runs.workspace_id = part.workspace_id AND dues_runs.id = part.run_id
    WHERE iif(part.amount > 0, fees.person_id IS NOT part.person_id, part.fee_id IS NOT NULL)
      OR dues_runs.state IS NOT 'claimed' OR dues_runs.plan_id <> part.plan_id`,
}
