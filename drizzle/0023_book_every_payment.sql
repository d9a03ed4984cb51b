CREATE TABLE `booking_decisions` (
	`workspace_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`voucher_id` text,
	`reason` text,
	`decided_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `payment_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `booking_decisions_of_voucher` ON `booking_decisions` (`workspace_id`,`voucher_id`) WHERE voucher_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `bank_lines` ADD `elsewhere_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `booking` text;--> statement-breakpoint
-- Books nothing: it notes which payments have their voucher, and which come to nothing with the one that takes them back.
UPDATE `payments` SET `booking` = 'booked' WHERE `kind` <> 'waiver' AND EXISTS (
  SELECT 1 FROM `voucher_lines` AS line
  WHERE line.`workspace_id` = `payments`.`workspace_id` AND line.`payment_id` = `payments`.`id`);--> statement-breakpoint
UPDATE `payments` SET `booking` = 'taken_back' WHERE `booking` IS NULL AND `kind` <> 'waiver' AND (
  `reverses` IS NOT NULL OR EXISTS (
    SELECT 1 FROM `payments` AS reversal
    WHERE reversal.`workspace_id` = `payments`.`workspace_id` AND reversal.`reverses` = `payments`.`id`
      AND reversal.`booking` IS NOT 'booked'));--> statement-breakpoint
CREATE INDEX `payments_to_book` ON `payments` (`workspace_id`,`paid_on`,`id`) WHERE booking IS NULL AND kind <> 'waiver';--> statement-breakpoint
ALTER TABLE `vouchers` ADD `met_line_id` text;--> statement-breakpoint
CREATE INDEX `vouchers_met_by_line` ON `vouchers` (`workspace_id`,`met_line_id`) WHERE met_line_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_to_meet` ON `vouchers` (`workspace_id`,`account_id`,`amount`,`booked_on`) WHERE kind = 'money' AND bank_line_id IS NULL AND met_line_id IS NULL AND reversed_by IS NULL AND reverses IS NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `keeps_book` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `book_begins_on` text;