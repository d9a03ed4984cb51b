ALTER TABLE `bank_lines` ADD `entry_key` text;--> statement-breakpoint
ALTER TABLE `bank_lines` ADD `entry_kind` text;--> statement-breakpoint
CREATE INDEX `bank_lines_of_entries` ON `bank_lines` (`workspace_id`,`account_id`,`entry_key`,`entry_kind`) WHERE entry_key IS NOT NULL;