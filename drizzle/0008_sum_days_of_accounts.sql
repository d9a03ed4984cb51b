CREATE TABLE `account_days` (
	`workspace_id` text NOT NULL,
	`account_id` text NOT NULL,
	`booked_on` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `account_id`, `booked_on`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `account_days` (`workspace_id`, `account_id`, `booked_on`, `amount`)
SELECT `workspace_id`, `account_id`, `booked_on`, sum(`amount`)
FROM (
	SELECT `workspace_id`, `account_id`, `booked_on`, `amount` FROM `vouchers`
	UNION ALL
	SELECT `workspace_id`, `other_account_id`, `booked_on`, -`amount` FROM `vouchers` WHERE `other_account_id` IS NOT NULL
)
GROUP BY 1, 2, 3;--> statement-breakpoint
DROP INDEX `vouchers_by_account`;--> statement-breakpoint
DROP INDEX `vouchers_by_other_account`;