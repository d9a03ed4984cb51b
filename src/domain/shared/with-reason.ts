import * as z from 'zod'
import { singleLine } from './text'

/** The body that reopens a cancelled fee, or takes back what was done by mistake. */
export const withReason = z
  .strictObject({ reason: singleLine(500) })
  .meta({ examples: [{ reason: 'Recorded for the wrong fee' }] })
