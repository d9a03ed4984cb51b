CREATE TABLE `link_requests` (
	`hour` text NOT NULL,
	`subject` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `portal_sessions` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`person_ids` text NOT NULL,
	`expires_at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `portal_sessions_by_expiry` ON `portal_sessions` (`expires_at`);--> statement-breakpoint
ALTER TABLE `workspaces` ADD `portal_slug` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `portal_fields` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `portal_colour` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `portal_sender_name` text;--> statement-breakpoint
CREATE UNIQUE INDEX `workspaces_by_portal_slug` ON `workspaces` (`portal_slug`) WHERE portal_slug IS NOT NULL;--> statement-breakpoint
CREATE INDEX `fees_by_person` ON `fees` (`workspace_id`,`person_id`);