import { earliestCollectionDate } from '../domain/collections/target-days'
import { type Ask, type Demo, readDemo } from './demo'

/** What the examples of an operation are on the demo: parameters by name, and keys of the body. */
type Example = { parameters?: Record<string, string | undefined>; body?: object }

type Parameter = { name: string; example?: unknown }
type Media = { schema?: { $ref?: string; examples?: unknown[] }; example?: unknown }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
}
export type Described = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { examples?: unknown[] }> }
}

/**
 * Changes the examples of a document so that each works on the demo as it is now: its ids differ on every machine, and
 * what was paid once cannot be paid again.
 */
export async function useDemoExamples(document: Described, ask: Ask, now: Date): Promise<void> {
  const demo = await readDemo(ask)
  if (!demo) return
  const today = now.toISOString().slice(0, 10)
  const examples = examplesOf(demo, today)
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = {}, body = {} } = examples[operation.operationId ?? ''] ?? {}
    operation.parameters = operation.parameters?.map((parameter) => {
      const example = parameters[parameter.name]
      return example === undefined ? parameter : { ...parameter, example }
    })
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {}))
      media.example =
        type === 'application/json'
          ? datedBy(today, { ...Object(exampleOf(media, document)), ...body })
          : datedXml(media.example, today)
  }
}

const examplesOf = (demo: Demo, today: string): Record<string, Example> => {
  const { fees, collections, submitted, released, bank, cash, voucher, lines, mails, year } = demo
  const { endpoint, attempt } = demo
  const [paid, paidInPart] = [fees['annual-2026-m-1008'], fees['annual-2026-m-1007']]
  const withId = (name: string, id: string | undefined, body?: object): Example => ({
    parameters: { [name]: id },
    ...(body && { body }),
  })
  const ofEndpoint = withId('webhook_endpoint_id', endpoint)
  return {
    readFee: withId('fee_id', paid),
    updateFee: withId('fee_id', fees['annual-2026-m-1002']),
    readPayments: withId('fee_id', paid),
    refundFee: withId('fee_id', paid),
    waiveFee: withId('fee_id', paidInPart),
    cancelFee: withId('fee_id', fees['annual-2026-m-1002']),
    reopenFee: withId('fee_id', fees['annual-2026-m-1010']),
    reversePayment: withId('payment_id', demo.payment),
    decideBooking: withId('payment_id', demo.waitingPayment),
    takeDecisionBack: withId('payment_id', demo.leftOutPayment),
    releaseCollection: {
      body: { fee_ids: [fees['camp-2026-m-1006']], collection_date: earliestCollectionDate(today, 15) },
    },
    readCollection: withId('collection_id', collections.settled),
    readCollectionFile: withId('collection_id', collections.settled),
    submitCollection: withId('collection_id', collections.released),
    discardCollection: withId('collection_id', collections.released),
    settleCollection: withId('collection_id', collections.submitted),
    undoSettlement: withId('collection_id', collections.settled),
    recordReturn: withId('collection_id', collections.submitted, { item_id: submitted.live }),
    removeDebit: { parameters: { collection_id: collections.released, item_id: released.live } },
    unblockItem: { parameters: { collection_id: collections.submitted, item_id: submitted.returned } },
    changeCostUnit: withId('cost_unit_id', demo.costUnit),
    readDuesPlan: withId('plan_id', demo.plan),
    changeDuesPlan: withId('plan_id', demo.plan),
    setDuesVersion: withId('plan_id', demo.plan),
    compareDuesVersions: withId('plan_id', demo.plan),
    quoteDues: withId('plan_id', demo.plan),
    settleDuesDifference: withId('plan_id', demo.plan, { person_id: demo.claimedPerson, now: undefined }),
    runDues: { body: { plan_id: demo.plan, skip_faults: true } },
    readDuesRun: withId('run_id', demo.run),
    readDuesParts: withId('run_id', demo.run),
    discardDues: withId('run_id', demo.run),
    changeAccount: withId('account_id', bank),
    importStatements: withId('account_id', bank),
    readStatements: withId('account_id', bank),
    readStatementFile: withId('statement_id', demo.statement),
    undoImport: withId('statement_id', demo.newStatement),
    reconcileAccount: { parameters: { account_id: bank, on: today } },
    readAccountBalances: withId('account_id', bank),
    enterAccountBalance: { parameters: { account_id: bank, balance_on: `${year}-01-01` } },
    removeAccountBalance: { parameters: { account_id: bank, balance_on: `${year}-01-01` } },
    readCashCounts: withId('account_id', cash),
    countCash: withId('account_id', cash),
    readVoucher: withId('voucher_id', voucher),
    changeVoucher: withId('voucher_id', voucher),
    reverseVoucher: withId('voucher_id', voucher),
    bookFees: { body: { fee_ids: [paidInPart] } },
    readBankLine: withId('line_id', lines.open),
    confirmBankLine: withId('line_id', lines.open),
    ignoreBankLine: withId('line_id', lines.open),
    bookBankLines: {
      body: { data: [{ bank_line_id: lines.open, booking: { text: 'Room hire', sphere: 'ideal' } }] },
    },
    undoBankLineBookings: withId('bookings_id', demo.bookings),
    readBookingRule: withId('booking_rule_id', demo.rule),
    changeBookingRule: withId('booking_rule_id', demo.rule),
    deleteBookingRule: withId('booking_rule_id', demo.rule),
    loosenBankLine: withId('line_id', lines.done),
    restoreBankLine: withId('line_id', lines.ignored),
    readYear: withId('year', `${year}`),
    closeYear: withId('year', `${year - 1}`),
    reopenYear: withId('year', `${year - 2}`),
    readImport: withId('import_id', demo.draft),
    changeImport: withId('import_id', demo.draft),
    readImportRows: withId('import_id', demo.draft),
    runImport: withId('import_id', demo.draft, demo.mark === undefined ? undefined : { mark: demo.mark }),
    undoListImport: withId('import_id', demo.imported),
    discardImport: withId('import_id', demo.draft),
    readMail: withId('mail_id', mails.sent),
    readMailRecipients: withId('mail_id', mails.sent),
    stopMail: withId('mail_id', mails.sending),
    continueMail: withId('mail_id', mails.stopped),
    retryMail: withId('mail_id', mails.failed),
    readWebhookEndpoint: ofEndpoint,
    changeWebhookEndpoint: ofEndpoint,
    deleteWebhookEndpoint: ofEndpoint,
    showWebhookSecret: ofEndpoint,
    rotateWebhookSecret: ofEndpoint,
    replayWebhookEvents: { ...ofEndpoint, body: { after: undefined, since: today } },
    sendWebhookTest: ofEndpoint,
    readWebhookAttempts: ofEndpoint,
    sendWebhookAgain: { parameters: { webhook_endpoint_id: endpoint, attempt_id: attempt } },
  }
}

/** The first example of a body. */
function exampleOf({ schema, example }: Media, { components }: Described): unknown {
  const name = schema?.$ref?.split('/').at(-1)
  return example ?? (name ? components.schemas[name] : schema)?.examples?.[0]
}

const DAY_OF_MONEY = /^(paid|booked|settled|returned|counted|opening)_on$/

/**
 * The example with today as the day of its money: the first day of the demo's book depends on when the demo was made.
 */
function datedBy(today: string, example: object): object {
  const dated = JSON.stringify(example, (key, value) => (DAY_OF_MONEY.test(key) ? today : value))
  return JSON.parse(dated)
}

const datedXml = (example: unknown, today: string) =>
  typeof example === 'string' ? example.replace(/(<Dt>)[\d-]+/g, `$1${today}`) : example
