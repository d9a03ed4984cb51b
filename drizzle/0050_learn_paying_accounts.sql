CREATE TABLE `paying_accounts` (
	`workspace_id` text NOT NULL,
	`iban` text NOT NULL,
	`person_id` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `iban`, `person_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `paying_accounts_by_person` ON `paying_accounts` (`workspace_id`,`person_id`);--> statement-breakpoint
INSERT INTO `paying_accounts` (`workspace_id`, `iban`, `person_id`)
SELECT DISTINCT `line`.`workspace_id`, `line`.`party_iban`, `fees`.`person_id`
FROM `bank_lines` AS `line`
CROSS JOIN `payments` INDEXED BY `payments_of_bank_line`
	ON `payments`.`workspace_id` = `line`.`workspace_id` AND `payments`.`bank_line_id` = `line`.`id`
	AND `payments`.`kind` = 'payment' AND `payments`.`item_id` IS NULL AND NOT EXISTS (
		SELECT 1 FROM `payments` AS `reversal`
		WHERE `reversal`.`workspace_id` = `payments`.`workspace_id` AND `reversal`.`reverses` = `payments`.`id`)
CROSS JOIN `fees` ON `fees`.`workspace_id` = `line`.`workspace_id` AND `fees`.`id` = `payments`.`fee_id`
CROSS JOIN `persons` ON `persons`.`workspace_id` = `line`.`workspace_id` AND `persons`.`list_id` IN ('members', 'contacts')
	AND `persons`.`area` IN ('regular', 'applications') AND `persons`.`id` = `fees`.`person_id`
WHERE `line`.`party_iban` IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `persons_without_paying_accounts` AFTER DELETE ON `persons`
BEGIN
	DELETE FROM `paying_accounts` WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id`;
END;
--> statement-breakpoint
DROP INDEX `bank_lines_by_party`;--> statement-breakpoint
ALTER TABLE `bank_lines` DROP COLUMN `person_id`;
