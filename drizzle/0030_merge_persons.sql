CREATE TABLE `distinct_persons` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`other_person_id` text NOT NULL,
	`decided_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `person_id`, `other_person_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `distinct_persons_by_other` ON `distinct_persons` (`workspace_id`,`other_person_id`);--> statement-breakpoint
ALTER TABLE `deleted_persons` ADD `merged_into` text;--> statement-breakpoint
CREATE INDEX `deleted_persons_by_survivor` ON `deleted_persons` (`workspace_id`,`merged_into`) WHERE merged_into IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_recipients_covered` ON `mail_recipients` (`workspace_id`,`sent_with`,`mail_id`) WHERE sent_with IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `persons_without_decisions` AFTER DELETE ON `persons`
BEGIN
	DELETE FROM `distinct_persons` WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id`;
	DELETE FROM `distinct_persons` WHERE `workspace_id` = old.`workspace_id` AND `other_person_id` = old.`id`;
END;
