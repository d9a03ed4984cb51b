CREATE TABLE `mandate_reversals` (
	`workspace_id` text NOT NULL,
	`person_id` text NOT NULL,
	`granted_at` text NOT NULL,
	`reference` text NOT NULL,
	`account_given` text,
	`account_before` text,
	`method_before` text,
	`mandate_before` text,
	`evidence_before` text,
	`confirmed_by` text,
	`expires_at` text NOT NULL,
	`taken_back_at` text,
	PRIMARY KEY(`workspace_id`, `person_id`, `granted_at`)
);
--> statement-breakpoint
CREATE INDEX `mandate_reversals_by_expiry` ON `mandate_reversals` (`expires_at`);--> statement-breakpoint
CREATE INDEX `mandate_reversals_taken_back` ON `mandate_reversals` (`workspace_id`) WHERE taken_back_at IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `persons_without_mandate_reversals` AFTER DELETE ON `persons`
BEGIN
	DELETE FROM `mandate_reversals`
	WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id` AND `taken_back_at` IS NULL;
END;
