CREATE INDEX `import_mappings_by_use` ON `import_mappings` (`used_at`);--> statement-breakpoint
DELETE FROM `import_mappings`;--> statement-breakpoint
UPDATE `imports` SET `head` = json_set(`head`, '$.headers', json('[]'), '$.sheets', json('[]'), '$.sheet', NULL, '$.notes', json('[]'), '$.totals', json('[]'), '$.options', json('{}')) WHERE `state` <> 'draft' AND `expires_at` IS NULL;
