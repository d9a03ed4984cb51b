import type { SentencesOf } from './sentences'

/** Why a request of a program is refused. No form sends one that is. */
export type RequestRefusal =
  | { code: Plain }
  | { code: 'too_many_members' | 'too_many_fees_match' | 'too_many_events_match'; max: number }
  | { code: 'other_amount'; amount: number }
  | { code: 'segment_of_list'; list: string }
  | { code: 'data_younger'; at: string }
  | { code: 'not_exactly_one' | 'not_the_only_one'; keys: readonly string[] }

type Plain =
  | 'too_many_issues'
  | 'cursor_foreign'
  | 'cursor_before_restore'
  | 'event_before_restore'
  | 'since_before_restore'
  | 'restore_not_recorded'
  | 'bookmark_malformed'
  | 'key_malformed'
  | 'body_empty'
  | 'body_not_object'
  | 'body_not_utf8'
  | 'only_for_csv'
  | 'not_for_csv'
  | 'required_for_csv'
  | 'area_of_members'
  | 'members_of_several_workspaces'
  | 'claimed_twice'
  | 'segment_unknown'
  | 'segment_of_regular'
  | 'segment_unmet'

/** What callers of the API read about a refusal. */
export const requestMessages: SentencesOf<RequestRefusal> = {
  too_many_issues: 'has more errors than are named here; correct these first, or send fewer entries at once',
  cursor_foreign: 'was not issued for this list; begin without a cursor',
  cursor_before_restore:
    'was issued before the data was restored to an earlier state; begin without a cursor, and synchronize in full',
  event_before_restore:
    'names an event that is gone since the data was restored to an earlier state; synchronize in full, and go on from latest',
  since_before_restore:
    'lies in the time that is gone since the data was restored to an earlier state; synchronize in full, without it',
  restore_not_recorded:
    'names what ended in workspaces without a restore since then; record the restore first, and send it again',
  data_younger: ({ at }) =>
    `is earlier than the data, which has an event at ${at}; restore it first, or give the later instant`,
  bookmark_malformed: 'is not a bookmark; send back what a response carried, or leave it out',
  key_malformed: 'must be 1 to 255 printable ASCII characters, in quotes or without spaces',
  body_empty: 'must not be empty',
  body_not_object: 'must be a JSON object',
  body_not_utf8: 'must be CSV in UTF-8',
  only_for_csv: 'is for CSV alone; give it in the body',
  not_for_csv: 'is not for CSV, which holds all pages; leave it out',
  required_for_csv: 'is required for CSV',
  area_of_members: 'must be regular or left out: only members can be applicants',
  too_many_fees_match: ({ max }) => `matches more than ${max} fees; narrow it`,
  too_many_events_match: ({ max }) => `matches more than ${max} events; narrow the days`,
  too_many_members: ({ max }) => `names more than ${max} members; name one of them by person_id`,
  members_of_several_workspaces: 'names members of several workspaces; name one of them by person_id',
  claimed_twice: 'is named twice for the same period',
  segment_unknown:
    'is no view of this workspace that is shared with all staff, or not any more; read the segments again',
  segment_of_list: ({ list }) => `is a view of the list ${list}`,
  segment_of_regular: 'has no applicants; leave out the area',
  segment_unmet:
    'has a condition that the list cannot meet, or that this key may not ask; open the view on the dashboard',
  other_amount: ({ amount }) => `is not what would be claimed now, which is ${amount}`,
  not_exactly_one: ({ keys }) => `must have exactly one of ${keys.join(', ')}`,
  not_the_only_one: ({ keys }) => `must be the only one of ${keys.join(', ')}`,
}
