CREATE TABLE `import_mappings` (
	`workspace_id` text NOT NULL,
	`list_id` text NOT NULL,
	`headers_hash` text NOT NULL,
	`settings` text NOT NULL,
	`used_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `list_id`, `headers_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `import_parts` (
	`workspace_id` text NOT NULL,
	`import_id` text NOT NULL,
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `import_id`, `kind`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `imports` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`list_id` text NOT NULL,
	`state` text NOT NULL,
	`file_name` text NOT NULL,
	`head` text NOT NULL,
	`settings` text NOT NULL,
	`counts` text,
	`batch_id` text,
	`accounts_batch_id` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`expires_at` text,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `imports_by_expiry` ON `imports` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `replaced_lists` text;
