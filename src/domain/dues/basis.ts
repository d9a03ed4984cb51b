import * as z from 'zod'
import type { NewPart } from './claims'
import { ageOn } from './period'
import type { Facts } from './reckon'
import { step, stepsToApi } from './steps'

/** What a part was computed from, as it is stored with it. It names no person, and is empty once the person is deleted. */
export const basis = z
  .object({
    period: z.string().describe('That of the run'),
    age: z.int().nullable().describe('On the key day'),
    joined: z.iso.date().nullable().describe('The join date at that time'),
    steps: z.array(step),
    why: z.string().describe('Why the person is exempt'),
    accepted: z.int().describe('What the plan said later, and was not claimed: a difference that was kept'),
  })
  .partial()
  .meta({ id: 'DuesBasis' })
export type Basis = z.infer<typeof basis>

/** What a part is computed from. */
export const basisOf = (
  { period, keyDay, version }: Facts,
  { person: { birthdate, joinDate }, line: { steps, why } }: NewPart,
): Basis => ({
  period: period.name,
  age: birthdate === null ? null : ageOn(birthdate, keyDay),
  joined: joinDate,
  steps: stepsToApi(steps, version.rules),
  ...(why !== undefined && { why }),
})
