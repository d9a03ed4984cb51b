ALTER TABLE `cost_unit_categories` ADD `sphere` text;--> statement-breakpoint
ALTER TABLE `cost_units` ADD `sphere` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `is_nonprofit` integer DEFAULT false NOT NULL;