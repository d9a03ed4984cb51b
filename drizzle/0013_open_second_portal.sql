CREATE TABLE `email_changes` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`email` text NOT NULL,
	`replaces` text,
	`token_hash` text NOT NULL,
	`requested_at` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `email_changes_by_token` ON `email_changes` (`token_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_by_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `join_requests` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`email` text NOT NULL,
	`input` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `join_requests_by_expiry` ON `join_requests` (`expires_at`);--> statement-breakpoint
CREATE TABLE `workspace_logos` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `workspaces` ADD `portal_address_form` text DEFAULT 'sie' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `portal_logo` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `join_form` text;