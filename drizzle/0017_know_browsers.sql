CREATE TABLE `known_browsers` (
	`browser_hash` text NOT NULL,
	`subject` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`browser_hash`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `known_browsers_by_expiry` ON `known_browsers` (`expires_at`);