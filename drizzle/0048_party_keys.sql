ALTER TABLE `bank_lines` ADD `party_key` text;--> statement-breakpoint
ALTER TABLE `bank_lines` ADD `booked_sign` integer;--> statement-breakpoint
ALTER TABLE `bank_lines` ADD `bookings_id` text;--> statement-breakpoint
CREATE INDEX `bank_lines_booked_before` ON `bank_lines` (`workspace_id`,`party_key`,`booked_sign`,`booked_on`,`id`) WHERE party_key IS NOT NULL AND booked_sign IS NOT NULL;--> statement-breakpoint
CREATE INDEX `bank_lines_booked_together` ON `bank_lines` (`workspace_id`,`bookings_id`) WHERE bookings_id IS NOT NULL;--> statement-breakpoint
UPDATE `bank_lines` SET `party_key` = `party_iban` WHERE `party_iban` IS NOT NULL;--> statement-breakpoint
UPDATE `bank_lines` SET `booked_sign` = sign(`amount`)
WHERE `state` = 'done' AND `debits` IS NULL AND `elsewhere_amount` = 0 AND EXISTS (
	SELECT 1 FROM `vouchers` CROSS JOIN `voucher_lines`
	WHERE `vouchers`.`workspace_id` = `bank_lines`.`workspace_id` AND `bank_line_id` = `bank_lines`.`id`
		AND `reversed_by` IS NULL AND `reverses` IS NULL AND `vouchers`.`amount` = `bank_lines`.`amount`
		AND `voucher_lines`.`workspace_id` = `vouchers`.`workspace_id` AND `voucher_lines`.`year` = `vouchers`.`year`
		AND `voucher_lines`.`number` = `vouchers`.`number` AND `voucher_lines`.`amount` = `vouchers`.`amount`
		AND `fee_id` IS NULL);