import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const customColumns = sqliteTable(
  'custom_columns',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    allowedValues: text('allowed_values'),
    externalId: text('external_id'),
    /** Where the office put the column; columns with the same position are in the order of their ids. */
    position: integer('position').notNull().default(0),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.id] }),
    uniqueIndex('custom_columns_by_external_id')
      .on(t.workspaceId, t.listId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
  ],
)

// The key has the area, so that a page of members never reads past applicants. One by id takes one more empty lookup.
export const persons = sqliteTable(
  'persons',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    area: text('area', { enum: ['regular', 'applications'] }).notNull(),
    id: text('id').notNull(),
    externalId: text('external_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** The folded names, by which a list is searched and put in order; see `nameKey`. */
    firstNameKey: text('first_name_key').notNull().default(''),
    lastNameKey: text('last_name_key').notNull().default(''),
    email: text('email'),
    birthdate: text('birthdate'),
    sex: text('sex'),
    phoneNumbers: text('phone_numbers'),
    address: text('address'),
    bankAccount: text('bank_account'),
    sepaMandate: text('sepa_mandate'),
    paymentMethod: text('payment_method'),
    membershipNumber: text('membership_number'),
    joinDate: text('join_date'),
    leaveDate: text('leave_date'),
    /** Why the membership ends: one of `LEAVE_REASONS`, and more in words. */
    leaveReason: text('leave_reason'),
    leaveNote: text('leave_note'),
    /** The person who pays for this one. A payer has none. */
    payerId: text('payer_id'),
    /** The day on which the payer agreed to pay, if that is known. */
    payerAgreedOn: text('payer_agreed_on'),
    /** Whether an adult keeps the payer from seeing its fees and payments. */
    hidesFeesFromPayer: integer('hides_fees_from_payer', { mode: 'boolean' }).notNull().default(false),
    /** The day on which the last payer was deleted or died, until somebody decides who pays. */
    payerLostOn: text('payer_lost_on'),
    /** The person who acts for this one until it is 18. */
    guardianId: text('guardian_id'),
    /** The day on which the last guardian was deleted or died, until somebody decides who acts. */
    guardianLostOn: text('guardian_lost_on'),
    /** The application by the form that brought the person, with those who applied together. */
    applicationId: text('application_id'),
    customValues: text('custom_values').notNull(),
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.area, t.id] }),
    uniqueIndex('persons_by_external_id')
      .on(t.workspaceId, t.listId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
    index('persons_by_email').on(t.workspaceId, t.listId, sql`lower(email)`).where(sql`email IS NOT NULL`),
    index('persons_by_membership_number')
      .on(t.workspaceId, t.listId, t.membershipNumber)
      .where(sql`membership_number IS NOT NULL`),
    index('persons_by_update').on(t.workspaceId, t.listId, t.area, t.updatedAt),
    index('persons_by_iban')
      .on(t.workspaceId, sql`bank_account ->> 'iban'`)
      .where(sql`bank_account IS NOT NULL`),
    index('persons_by_mandate')
      .on(t.workspaceId, sql`lower(sepa_mandate ->> 'reference')`)
      .where(sql`sepa_mandate IS NOT NULL`),
    index('persons_by_payer').on(t.workspaceId, t.payerId).where(sql`payer_id IS NOT NULL`),
    index('persons_by_guardian').on(t.workspaceId, t.guardianId).where(sql`guardian_id IS NOT NULL`),
    index('persons_by_application').on(t.workspaceId, t.applicationId).where(sql`application_id IS NOT NULL`),
    index('persons_by_lost_payer').on(t.workspaceId).where(sql`payer_lost_on IS NOT NULL`),
    index('persons_by_lost_guardian').on(t.workspaceId).where(sql`guardian_lost_on IS NOT NULL`),
    // Also finds whether an account is one of the deceased.
    index('persons_deceased')
      .on(t.workspaceId, sql`bank_account ->> 'iban'`)
      .where(sql`leave_reason = 'deceased'`),
    index('persons_by_name').on(t.workspaceId, t.listId, t.area, t.lastNameKey, t.firstNameKey, t.id),
    check(
      'persons_identified',
      sql`coalesce(first_name, last_name, email, membership_number, external_id) IS NOT NULL`,
    ),
  ],
)

export const deletedPersons = sqliteTable(
  'deleted_persons',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    deletedAt: text('deleted_at').notNull(),
    id: text('id').notNull(),
    externalId: text('external_id'),
    /** The person into whom this one was merged. */
    mergedInto: text('merged_into'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.deletedAt, t.id] }),
    index('deleted_persons_by_survivor').on(t.workspaceId, t.mergedInto).where(sql`merged_into IS NOT NULL`),
  ],
)

/** Pairs of persons of which staff said that they are two. The ids are in their order. */
export const distinctPersons = sqliteTable(
  'distinct_persons',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    otherPersonId: text('other_person_id').notNull(),
    decidedAt: text('decided_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.personId, t.otherPersonId] }),
    index('distinct_persons_by_other').on(t.workspaceId, t.otherPersonId),
  ],
)

/** Saved queries of a list: those of one member of staff, or of all where `staff_id` is NULL. */
export const segments = sqliteTable(
  'segments',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    id: text('id').notNull(),
    staffId: text('staff_id'),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.listId, t.id] })],
)

/** The columns that a member of staff sees in the table of a list, as a JSON array of field keys. */
export const tableColumns = sqliteTable(
  'table_columns',
  {
    workspaceId: text('workspace_id').notNull(),
    staffId: text('staff_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    columns: text('columns').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.staffId, t.listId] })],
)

/** What the nightly run repairs once in all rows: the key where it goes on, a JSON array, and how many rows it has changed. */
export const repairs = sqliteTable('repairs', {
  name: text('name').primaryKey(),
  position: text('position'),
  changed: integer('changed').notNull(),
  finishedAt: text('finished_at'),
})
