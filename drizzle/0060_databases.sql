CREATE TABLE `staff_places` (
	`staff_id` text NOT NULL,
	`place` text NOT NULL,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`staff_id`, `place`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`named_id` text NOT NULL,
	`released_at` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `slugs_of_workspace` ON `slugs` (`named_id`);--> statement-breakpoint
CREATE INDEX `slugs_released` ON `slugs` (`released_at`) WHERE released_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `elsewhere` text DEFAULT '[]' NOT NULL;