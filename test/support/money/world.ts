import { vi } from 'vitest'
import { addAccount, upload } from '../bank'
import { type Answer, call, type Options } from '../call'
import { addPersons, claim, collectingClub, payer, setDay, TODAY } from '../direct-debits'
import { type Copier, copierOf, type Workspace } from '../workspace'

/** A club with all that money is done with: fees, accounts with money, and a cost unit. */
export type World = { club: Workspace; feeIds: string[]; bank: string; cash: string }

/** A request that moves money, or says where it is. */
type Request = { path: string; body?: unknown; file?: Uint8Array }

export type MoneyAct = {
  what: string
  operation: string
  status: 200 | 201 | 204
  /** Makes all that the request needs, and gives its ids and body. */
  prepare: (world: World) => Promise<Request> | Request
  /** What the request does when it is sent again: it is refused, it changes nothing, or it takes effect again. */
  again: 'refused' | 'nothing' | 'repeats'
}

export const DAY = '2026-02-03'
export const REASON = { reason: 'Recorded by mistake' }
export const PAID = { paid_on: DAY, method: 'bank_transfer' }

const made = new Map<string, { world: World; copy: Copier; instant: number }>()

/** A world for one act, on the day of its collections. Those with the same settings are copies of the first one. */
export async function moneyWorld(settings: object = {}): Promise<World> {
  const name = JSON.stringify(settings)
  const known = made.get(name)
  if (known) {
    setDay(TODAY)
    vi.setSystemTime(known.instant)
    return { ...known.world, club: await known.copy() }
  }
  const world = await createWorld(settings)
  made.set(name, { world, copy: await copierOf(world.club), instant: Date.now() })
  return world
}

async function createWorld(settings: object): Promise<World> {
  const club = await collectingClub({ bookkeeping: { passes_charges_on: true }, ...settings })
  await addPersons(
    club,
    [1, 2, 3].map((n) => payer(n)),
  )
  const booked = { attached_expense: { sphere: 'ideal' } }
  const feeIds = await claim(club, [
    { person_external_id: 'm1', ...booked },
    { person_external_id: 'm2', ...booked },
    { person_external_id: 'm3' },
  ])
  await club.post('/cost_units', { name: 'Youth', categories: ['Balls'] })
  const bank = await addAccount(club)
  // Ids of one millisecond have no order.
  vi.setSystemTime(Date.now() + 1)
  const cash = await addAccount(club, { kind: 'cash', name: 'Cash', iban: null, opening_amount: 50_000 })
  return { club, feeIds, bank, cash }
}

/** Prepares an act in a world, and gives the function that sends its request. */
export async function prepared({ operation, prepare }: MoneyAct, world: World) {
  const [method = ''] = operation.split(' ')
  const { path, body, file } = await prepare(world)
  return (options: Options = {}): Promise<Answer> =>
    file
      ? upload(world.club, world.bank, file, options)
      : call(method, path, { key: world.club.key, body, ...options })
}

/** What a request answers that must succeed. */
export const answered = async (sent: Promise<Answer>) => {
  const { status, body, text } = await sent
  if (status > 201) throw new Error(text)
  return body.data
}
