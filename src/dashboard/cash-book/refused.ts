import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { refusedIn, withPaths } from '../refusals'
import type { Refused } from '../refused-fields'
import { bookTexts } from './texts'

/** The message for each refused input of a form of the book, and for what no input takes. */
export const refusedInBook = (faults: Faults, viewer: Viewer): Refused =>
  refusedIn(withPaths(faults, inputOf), bookTexts(viewer.locale).fields, viewer)

/** The name of the input that a path of an issue is about. */
function inputOf(path: string): string {
  const name = path.replace(/^data\.0\.?/, '').replace(/(costunit_name|category_name)$/, 'place')
  return name === 'Idempotency-Key' || name === 'external_id' || name === '' ? 'form' : name
}
