CREATE TABLE `sandbox_mails` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`at` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `workspaces` ADD `is_sandbox` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `workspaces_sandboxes` ON `workspaces` (`id`) WHERE is_sandbox;