CREATE TABLE `api_keys` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`permissions` text NOT NULL,
	`expires_at` text,
	`created_at` text NOT NULL,
	`revoked_at` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_of_workspace` ON `api_keys` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `cost_unit_categories` (
	`workspace_id` text NOT NULL,
	`cost_unit_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `cost_unit_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `cost_unit_categories_by_name` ON `cost_unit_categories` (`workspace_id`,`cost_unit_id`,`name`);--> statement-breakpoint
CREATE TABLE `cost_units` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `cost_units_by_name` ON `cost_units` (`workspace_id`,`name`);--> statement-breakpoint
CREATE TABLE `custom_columns` (
	`workspace_id` text NOT NULL,
	`list_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`allowed_values` text,
	`external_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `list_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_columns_by_external_id` ON `custom_columns` (`workspace_id`,`list_id`,`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `deleted_persons` (
	`workspace_id` text NOT NULL,
	`list_id` text NOT NULL,
	`deleted_at` text NOT NULL,
	`id` text NOT NULL,
	`external_id` text,
	PRIMARY KEY(`workspace_id`, `list_id`, `deleted_at`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `fees` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`reference` text NOT NULL,
	`amount` integer NOT NULL,
	`description` text NOT NULL,
	`person_id` text NOT NULL,
	`person_name` text NOT NULL,
	`cost_unit_id` text,
	`category_id` text,
	`sphere` text,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `fees_by_person` ON `fees` (`workspace_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `idempotent_requests` (
	`token_hash` text NOT NULL,
	`operation` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`part` integer NOT NULL,
	`fingerprint` text,
	`owner` text,
	`started_at` text NOT NULL,
	`result` text,
	PRIMARY KEY(`token_hash`, `operation`, `idempotency_key`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_start` ON `idempotent_requests` (`started_at`);--> statement-breakpoint
CREATE TABLE `link_requests` (
	`hour` text NOT NULL,
	`subject` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `persons` (
	`workspace_id` text NOT NULL,
	`list_id` text NOT NULL,
	`area` text NOT NULL,
	`id` text NOT NULL,
	`external_id` text,
	`first_name` text,
	`last_name` text,
	`email` text,
	`birthdate` text,
	`phone_numbers` text,
	`address` text,
	`bank_account` text,
	`sepa_mandate` text,
	`payment_method` text,
	`membership_number` text,
	`join_date` text,
	`leave_date` text,
	`custom_values` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `list_id`, `area`, `id`),
	CONSTRAINT "persons_identified" CHECK(coalesce(first_name, last_name, email, membership_number, external_id) IS NOT NULL)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_by_external_id` ON `persons` (`workspace_id`,`list_id`,`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `persons_by_email` ON `persons` (`workspace_id`,`list_id`,lower(email)) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `persons_by_membership_number` ON `persons` (`workspace_id`,`list_id`,`membership_number`) WHERE membership_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `persons_by_update` ON `persons` (`workspace_id`,`list_id`,`area`,`updated_at`);--> statement-breakpoint
CREATE TABLE `portal_sessions` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`person_ids` text NOT NULL,
	`expires_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `portal_sessions_by_expiry` ON `portal_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`locale` text NOT NULL,
	`timezone` text NOT NULL,
	`currency` text NOT NULL,
	`subscription_variant` text NOT NULL,
	`superordinate_workspace_id` text,
	`portal_enabled` integer NOT NULL,
	`portal_managed_by` text NOT NULL,
	`portal_functions` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`portal_slug` text,
	`portal_fields` text DEFAULT '{}' NOT NULL,
	`portal_colour` text,
	`portal_sender_name` text,
	CONSTRAINT "workspaces_portal_managed" CHECK(portal_managed_by = 'workspace' OR superordinate_workspace_id IS NOT NULL)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `workspaces_by_portal_slug` ON `workspaces` (`portal_slug`) WHERE portal_slug IS NOT NULL;