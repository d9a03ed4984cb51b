ALTER TABLE `persons` ADD `guardian_id` text;--> statement-breakpoint
ALTER TABLE `persons` ADD `application_id` text;--> statement-breakpoint
CREATE INDEX `persons_by_guardian` ON `persons` (`workspace_id`,`guardian_id`) WHERE guardian_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `persons_by_application` ON `persons` (`workspace_id`,`application_id`) WHERE application_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `join_requests` ADD `draft_hash` text;--> statement-breakpoint
CREATE INDEX `join_requests_by_address` ON `join_requests` (`workspace_id`,`email`) WHERE input <> '';--> statement-breakpoint
CREATE INDEX `join_requests_by_draft` ON `join_requests` (`draft_hash`) WHERE draft_hash IS NOT NULL;