ALTER TABLE `email_reversals` ADD `is_untold` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `email_reversals` ADD `account_before` text;--> statement-breakpoint
ALTER TABLE `email_reversals` ADD `account_given` text;--> statement-breakpoint
CREATE INDEX `email_reversals_untold` ON `email_reversals` (`requested_at`) WHERE is_untold = 1;--> statement-breakpoint
ALTER TABLE `portal_guards` ADD `address_changed_at` text;--> statement-breakpoint
DROP TRIGGER `persons_with_new_address`;--> statement-breakpoint
CREATE TRIGGER `persons_with_new_address` AFTER UPDATE OF `email`, `list_id` ON `persons`
WHEN new.`list_id` = 'members' AND (lower(old.`email`) IS NOT lower(new.`email`)
	OR old.`list_id` <> 'members' AND new.`email` IS NOT NULL AND new.`bank_account` IS NOT NULL)
BEGIN
	INSERT INTO `portal_guards` (`workspace_id`, `person_id`, `generation`, `address_changed_at`, `changed_at`)
	VALUES (new.`workspace_id`, new.`id`, unixepoch(new.`updated_at`) * 1000,
		CASE WHEN new.`bank_account` IS NOT NULL THEN new.`updated_at` END, new.`updated_at`)
	ON CONFLICT DO UPDATE SET `generation` = max(`generation` + 1, excluded.`generation`),
		`address_changed_at` = excluded.`address_changed_at`, `changed_at` = excluded.`changed_at`;
END;
