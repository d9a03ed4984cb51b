CREATE TABLE `repairs` (
	`name` text PRIMARY KEY NOT NULL,
	`position` text,
	`changed` integer NOT NULL,
	`finished_at` text
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `persons` ADD `sex` text;