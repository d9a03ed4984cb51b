import * as z from 'zod'
import { SPHERES } from '../../../db/schema'
import { type CostUnitIndex, expenseIssues } from '../../fees/expenses'
import type { Issue } from '../../shared/error-list'
import { nameLine } from '../../shared/text'

/** What a line is booked to. */
export const assignment = {
  costunit_name: nameLine(255).nullish().describe('The name of a cost unit that is not archived'),
  category_name: nameLine(255).nullish().describe('The name of one of its categories'),
  sphere: z
    .enum(SPHERES)
    .nullish()
    // Stored with the line as it is written, so that a later change of the cost unit moves nothing that is booked.
    .describe('Absent, that of the category or of the cost unit, if it has one'),
}

/** The issues of an assignment of any shape. */
export function* assignmentIssues(given: object, costUnits: CostUnitIndex): Iterable<Issue> {
  for (const [[, key], refusal] of expenseIssues(given, costUnits)) yield [[String(key)], refusal]
}
