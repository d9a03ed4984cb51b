/**
 * The acts of staff that need a fresh proof: a code or passkey that is at most half an hour old. Each with the number of
 * things that it may touch without one.
 */
export const ACTS_WITH_PROOF = {
  manage_staff: 0,
  manage_api_keys: 0,
  manage_webhooks: 0,
  add_passkey: 0,
  remove_passkey: 0,
  leave_portal: 0,
  hand_back_portal: 0,
  set_creditor: 0,
  switch_book: 0,
  create_portal_link: 0,
  release_collection: 0,
  download_collection_file: 0,
  download_statement_file: 0,
  reopen_year: 0,
  export_log: 0,
  export_workspace: 0,
  export_person: 0,
  export_persons: 100,
  export_debits: 100,
  delete_persons: 1,
  reject_applicants: 1,
  undo_import: 100,
} as const satisfies Record<string, number>

export type ActWithProof = keyof typeof ACTS_WITH_PROOF

/** Whether an act of staff needs a fresh proof; `count` is how many things it touches. */
export const needsProof = (act: ActWithProof, count = Number.POSITIVE_INFINITY): boolean =>
  count > ACTS_WITH_PROOF[act]
