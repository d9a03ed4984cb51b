CREATE TABLE `moves` (
	`moved_id` text PRIMARY KEY NOT NULL,
	`place` text NOT NULL,
	`step` text NOT NULL,
	`due_at` text NOT NULL,
	`progress` text,
	`held_by` text,
	`held_until` text,
	`file` text,
	`failure` text,
	`started_at` text,
	`moved_at` text,
	`finished_at` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `moves_in_progress` ON `moves` (`due_at`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE INDEX `moves_to` ON `moves` (`place`) WHERE moved_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `moving_to` text;