import type { RecipientState } from '../../domain/mails/list-recipients'
import type { Review } from '../../domain/mails/review'
import type { OpenedMail } from '../../domain/mails/view'
import type { Done } from '../../http/done'
import type { Viewer } from '../layout'

/** What the page of a draft shows. */
export type ReviewProps = {
  review: Review
  viewer: Viewer
  /** The id of the person whom the preview shows; the first who gets the mail, unless told. */
  person?: string | undefined
  /** What the form before this page did. */
  done?: Done | undefined
  /** Whether the mail would go to others now, or say something else, than what was confirmed. */
  isChanged?: boolean
}

/** What the page of a mail shows that is or was sent. */
export type SentProps = {
  opened: Extract<OpenedMail, { isDraft: false }>
  viewer: Viewer
  /** The state of the recipients that are shown; all of them where undefined. */
  state: RecipientState | undefined
  /** What the form before this page did. */
  done: Done | undefined
}
