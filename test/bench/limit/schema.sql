-- The persons of the limit: the columns and indexes of the service, and beside them the finished JSON of each person,
-- which SQLite writes. All mandates here are on paper. Custom values are stored under the keys that callers see, one for each column of the list.
CREATE TABLE limit_persons (
  workspace_id TEXT NOT NULL,
  list_id TEXT NOT NULL,
  area TEXT NOT NULL,
  id TEXT NOT NULL,
  external_id TEXT,
  first_name TEXT,
  last_name TEXT,
  first_name_key TEXT NOT NULL DEFAULT '',
  last_name_key TEXT NOT NULL DEFAULT '',
  email TEXT,
  birthdate TEXT,
  sex TEXT,
  phone_numbers TEXT,
  address TEXT,
  bank_account TEXT,
  sepa_mandate TEXT,
  payment_method TEXT,
  payer_id TEXT,
  membership_number TEXT,
  join_date TEXT,
  leave_date TEXT,
  leave_reason TEXT,
  leave_note TEXT,
  guardian_id TEXT,
  custom_values TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  document TEXT NOT NULL GENERATED ALWAYS AS (
    '{"id":' || json_quote(id) || ',"external_id":' || json_quote(external_id)
    || ',"name":{"first_name":' || json_quote(first_name) || ',"last_name":' || json_quote(last_name)
    || '},"email":' || json_quote(email) || ',"birthdate":' || json_quote(birthdate)
    || ',"sex":' || json_quote(sex)
    || ',"phone_numbers":' || coalesce(phone_numbers, 'null') || ',"address":' || coalesce(address, 'null')
    || ',"bank_account":' || coalesce(bank_account, 'null')
    || ',"sepa_mandate":' || coalesce(json_insert(sepa_mandate, '$.granted', 'paper'), 'null')
    || ',"payment_method":' || json_quote(payment_method)
    || ',"payer_id":' || json_quote(payer_id)
    || ',"membership_number":' || json_quote(membership_number)
    || ',"join_date":' || json_quote(join_date) || ',"leave_date":' || json_quote(leave_date)
    || ',"leave_reason":' || json_quote(leave_reason) || ',"leave_note":' || json_quote(leave_note)
    || ',"guardian_id":' || json_quote(guardian_id)
    || ',"created_at":' || json_quote(created_at) || ',"updated_at":' || json_quote(updated_at)
    || ',"membership_status":"' || CASE area WHEN 'applications' THEN 'applicant' ELSE 'active' END || '",'
    || substr(custom_values, 2)
  ) STORED,
  PRIMARY KEY (workspace_id, list_id, area, id)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX limit_persons_by_external_id ON limit_persons (workspace_id, list_id, external_id)
WHERE external_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX limit_persons_by_email ON limit_persons (workspace_id, list_id, lower(email)) WHERE email IS NOT NULL;
--> statement-breakpoint
CREATE INDEX limit_persons_by_membership_number ON limit_persons (workspace_id, list_id, membership_number)
WHERE membership_number IS NOT NULL;
--> statement-breakpoint
CREATE INDEX limit_persons_by_update ON limit_persons (workspace_id, list_id, area, updated_at);
--> statement-breakpoint
CREATE INDEX limit_persons_by_name ON limit_persons (workspace_id, list_id, area, last_name_key, first_name_key, id);
