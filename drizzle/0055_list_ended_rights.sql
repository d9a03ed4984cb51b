CREATE TABLE `removed_passkeys` (
	`removed_at` text NOT NULL,
	`credential_id` text NOT NULL,
	PRIMARY KEY(`removed_at`, `credential_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `api_keys_revoked` ON `api_keys` (`revoked_at`) WHERE revoked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `news_refusals_by_time` ON `news_refusals` (`refused_at`);