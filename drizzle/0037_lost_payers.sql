ALTER TABLE `persons` ADD `payer_agreed_on` text;--> statement-breakpoint
ALTER TABLE `persons` ADD `hides_fees_from_payer` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `persons` ADD `payer_lost_on` text;--> statement-breakpoint
CREATE INDEX `persons_by_lost_payer` ON `persons` (`workspace_id`) WHERE payer_lost_on IS NOT NULL;