import * as z from 'zod'
import { date, givenInstant } from '../../shared/text'
import { ROLES } from '../../staff/roles'

/** A list ends with what was erased, or ended, at the same instant as the one of this number. */
export const MAX_ERASURES = 50_000

const erasedPerson = z.strictObject({
  workspace_id: z.string(),
  person_id: z.string(),
  erased_at: givenInstant,
})

const erasedWorkspace = z.strictObject({
  workspace_id: z.string(),
  suspended_at: givenInstant.describe('Since when it was suspended'),
  erased_at: givenInstant,
})

const ends = {
  keys: z
    .array(z.strictObject({ workspace_id: z.string(), key_id: z.string(), at: givenInstant }))
    .describe('API keys that were revoked'),
  staff: z
    .array(
      z.strictObject({
        workspace_id: z.string(),
        staff_id: z.string(),
        role: z.enum(ROLES).nullable().describe('`null` for who no longer works for the workspace'),
        ends_on: date.nullable(),
        at: givenInstant,
      }),
    )
    .describe('What staff became whose membership changed'),
  passkeys: z
    .array(z.strictObject({ credential_id: z.string(), at: givenInstant }))
    .describe('Passkeys that their owners removed'),
  mandates: z
    .array(
      z.strictObject({
        workspace_id: z.string(),
        reference: z.string(),
        end_reason: z.enum(['replaced', 'removed', 'withdrawn']),
        at: givenInstant,
      }),
    )
    .describe('Mandates that ended'),
  news: z
    .array(z.strictObject({ workspace_id: z.string(), person_id: z.string(), at: givenInstant }))
    .describe('Persons who unsubscribed from news'),
}

const ranges = {
  until: givenInstant.describe(
    'Everything that was erased or ended before it is in the list; go on from here',
  ),
  is_complete: z.boolean().describe('Whether nothing follows: otherwise ask again, with `since` = `until`'),
  persons: z.array(erasedPerson),
  workspaces: z.array(erasedWorkspace),
}

/** What was erased and what ended in some time: ids, references of mandates, and nothing else of a person. */
export const erasures = z.strictObject({ ...ranges, ...ends }).meta({ id: 'Erasures' })
export type Erasures = z.infer<typeof erasures>
export type ErasedPerson = Erasures['persons'][number]
export type ErasedWorkspace = Erasures['workspaces'][number]

/** The lists of {@link Erasures}, without what they cover. */
export type Lists = Omit<Erasures, 'until' | 'is_complete'>

/** Those of {@link Lists} that say what ended. */
export type Ends = Pick<Lists, keyof typeof ends>

/** A list as it may be stored: older ones have erasures alone. */
export const storedErasures = z.strictObject({
  ...ranges,
  keys: ends.keys.default([]),
  staff: ends.staff.default([]),
  passkeys: ends.passkeys.default([]),
  mandates: ends.mandates.default([]),
  news: ends.news.default([]),
})

/** The body that applies a list again: what it was answered with. */
export const erasuresAgain = z.strictObject({ data: storedErasures }).meta({
  examples: [
    {
      data: {
        until: '2026-01-31T12:00:00.000Z',
        is_complete: true,
        persons: [
          {
            workspace_id: 'wsp_00000000DemoWorkspace000',
            person_id: 'per_00000000DemoAda000000000',
            erased_at: '2026-01-31T10:15:00.000Z',
          },
        ],
        workspaces: [],
        keys: [
          {
            workspace_id: 'wsp_00000000DemoWorkspace000',
            key_id: 'key_00000000DemoKey000000000',
            at: '2026-01-31T11:20:00.000Z',
          },
        ],
      },
    },
  ],
})

/** The query of a list of erasures. */
export const erasuresQuery = z.strictObject({
  since: givenInstant
    .describe('The instant whose state the data goes back to, or went back to')
    .meta({ examples: ['2026-01-31T09:30:00Z'] }),
})

/** How much of each list had come back, and has ended again. */
const endedAgain = z.object({
  keys: z.int().describe('API keys, revoked'),
  staff: z.int().describe('Staff, removed or with the role and the last date that they had'),
  passkeys: z.int().describe('Passkeys, removed'),
  mandates: z.int().describe('Persons who had a mandate that has ended'),
  news: z.int().describe('Persons, unsubscribed from news'),
})
export type EndedAgain = z.infer<typeof endedAgain>

/** What became of a list that was applied again. */
export const appliedErasures = z
  .object({
    applied: z.int().describe('Persons who had come back, and are deleted'),
    unknown: z
      .int()
      .describe('Persons whom the database does not have: they did not come back, or are deleted again'),
    ended: endedAgain,
    left: z.int().describe('What is still there of the persons and of what ended: send the same again'),
    suspended_workspace_ids: z
      .array(z.string())
      .describe('Erased workspaces that have come back. They are suspended as before: erase them again'),
    ownerless_workspace_ids: z
      .array(z.string())
      .describe('Workspaces whose last owner was removed again: add an owner'),
  })
  .meta({
    id: 'AppliedErasures',
    examples: [
      {
        applied: 1,
        unknown: 0,
        ended: { keys: 1, staff: 0, passkeys: 0, mandates: 0, news: 0 },
        left: 0,
        suspended_workspace_ids: [],
        ownerless_workspace_ids: [],
      },
    ],
  })
export type AppliedErasures = z.infer<typeof appliedErasures>
