ALTER TABLE `event_seals` ADD `parts` text;--> statement-breakpoint
ALTER TABLE `event_seals` ADD `kept` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `events_swept_to` integer DEFAULT 0 NOT NULL;