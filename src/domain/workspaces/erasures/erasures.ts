import * as z from 'zod'
import { givenInstant } from '../../shared/text'

/** A list ends with those that were erased at the same instant as the one of this number. */
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

/** What was erased in some time: ids and nothing else of a person. */
export const erasures = z
  .strictObject({
    until: givenInstant.describe('Everything that was erased before it is in the list; go on from here'),
    is_complete: z.boolean().describe('Whether nothing follows: otherwise ask again, with `since` = `until`'),
    persons: z.array(erasedPerson),
    workspaces: z.array(erasedWorkspace),
  })
  .meta({ id: 'Erasures' })
export type Erasures = z.infer<typeof erasures>
export type ErasedPerson = Erasures['persons'][number]
export type ErasedWorkspace = Erasures['workspaces'][number]

/** The body that applies erasures again: what a list of them was answered with. */
export const erasuresAgain = z.strictObject({ data: erasures }).meta({
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

/** What became of erasures that were applied again. */
export const appliedErasures = z
  .object({
    applied: z.int().describe('Persons who had come back, and are deleted'),
    unknown: z
      .int()
      .describe('Persons whom the database does not have: they did not come back, or are deleted again'),
    left: z.int().describe('Persons who are still there: send the same again'),
    suspended_workspace_ids: z
      .array(z.string())
      .describe('Erased workspaces that have come back. They are suspended as before: erase them again'),
  })
  .meta({
    id: 'AppliedErasures',
    examples: [{ applied: 1, unknown: 0, left: 0, suspended_workspace_ids: [] }],
  })
export type AppliedErasures = z.infer<typeof appliedErasures>
