import type { QueuedMail } from '../../src/env'
import type { Options } from './call'
import { deliverMails, PUBLIC_URL, submit } from './portal'
import { operator, type Workspace, workspace } from './workspace'

export const STATUTES = 'https://example.org/satzung'

/** The fields of an application that a new form takes. */
export const APPLICATION = {
  'name.first_name': 'Ada',
  'name.last_name': 'Lovelace',
  birthdate: '1985-12-10',
  email: 'ada@example.org',
  'address.street': 'Uferweg 12',
  'address.postcode': '10115',
  'address.city': 'Berlin',
  'address.country_code': 'DE',
  'consent.statutes': '1',
}

/** Creates a workspace whose form is switched on. */
export async function joinable(join_form: object = {}, settings: object = {}): Promise<Workspace> {
  return workspace({
    member_portal: { slug: 'tsv' },
    ...settings,
    join_form: { enabled: true, statutes_url: STATUTES, ...join_form },
  })
}

/** Changes the form of a workspace. */
export const setJoinForm = (club: Workspace, join_form: object) =>
  operator('PATCH', `/operator/workspaces/${club.id}`, { join_form })

/** Submits an application. Returns the response and the queued mails. */
export async function applyTo(
  segment: string,
  fields: Record<string, string> | [string, string][] = APPLICATION,
  options: Options = {},
) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const answer = await submit(`/join/${segment}`, fields, {
    ...options,
    env: { PUBLIC_URL, MAILS, ...options.env },
  })
  return { answer, queued }
}

/** The path of the link in the mail of an application. */
export async function mailedPath(queued: QueuedMail[]): Promise<string> {
  const { sent } = await deliverMails(queued)
  return String(/\/join\/confirm\/(?:[b-z]\.)?[\w-]{43}/.exec(String(sent[0]?.text)))
}

/** Submits an application and returns the path of the link in its mail. */
export const appliedPath = async (...request: Parameters<typeof applyTo>): Promise<string> =>
  mailedPath((await applyTo(...request)).queued)

const child = (place: number, first_name: string, birthdate: string) => ({
  [`${place}.name.first_name`]: first_name,
  [`${place}.name.last_name`]: 'Lovelace',
  [`${place}.birthdate`]: birthdate,
})

/** The fields of an application of two adults and three children, of whom the first one pays for all. */
export const FAMILY: Record<string, string> = {
  ...APPLICATION,
  'family.asks': '1',
  'family.joins': '1',
  'consent.custody': '1',
  'consent.pays': '1',
  ...child(2, 'Ben', '1984-01-01'),
  ...child(3, 'Cleo', '2017-03-04'),
  ...child(4, 'Dan', '2015-03-04'),
  ...child(5, 'Eli', '2013-03-04'),
}

/** Applies by the form of a workspace, and confirms with the link of the mail. */
export async function joinBy(segment: string, fields: Record<string, string> = FAMILY): Promise<void> {
  await submit(await appliedPath(segment, fields))
}
