ALTER TABLE `payments` ADD `updated_at` text;--> statement-breakpoint
CREATE INDEX `payments_by_update` ON `payments` (`workspace_id`,`method`,coalesce(updated_at, created_at),`id`);
