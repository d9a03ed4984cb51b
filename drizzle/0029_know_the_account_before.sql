ALTER TABLE `portal_guards` ADD `account_before` text;--> statement-breakpoint
ALTER TABLE `portal_guards` ADD `account_given` text;--> statement-breakpoint
ALTER TABLE `portal_guards` ADD `account_changed_at` text;--> statement-breakpoint
DROP TRIGGER `persons_without_reversals`;--> statement-breakpoint
CREATE TRIGGER `persons_without_reversals` AFTER DELETE ON `persons` WHEN old.`list_id` = 'members'
BEGIN
	DELETE FROM `email_reversals` WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id`;
	UPDATE `portal_guards` SET `account_before` = NULL, `account_given` = NULL, `account_changed_at` = NULL
	WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id` AND `account_given` IS NOT NULL;
END;
