CREATE TABLE `resignations` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`person_id` text NOT NULL,
	`leave_date` text NOT NULL,
	`cause` text,
	`note` text,
	`sent_at` text NOT NULL,
	`sent_by` text NOT NULL,
	`state` text NOT NULL,
	`token_hash` text,
	`expires_at` text NOT NULL,
	`confirmed_at` text,
	`accepted_at` text,
	`withdrawal_asked_at` text,
	`withdrawn_at` text,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `resignations_by_person` ON `resignations` (`workspace_id`,`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `resignations_to_decide` ON `resignations` (`workspace_id`) WHERE state = 'confirmed' OR withdrawal_asked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `resignations_by_token` ON `resignations` (`token_hash`) WHERE token_hash IS NOT NULL;--> statement-breakpoint
ALTER TABLE `persons` ADD `leave_reason` text;--> statement-breakpoint
ALTER TABLE `persons` ADD `leave_note` text;--> statement-breakpoint
CREATE INDEX `persons_deceased` ON `persons` (`workspace_id`,bank_account ->> 'iban') WHERE leave_reason = 'deceased';--> statement-breakpoint
ALTER TABLE `workspaces` ADD `leaving_notice_weeks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `leaving_end` text DEFAULT 'year' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `resignations_take_effect` text DEFAULT 'by_staff' NOT NULL;--> statement-breakpoint
CREATE TRIGGER `persons_without_resignations` AFTER DELETE ON `persons` WHEN old.`list_id` = 'members'
BEGIN
	DELETE FROM `resignations` WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id`;
END;
