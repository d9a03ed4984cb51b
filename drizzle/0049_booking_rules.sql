CREATE TABLE `booking_rules` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`party_key` text,
	`party_name` text,
	`text_contains` text,
	`sign` integer NOT NULL,
	`cost_unit_id` text,
	`category_id` text,
	`sphere` text,
	`side` text,
	`text` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `bank_lines` ADD `rule_id` text;--> statement-breakpoint
CREATE INDEX `bank_lines_by_rule` ON `bank_lines` (`workspace_id`,`rule_id`,`booked_on`) WHERE rule_id IS NOT NULL;