ALTER TABLE `persons` ADD `guardian_lost_on` text;--> statement-breakpoint
CREATE INDEX `persons_by_lost_guardian` ON `persons` (`workspace_id`) WHERE guardian_lost_on IS NOT NULL;