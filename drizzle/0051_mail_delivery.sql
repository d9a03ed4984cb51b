CREATE TABLE `sent_days` (
	`day` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sent_messages` (
	`message_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`mail_id` text NOT NULL,
	`person_id` text NOT NULL,
	`at` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `mails` ADD `held_on` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `recipients_swept_at` text;--> statement-breakpoint
CREATE INDEX `mails_to_sweep` ON `mails` (`workspace_id`,`sent_at`) WHERE sent_at IS NOT NULL AND recipients_swept_at IS NULL;