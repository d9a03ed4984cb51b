CREATE TABLE `email_reversals` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`requested_at` text NOT NULL,
	`token_hash` text NOT NULL,
	`restores` text NOT NULL,
	`current_email` text NOT NULL,
	`agreed_at` text,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`, `requested_at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `email_reversals_by_token` ON `email_reversals` (`token_hash`);--> statement-breakpoint
CREATE INDEX `email_reversals_by_expiry` ON `email_reversals` (`expires_at`);--> statement-breakpoint
CREATE TABLE `portal_guards` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`address_given_at` text,
	`account_given_at` text,
	`changed_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `portal_sessions` ADD `kind` text DEFAULT 'bulk_mail' NOT NULL;--> statement-breakpoint
ALTER TABLE `portal_sessions` ADD `staff_id` text;--> statement-breakpoint
ALTER TABLE `portal_sessions` ADD `generations` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE TRIGGER `persons_with_new_address` AFTER UPDATE OF `email` ON `persons`
WHEN new.`list_id` = 'members' AND lower(old.`email`) IS NOT lower(new.`email`)
BEGIN
	INSERT INTO `portal_guards` (`workspace_id`, `person_id`, `generation`, `changed_at`)
	VALUES (new.`workspace_id`, new.`id`, unixepoch(new.`updated_at`) * 1000, new.`updated_at`)
	ON CONFLICT DO UPDATE SET `generation` = max(`generation` + 1, excluded.`generation`), `changed_at` = excluded.`changed_at`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_without_reversals` AFTER DELETE ON `persons` WHEN old.`list_id` = 'members'
BEGIN
	DELETE FROM `email_reversals` WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id`;
END;
