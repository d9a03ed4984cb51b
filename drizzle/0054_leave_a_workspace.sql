CREATE TABLE `workspace_erasures` (
	`erased_id` text NOT NULL,
	`started_at` text NOT NULL,
	`request_id` text NOT NULL,
	`suspended_at` text NOT NULL,
	`copy_of` text,
	`last_export` text,
	`counts` text DEFAULT '{}' NOT NULL,
	`backups_deleted` integer,
	`backups_kept` integer,
	`finished_at` text,
	PRIMARY KEY(`erased_id`, `started_at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `workspace_erasures_in_progress` ON `workspace_erasures` (`started_at`) WHERE finished_at IS NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `suspended_at` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `copy_of` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `copied_at` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `exporting_since` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `last_export` text;--> statement-breakpoint
CREATE INDEX `workspaces_copies` ON `workspaces` (`copied_at`) WHERE copy_of IS NOT NULL;