/** The page of the resignations that wait for staff. */
export const TO_RESIGNATIONS = '/members/resignations'
