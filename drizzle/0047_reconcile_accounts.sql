CREATE TABLE `bank_days` (
	`workspace_id` text NOT NULL,
	`account_id` text NOT NULL,
	`booked_on` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `account_id`, `booked_on`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `account_balances` (
	`workspace_id` text NOT NULL,
	`account_id` text NOT NULL,
	`balance_on` text NOT NULL,
	`balance` integer NOT NULL,
	`entered_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `account_id`, `balance_on`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `account_days` ADD `tied` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `other_met_line_id` text;--> statement-breakpoint
CREATE INDEX `transfers_met_by_line` ON `vouchers` (`workspace_id`,`other_met_line_id`) WHERE other_met_line_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_without_line` ON `vouchers` (`workspace_id`,`account_id`,`booked_on`,`kind`,`amount`) WHERE bank_line_id IS NULL AND met_line_id IS NULL AND reversed_by IS NULL AND reverses IS NULL;--> statement-breakpoint
CREATE INDEX `bank_lines_elsewhere` ON `bank_lines` (`workspace_id`,`account_id`,`booked_on`,`elsewhere_amount`) WHERE elsewhere_amount <> 0;--> statement-breakpoint
INSERT INTO `bank_days` (`workspace_id`, `account_id`, `booked_on`, `amount`)
SELECT `workspace_id`, `account_id`, `booked_on`, sum(`amount`) FROM `bank_lines` WHERE `currency` = 'EUR' GROUP BY 1, 2, 3;--> statement-breakpoint
UPDATE `account_days` SET `tied` = shown.`amount`
FROM (
	SELECT `workspace_id`, `account_id`, `booked_on`, sum(`amount`) AS `amount` FROM `vouchers`
	WHERE `bank_line_id` IS NOT NULL OR `met_line_id` IS NOT NULL GROUP BY 1, 2, 3
) AS shown
WHERE `account_days`.`workspace_id` = shown.`workspace_id` AND `account_days`.`account_id` = shown.`account_id`
	AND `account_days`.`booked_on` = shown.`booked_on`;
