CREATE TABLE `parked_deliveries` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`first` integer NOT NULL,
	`delivery` text NOT NULL,
	`failures` integer NOT NULL,
	`next_at` text,
	`parked_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `endpoint_id`, `first`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`first` integer,
	`last` integer,
	`type` text NOT NULL,
	`at` text NOT NULL,
	`status` integer,
	`failure` text,
	`milliseconds` integer NOT NULL,
	`answer` text,
	PRIMARY KEY(`workspace_id`, `endpoint_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`events` text NOT NULL,
	`key_id` text,
	`state` text NOT NULL,
	`reason` text,
	`cursor` integer NOT NULL,
	`sending` text,
	`trying` text,
	`claim` text,
	`claimed_until` text,
	`failing_since` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_at` text,
	`notices` integer DEFAULT 0 NOT NULL,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`rotated_at` text,
	`state_at` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `workspaces` ADD `has_webhooks` integer DEFAULT false NOT NULL;