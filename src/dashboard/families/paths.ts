import type { Relation } from '../../domain/person-fields/fields'

/** The pages of the persons who have lost their payer or guardian. */
export const TO_WITHOUT: Record<Relation, string> = {
  payer_id: '/members/without-payer',
  guardian_id: '/members/without-guardian',
}

/** The field of a form that leads back to that page. */
export const LIST_FIELD = 'list'

/** The page of the members who have died with money left to decide on. */
export const TO_DECEASED = '/members/deceased'
