CREATE TABLE `dead_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`kind` text NOT NULL,
	`workspace_id` text,
	`body` text,
	`error` text,
	`died_at` text NOT NULL,
	`claimed_at` text,
	`replayed_at` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_messages_by_message` ON `dead_messages` (`message_id`);--> statement-breakpoint
CREATE INDEX `dead_messages_by_workspace` ON `dead_messages` (`workspace_id`) WHERE workspace_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `watches` (
	`name` text PRIMARY KEY NOT NULL,
	`checked_at` text NOT NULL,
	`raised_at` text,
	`detail` text,
	`told_at` text
) WITHOUT ROWID;
