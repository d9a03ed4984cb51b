CREATE TABLE `__new_idempotent_requests` (
	`workspace_id` text NOT NULL,
	`operation` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`part` integer NOT NULL,
	`fingerprint` text,
	`owner` text,
	`person_id` text,
	`started_at` text NOT NULL,
	`result` text,
	PRIMARY KEY(`workspace_id`, `operation`, `idempotency_key`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_idempotent_requests`
SELECT k.`workspace_id`, r.`operation`, r.`idempotency_key`, r.`part`, r.`fingerprint`, r.`owner`,
	CASE WHEN r.`operation` LIKE 'POST /lists/%/persons' THEN r.`result` ->> 'id' END, r.`started_at`, r.`result`
FROM `idempotent_requests` AS r JOIN `api_keys` AS k ON k.`token_hash` = r.`token_hash`
WHERE NOT EXISTS (
	SELECT 1 FROM `idempotent_requests` AS other JOIN `api_keys` AS of_other ON of_other.`token_hash` = other.`token_hash`
	WHERE of_other.`workspace_id` = k.`workspace_id` AND other.`operation` = r.`operation`
		AND other.`idempotency_key` = r.`idempotency_key` AND other.`token_hash` < r.`token_hash`
);
--> statement-breakpoint
DROP TABLE `idempotent_requests`;--> statement-breakpoint
ALTER TABLE `__new_idempotent_requests` RENAME TO `idempotent_requests`;--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_start` ON `idempotent_requests` (`started_at`);--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_person` ON `idempotent_requests` (`person_id`) WHERE person_id IS NOT NULL;
