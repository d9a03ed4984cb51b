/** Reads a path of the API with the demo key: what is in `data`, and undefined if the answer is an error. */
export type Ask = <Data>(path: string) => Promise<Data | undefined>

/** The ids of what the examples of the reference are about. Absent where somebody has changed the demo. */
export type Demo = {
  /** Fees by their `external_id`. */
  fees: Record<string, string>
  payment?: string
  /** A payment that waits to be booked, and one that is left out of the book. */
  waitingPayment?: string
  leftOutPayment?: string
  /** The latest collection in each state. */
  collections: Record<string, string>
  /** A debit of the submitted collection in each state. */
  submitted: Record<string, string>
  /** A debit of the released collection in each state. */
  released: Record<string, string>
  costUnit?: string
  plan?: string
  /** A run of dues, and the member of whom the plan says otherwise than was claimed. */
  run?: string
  claimedPerson?: string | undefined
  bank?: string
  cash?: string
  voucher?: string
  statement?: string
  /** The statement that was imported last, with whose lines nothing was done. */
  newStatement?: string
  /** A bank line in each state. */
  lines: Record<string, string>
  /** Lines that were booked together. */
  bookings?: string | undefined
  /** A booking rule. */
  rule?: string
  /** A mail in each state, and one that `failed` for a member. */
  mails: Record<string, string>
  /** An endpoint of webhooks, and an attempt of it. */
  endpoint?: string
  attempt?: string
  /** A draft of an import, and one that was run. */
  draft?: string
  imported?: string
  /** What a run of the draft would do. */
  mark?: string | undefined
  /** The first year of the book. */
  year: number
}

type DemoVoucher = { id: string; bank_line_id: string | null; lines: { fee_id: string | null }[] }

/** Whether people entered a voucher, so that it can be reversed. */
const isEntered = ({ bank_line_id, lines }: DemoVoucher): boolean =>
  bank_line_id === null && lines.every(({ fee_id }) => fee_id === null)

type Named = { id: string; state: string }

/** Reads the demo through the API. Returns undefined if the demo key is not valid. */
export async function readDemo(ask: Ask): Promise<Demo | undefined> {
  const fees = await ask<{ id: string; external_id: string | null }[]>('/fees?per_page=500')
  if (!fees) return undefined
  const feeIds = Object.fromEntries(fees.map(({ id, external_id }) => [external_id ?? '', id]))
  const collections = byState(await ask<Named[]>('/collections?per_page=500'))
  const [
    payments,
    waiting,
    decided,
    collection,
    released,
    accounts,
    costUnits,
    plans,
    runs,
    vouchers,
    lines,
    rules,
    mails,
    endpoints,
  ] = await Promise.all([
    ask<{ id: string }[]>(`/fees/${feeIds['annual-2026-m-1008']}/payments`),
    ask<{ id: string }[]>('/payments/waiting'),
    ask<{ id: string; booking: string | null }[]>(`/fees/${feeIds['second-shirt-2026-m-1004']}/payments`),
    ask<{ items: Named[] }>(`/collections/${collections.submitted}`),
    ask<{ items: Named[] }>(`/collections/${collections.released}`),
    ask<{ id: string; kind: string; opening_on: string }[]>('/accounts'),
    ask<{ id: string }[]>('/cost_units'),
    ask<{ id: string }[]>('/dues_plans'),
    ask<{ id: string }[]>('/dues_runs'),
    ask<DemoVoucher[]>('/vouchers?unassigned=true&per_page=500'),
    ask<(Named & { bookings_id: string | null })[]>('/bank_lines?per_page=500'),
    ask<{ id: string }[]>('/booking_rules'),
    ask<(Named & { counts: { failed: number } })[]>('/mails?per_page=500'),
    ask<{ id: string }[]>('/webhook_endpoints'),
  ])
  const parts = runs?.[0] && (await ask<{ person_id: string }[]>(`/dues_runs/${runs[0].id}/parts`))
  const imports = await ask<Named[]>('/lists/members/imports')
  const draft = imports?.find(({ state }) => state === 'draft')
  const prepared = draft && (await ask<{ mark: string }>(`/imports/${draft.id}`))
  const [endpoint] = endpoints ?? []
  const attempts = endpoint && (await ask<{ id: string }[]>(`/webhook_endpoints/${endpoint.id}/attempts`))
  const bank = accounts?.find(({ kind }) => kind === 'bank')
  const statements = await ask<{ id: string }[]>(`/accounts/${bank?.id}/statements?per_page=500`)
  return {
    fees: feeIds,
    collections,
    submitted: byState(collection?.items),
    released: byState(released?.items),
    lines: byState(lines),
    mails: { ...byState(mails), ...ids({ failed: mails?.find(({ counts }) => counts.failed > 0) }) },
    mark: prepared?.mark,
    bookings: lines?.find(({ bookings_id }) => bookings_id !== null)?.bookings_id ?? undefined,
    claimedPerson: parts?.[0]?.person_id,
    year: Number(bank?.opening_on.slice(0, 4) ?? new Date().getUTCFullYear()),
    ...ids({
      payment: payments?.[0],
      waitingPayment: waiting?.[0],
      leftOutPayment: decided?.find(({ booking }) => booking === 'left_out'),
      costUnit: costUnits?.at(-1),
      plan: plans?.[0],
      run: runs?.[0],
      rule: rules?.[0],
      endpoint,
      attempt: attempts?.[0],
      bank,
      cash: accounts?.find(({ kind }) => kind === 'cash'),
      voucher: vouchers?.find(isEntered),
      draft,
      imported: imports?.find(({ state }) => state === 'imported'),
      statement: statements?.[0],
      newStatement: statements?.at(-1),
    }),
  }
}

const byState = (things: Named[] = []): Record<string, string> =>
  Object.fromEntries(things.map(({ state, id }) => [state, id]))

/** The ids of those things that are there. */
function ids<Key extends string>(things: Record<Key, { id: string } | undefined>): { [K in Key]?: string } {
  const present = Object.entries<{ id: string } | undefined>(things).filter(([, thing]) => thing)
  return Object.fromEntries(present.map(([name, thing]) => [name, thing?.id])) as { [K in Key]?: string }
}
