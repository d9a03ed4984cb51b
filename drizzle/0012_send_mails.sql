CREATE TABLE `blocked_addresses` (
	`workspace_id` text NOT NULL,
	`address` text NOT NULL,
	`reason` text NOT NULL,
	`blocked_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `address`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `mail_days` (
	`workspace_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	`alerted_at` text,
	PRIMARY KEY(`workspace_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mail_days_to_alert` ON `mail_days` (`day`) WHERE count >= 16000 AND alerted_at IS NULL;--> statement-breakpoint
CREATE TABLE `mail_occasions` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`occasion` text NOT NULL,
	`subject` text NOT NULL,
	`mail_id` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`, `occasion`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mail_occasions_of_mail` ON `mail_occasions` (`workspace_id`,`mail_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `mail_recipients` (
	`workspace_id` text NOT NULL,
	`mail_id` text NOT NULL,
	`person_id` text NOT NULL,
	`address` text NOT NULL,
	`sent_with` text,
	`state` text NOT NULL,
	`reason` text,
	`claim` text,
	`at` text NOT NULL,
	`unsubscribe_hash` text,
	PRIMARY KEY(`workspace_id`, `mail_id`, `person_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mail_recipients_by_person` ON `mail_recipients` (`workspace_id`,`person_id`,`mail_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `mail_recipients_by_token` ON `mail_recipients` (`unsubscribe_hash`) WHERE unsubscribe_hash IS NOT NULL;--> statement-breakpoint
CREATE TABLE `mail_rules` (
	`workspace_id` text NOT NULL,
	`occasion` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`kind` text NOT NULL,
	`offset_days` integer DEFAULT 0 NOT NULL,
	`enabled_at` text,
	`last_event` integer DEFAULT 0 NOT NULL,
	`done_until` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `occasion`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mail_rules_enabled` ON `mail_rules` (`workspace_id`,`occasion`) WHERE enabled_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `mails` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`kind` text NOT NULL,
	`occasion` text,
	`list_id` text NOT NULL,
	`audience` text,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`waiting` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`sent_at` text,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mails_in_progress` ON `mails` (`workspace_id`,`id`) WHERE state = 'sending';--> statement-breakpoint
CREATE TABLE `news_refusals` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`refused_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `reminders` (
	`workspace_id` text NOT NULL,
	`fee_id` text NOT NULL,
	`level` integer NOT NULL,
	`person_id` text NOT NULL,
	`mail_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `fee_id`, `level`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `reminders_of_mail` ON `reminders` (`workspace_id`,`mail_id`,`person_id`);--> statement-breakpoint
ALTER TABLE `fees` ADD `reminder_hold` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `contact_name` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `contact_email` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `contact_phone` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `imprint_url` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `privacy_url` text;