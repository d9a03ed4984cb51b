CREATE TABLE `restores` (
	`epoch` integer PRIMARY KEY NOT NULL,
	`workspace_id` text,
	`at` text NOT NULL,
	`bookmark` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `mail_rules` ADD `held_for` integer;--> statement-breakpoint
ALTER TABLE `mails` ADD `held_for` integer;--> statement-breakpoint
CREATE INDEX `mails_held` ON `mails` (`workspace_id`,`id`) WHERE held_for IS NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `restores` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `debits_checked_for` integer DEFAULT 0 NOT NULL;
