/** The page of the persons who have lost their payer. */
export const TO_WITHOUT_PAYER = '/members/without-payer'

/** The field of a form that leads back to that page. */
export const LIST_FIELD = 'list'

/** The page of the members who have died with money left to decide on. */
export const TO_DECEASED = '/members/deceased'
