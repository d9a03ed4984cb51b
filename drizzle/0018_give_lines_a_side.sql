ALTER TABLE `voucher_lines` ADD `side` text;--> statement-breakpoint
CREATE INDEX `vouchers_by_date` ON `vouchers` (`workspace_id`,`year`,`booked_on`) WHERE number > 0;