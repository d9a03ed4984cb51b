CREATE TABLE `daily_counts` (
	`workspace_id` text NOT NULL,
	`day` text NOT NULL,
	`members` integer NOT NULL,
	`contacts` integer NOT NULL,
	`open_fees` integer NOT NULL,
	`open_amount` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_seals` (
	`workspace_id` text NOT NULL,
	`last_number` integer NOT NULL,
	`first_number` integer NOT NULL,
	`digests` text NOT NULL,
	`hash` text NOT NULL,
	`sealed_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `last_number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `events` (
	`workspace_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` text NOT NULL,
	`request_id` text NOT NULL,
	`batch_id` text NOT NULL,
	`action` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`door` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_name` text,
	`changes` text,
	`salt` text,
	PRIMARY KEY(`workspace_id`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `events_of_subject` ON `events` (`workspace_id`,`subject_id`,`number`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`workspace_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` text NOT NULL,
	`accepted_at` text,
	`ends_on` text,
	PRIMARY KEY(`workspace_id`, `staff_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `memberships_of_staff` ON `memberships` (`staff_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`used_at` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `passkeys_of_staff` ON `passkeys` (`staff_id`);--> statement-breakpoint
CREATE TABLE `segments` (
	`workspace_id` text NOT NULL,
	`list_id` text NOT NULL,
	`id` text NOT NULL,
	`staff_id` text,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `list_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sign_in_requests` (
	`request_hash` text PRIMARY KEY NOT NULL,
	`staff_id` text,
	`code_hash` text,
	`session_hash` text,
	`challenge` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sign_in_requests_by_expiry` ON `sign_in_requests` (`expires_at`);--> statement-breakpoint
CREATE TABLE `staff` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`locale` text,
	`has_shortcuts` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_by_email` ON `staff` (`email`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`staff_id` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` text NOT NULL,
	`proved_at` text NOT NULL,
	`expires_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `staff_sessions_of_staff` ON `staff_sessions` (`staff_id`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_expiry` ON `staff_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `table_columns` (
	`workspace_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`list_id` text NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `staff_id`, `list_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `custom_columns` ADD `position` integer DEFAULT 0 NOT NULL;