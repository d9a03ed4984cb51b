ALTER TABLE `portal_sessions` ADD `former_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `portal_sessions` SET `person_ids` = json_object(`workspace_id`, json(`person_ids`));--> statement-breakpoint
CREATE INDEX `workspaces_by_portal_owner` ON `workspaces` (`superordinate_workspace_id`) WHERE portal_managed_by = 'superordinate';
