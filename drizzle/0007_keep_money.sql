CREATE TABLE `accounts` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`iban` text,
	`opening_on` text NOT NULL,
	`opening_amount` integer NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_by_iban` ON `accounts` (`workspace_id`,`iban`) WHERE iban IS NOT NULL;--> statement-breakpoint
CREATE TABLE `bank_lines` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`statement_id` text NOT NULL,
	`booked_on` text NOT NULL,
	`valued_on` text,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`party_name` text,
	`party_iban` text,
	`text` text NOT NULL,
	`end_to_end` text,
	`mandate_reference` text,
	`batch_reference` text,
	`transaction_code` text,
	`return_code` text,
	`return_text` text,
	`original_amount` integer,
	`charge` integer,
	`fingerprint` text NOT NULL,
	`ordinal` integer NOT NULL,
	`state` text NOT NULL,
	`assigned_amount` integer DEFAULT 0 NOT NULL,
	`person_id` text,
	`ignore_reason` text,
	`debits` text,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_lines_by_content` ON `bank_lines` (`workspace_id`,`account_id`,`fingerprint`,`ordinal`);--> statement-breakpoint
CREATE INDEX `bank_lines_by_date` ON `bank_lines` (`workspace_id`,`state`,`booked_on`,`id`);--> statement-breakpoint
CREATE INDEX `bank_lines_of_statement` ON `bank_lines` (`workspace_id`,`statement_id`,`id`);--> statement-breakpoint
CREATE INDEX `bank_lines_by_party` ON `bank_lines` (`workspace_id`,`party_iban`,`person_id`) WHERE party_iban IS NOT NULL AND person_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `cash_counts` (
	`workspace_id` text NOT NULL,
	`account_id` text NOT NULL,
	`id` text NOT NULL,
	`counted_on` text NOT NULL,
	`counted` integer NOT NULL,
	`expected` integer NOT NULL,
	`note` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `account_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `collection_fees` (
	`workspace_id` text NOT NULL,
	`fee_id` text NOT NULL,
	`item_id` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`payments_at_return` integer,
	PRIMARY KEY(`workspace_id`, `fee_id`, `item_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `collection_fees_live` ON `collection_fees` (`workspace_id`,`fee_id`) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX `collection_fees_of_item` ON `collection_fees` (`workspace_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `collection_files` (
	`workspace_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`part` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `collection_id`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `collection_items` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`collection_id` text NOT NULL,
	`reference` text NOT NULL,
	`person_id` text NOT NULL,
	`debtor_name` text NOT NULL,
	`iban` text NOT NULL,
	`mandate_reference` text NOT NULL,
	`signed_on` text NOT NULL,
	`amount` integer NOT NULL,
	`text` text NOT NULL,
	`has_new_account` integer NOT NULL,
	`state` text NOT NULL,
	`returned_on` text,
	`return_code` text,
	`charge` integer,
	`unblocked_at` text,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `collection_items_of_collection` ON `collection_items` (`workspace_id`,`collection_id`,`id`);--> statement-breakpoint
CREATE INDEX `collection_items_by_mandate` ON `collection_items` (`workspace_id`,`mandate_reference`,`id`);--> statement-breakpoint
CREATE INDEX `collection_items_returned_by_mandate` ON `collection_items` (`workspace_id`,`mandate_reference`,`id`) WHERE state = 'returned' AND unblocked_at IS NULL;--> statement-breakpoint
CREATE INDEX `collection_items_returned_by_iban` ON `collection_items` (`workspace_id`,`iban`,`id`) WHERE state = 'returned' AND unblocked_at IS NULL;--> statement-breakpoint
CREATE TABLE `collections` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`collection_date` text NOT NULL,
	`message_id` text NOT NULL,
	`creditor` text NOT NULL,
	`item_count` integer NOT NULL,
	`amount` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` text NOT NULL,
	`submitted_at` text,
	`settled_on` text,
	`discarded_at` text,
	`discard_reason` text,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `collections_in_progress` ON `collections` (`workspace_id`,`id`) WHERE state IN ('released', 'submitted');--> statement-breakpoint
CREATE TABLE `fiscal_years` (
	`workspace_id` text NOT NULL,
	`year` integer NOT NULL,
	`closed_at` text,
	`last_number` integer NOT NULL,
	`report` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `year`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `payments` (
	`workspace_id` text NOT NULL,
	`fee_id` text NOT NULL,
	`number` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`method` text,
	`paid_on` text NOT NULL,
	`reverses` text,
	`external_id` text,
	`note` text,
	`item_id` text,
	`bank_line_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `fee_id`, `number`),
	CONSTRAINT "payments_move_money" CHECK(amount <> 0)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_by_id` ON `payments` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_by_reversed` ON `payments` (`workspace_id`,`reverses`) WHERE reverses IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_by_external_id` ON `payments` (`workspace_id`,`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_of_bank_line` ON `payments` (`workspace_id`,`bank_line_id`) WHERE bank_line_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `statement_files` (
	`workspace_id` text NOT NULL,
	`sha256` text NOT NULL,
	`part` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `sha256`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `statements` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`sha256` text NOT NULL,
	`position` integer NOT NULL,
	`from_on` text,
	`to_on` text,
	`opening` integer,
	`closing` integer,
	`new_lines` integer NOT NULL,
	`known_lines` integer NOT NULL,
	`skipped_lines` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `statements_by_file` ON `statements` (`workspace_id`,`account_id`,`sha256`,`position`);--> statement-breakpoint
CREATE INDEX `statements_by_end` ON `statements` (`workspace_id`,`account_id`,`to_on`);--> statement-breakpoint
CREATE TABLE `voucher_lines` (
	`workspace_id` text NOT NULL,
	`year` integer NOT NULL,
	`number` integer NOT NULL,
	`line` integer NOT NULL,
	`amount` integer NOT NULL,
	`text` text,
	`cost_unit_id` text,
	`category_id` text,
	`sphere` text,
	`fee_id` text,
	`payment_id` text,
	PRIMARY KEY(`workspace_id`, `year`, `number`, `line`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_lines_by_payment` ON `voucher_lines` (`workspace_id`,`payment_id`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `vouchers` (
	`workspace_id` text NOT NULL,
	`year` integer NOT NULL,
	`number` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`other_account_id` text,
	`booked_on` text NOT NULL,
	`amount` integer NOT NULL,
	`text` text NOT NULL,
	`party` text,
	`bank_line_id` text,
	`bank_line_part` integer,
	`reverses` text,
	`reversed_by` text,
	`external_id` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `year`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_by_id` ON `vouchers` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_by_reversed` ON `vouchers` (`workspace_id`,`reverses`) WHERE reverses IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_by_external_id` ON `vouchers` (`workspace_id`,`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_by_account` ON `vouchers` (`workspace_id`,`account_id`,`booked_on`,`amount`);--> statement-breakpoint
CREATE INDEX `vouchers_by_other_account` ON `vouchers` (`workspace_id`,`other_account_id`,`booked_on`,`amount`) WHERE other_account_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_of_bank_line` ON `vouchers` (`workspace_id`,`bank_line_id`,`bank_line_part`) WHERE bank_line_id IS NOT NULL AND reversed_by IS NULL AND reverses IS NULL;--> statement-breakpoint
ALTER TABLE `fees` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `fees` ADD `due_on` text;--> statement-breakpoint
ALTER TABLE `fees` ADD `paid_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `fees` ADD `waived_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `fees` ADD `paid_on` text;--> statement-breakpoint
ALTER TABLE `fees` ADD `collection_id` text;--> statement-breakpoint
ALTER TABLE `fees` ADD `collection_date` text;--> statement-breakpoint
ALTER TABLE `fees` ADD `last_return` text;--> statement-breakpoint
ALTER TABLE `fees` ADD `cancellation` text;--> statement-breakpoint
ALTER TABLE `fees` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `fees_by_status` ON `fees` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `fees_to_pay` ON `fees` (`workspace_id`,`person_id`) WHERE status IN ('open', 'returned');--> statement-breakpoint
CREATE UNIQUE INDEX `fees_by_external_id` ON `fees` (`workspace_id`,`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `persons_by_iban` ON `persons` (`workspace_id`,bank_account ->> 'iban') WHERE bank_account IS NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `creditor_name` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `creditor_iban` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `creditor_id` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `notice_days` integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `year_start` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `passes_charges_on` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `confirms_certain_lines` integer DEFAULT 0 NOT NULL;