CREATE TABLE `dues_parts` (
	`workspace_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`period` text NOT NULL,
	`person_id` text NOT NULL,
	`part` text NOT NULL,
	`instalment` integer NOT NULL,
	`run_id` text NOT NULL,
	`fee_id` text,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`amount` integer NOT NULL,
	`cost_unit_id` text,
	`category_id` text,
	`sphere` text,
	`basis` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `plan_id`, `period`, `person_id`, `part`, `instalment`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `dues_parts_by_run` ON `dues_parts` (`workspace_id`,`run_id`);--> statement-breakpoint
CREATE INDEX `dues_parts_by_fee` ON `dues_parts` (`workspace_id`,`fee_id`,`position`) WHERE fee_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `dues_parts_by_person` ON `dues_parts` (`workspace_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `dues_runs` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`plan_id` text NOT NULL,
	`period` text NOT NULL,
	`from_period` text NOT NULL,
	`version_revision` integer NOT NULL,
	`version` text NOT NULL,
	`count` integer NOT NULL,
	`amount` integer NOT NULL,
	`batch_id` text NOT NULL,
	`state` text NOT NULL,
	`discard_reason` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `dues_runs_by_period` ON `dues_runs` (`workspace_id`,`plan_id`,`period`);--> statement-breakpoint
DROP INDEX `voucher_lines_by_payment`;--> statement-breakpoint
ALTER TABLE `voucher_lines` ADD `fee_part` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_lines_by_payment` ON `voucher_lines` (`workspace_id`,`payment_id`,`fee_part`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `persons` ADD `payer_id` text;--> statement-breakpoint
CREATE INDEX `persons_by_payer` ON `persons` (`workspace_id`,`payer_id`) WHERE payer_id IS NOT NULL;
