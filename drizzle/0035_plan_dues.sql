CREATE TABLE `dues_plans` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`list_id` text NOT NULL,
	`name` text NOT NULL,
	`interval` text NOT NULL,
	`description` text NOT NULL,
	`archived_at` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `dues_versions` (
	`workspace_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`from_period` text NOT NULL,
	`key_day` text NOT NULL,
	`due_day` integer NOT NULL,
	`pro_rata` text NOT NULL,
	`rounding` integer NOT NULL,
	`instalments` text,
	`rules` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`workspace_id`, `plan_id`, `from_period`)
) WITHOUT ROWID;
