ALTER TABLE `mandates` ADD `amendments` text;--> statement-breakpoint
ALTER TABLE `mandates` ADD `settled_at` text;