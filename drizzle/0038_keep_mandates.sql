CREATE TABLE `mandates` (
	`workspace_id` text NOT NULL,
	`reference_key` text NOT NULL,
	`reference` text NOT NULL,
	`person_id` text NOT NULL,
	`holder` text,
	`address` text,
	`iban` text,
	`creditor` text,
	`signed_on` text,
	`granted` text NOT NULL,
	`text_version` text,
	`granted_at` text,
	`confirmed_by` text,
	`created_at` text NOT NULL,
	`ended_at` text,
	`end_reason` text,
	PRIMARY KEY(`workspace_id`, `reference_key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mandates_by_person` ON `mandates` (`workspace_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `mandates_ended` ON `mandates` (`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `persons_by_mandate` ON `persons` (`workspace_id`,lower(sepa_mandate ->> 'reference')) WHERE sepa_mandate IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `persons_with_mandate` AFTER INSERT ON `persons` WHEN new.`sepa_mandate` ->> 'reference' IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'mandate_reference_taken') FROM `mandates`
	WHERE `workspace_id` = new.`workspace_id` AND `reference_key` = lower(new.`sepa_mandate` ->> 'reference') AND (
		`end_reason` = 'withdrawn'
		OR (`reference` <> new.`sepa_mandate` ->> 'reference' AND EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded'))
		OR (`person_id` <> new.`id`
			AND (`iban` IS NULL OR `iban` IS NOT new.`bank_account` ->> 'iban' OR `signed_on` IS NOT new.`sepa_mandate` ->> 'signature_date')
			AND (`ended_at` IS NULL OR EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded'))));
	DELETE FROM `mandates`
	WHERE `workspace_id` = new.`workspace_id` AND `reference_key` = lower(new.`sepa_mandate` ->> 'reference') AND `person_id` <> new.`id` AND `ended_at` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded');
	UPDATE `mandates` SET `reference` = new.`sepa_mandate` ->> 'reference', `person_id` = new.`id`, `ended_at` = NULL, `end_reason` = NULL,
		`holder` = coalesce(new.`bank_account` ->> 'signatory', nullif(concat_ws(' ', new.`first_name`, new.`last_name`), ''),
			new.`email`, new.`membership_number`, new.`external_id`),
		`address` = new.`address`, `iban` = new.`bank_account` ->> 'iban', `signed_on` = new.`sepa_mandate` ->> 'signature_date',
		`creditor` = (SELECT json_object('name', `creditor_name`, 'id', `creditor_id`) FROM `workspaces`
			WHERE `id` = new.`workspace_id` AND `creditor_name` IS NOT NULL AND `creditor_id` IS NOT NULL)
	WHERE `workspace_id` = new.`workspace_id` AND `reference_key` = lower(new.`sepa_mandate` ->> 'reference') AND `granted` = 'paper' AND NOT EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded');
	INSERT INTO `mandates` (`workspace_id`, `reference_key`, `reference`, `person_id`, `holder`, `address`, `iban`, `creditor`, `signed_on`, `granted`, `created_at`)
	SELECT new.`workspace_id`, lower(new.`sepa_mandate` ->> 'reference'), new.`sepa_mandate` ->> 'reference', new.`id`,
		coalesce(new.`bank_account` ->> 'signatory', nullif(concat_ws(' ', new.`first_name`, new.`last_name`), ''),
			new.`email`, new.`membership_number`, new.`external_id`),
		new.`address`, new.`bank_account` ->> 'iban', (SELECT json_object('name', `creditor_name`, 'id', `creditor_id`) FROM `workspaces`
			WHERE `id` = new.`workspace_id` AND `creditor_name` IS NOT NULL AND `creditor_id` IS NOT NULL),
		new.`sepa_mandate` ->> 'signature_date', 'paper', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
	WHERE lower(new.`sepa_mandate` ->> 'reference') IS NOT NULL
	ON CONFLICT DO UPDATE SET `person_id` = excluded.`person_id`, `ended_at` = NULL, `end_reason` = NULL
	WHERE `mandates`.`ended_at` IS NOT NULL OR `mandates`.`person_id` <> excluded.`person_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_with_other_mandate` AFTER UPDATE OF `sepa_mandate`, `bank_account` ON `persons`
WHEN old.`sepa_mandate` IS NOT new.`sepa_mandate`
	OR (new.`sepa_mandate` IS NOT NULL AND old.`bank_account` IS NOT new.`bank_account`)
BEGIN
	UPDATE `mandates` SET
		`person_id` = coalesce((SELECT other.`id` FROM `persons` AS other INDEXED BY `persons_by_mandate`
			WHERE other.`workspace_id` = old.`workspace_id` AND other.`sepa_mandate` IS NOT NULL
				AND lower(other.`sepa_mandate` ->> 'reference') = lower(old.`sepa_mandate` ->> 'reference') LIMIT 1), `person_id`),
		`ended_at` = iif(EXISTS (SELECT other.`id` FROM `persons` AS other INDEXED BY `persons_by_mandate`
			WHERE other.`workspace_id` = old.`workspace_id` AND other.`sepa_mandate` IS NOT NULL
				AND lower(other.`sepa_mandate` ->> 'reference') = lower(old.`sepa_mandate` ->> 'reference') LIMIT 1), NULL, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
		`end_reason` = iif(EXISTS (SELECT other.`id` FROM `persons` AS other INDEXED BY `persons_by_mandate`
			WHERE other.`workspace_id` = old.`workspace_id` AND other.`sepa_mandate` IS NOT NULL
				AND lower(other.`sepa_mandate` ->> 'reference') = lower(old.`sepa_mandate` ->> 'reference') LIMIT 1), NULL,
			iif(new.`sepa_mandate` ->> 'reference' IS NULL, 'removed', 'replaced'))
	WHERE `workspace_id` = old.`workspace_id` AND `reference_key` = lower(old.`sepa_mandate` ->> 'reference') AND `person_id` = old.`id`
		AND `ended_at` IS NULL AND lower(old.`sepa_mandate` ->> 'reference') IS NOT lower(new.`sepa_mandate` ->> 'reference');
	SELECT RAISE(ABORT, 'mandate_reference_taken') FROM `mandates`
	WHERE new.`sepa_mandate` ->> 'reference' IS NOT old.`sepa_mandate` ->> 'reference' AND `workspace_id` = new.`workspace_id` AND `reference_key` = lower(new.`sepa_mandate` ->> 'reference') AND (
		`end_reason` = 'withdrawn'
		OR (`reference` <> new.`sepa_mandate` ->> 'reference' AND EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded'))
		OR (`person_id` <> new.`id`
			AND (`iban` IS NULL OR `iban` IS NOT new.`bank_account` ->> 'iban' OR `signed_on` IS NOT new.`sepa_mandate` ->> 'signature_date')
			AND (`ended_at` IS NULL OR EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded'))));
	DELETE FROM `mandates`
	WHERE `workspace_id` = new.`workspace_id` AND `reference_key` = lower(new.`sepa_mandate` ->> 'reference') AND `person_id` <> new.`id` AND `ended_at` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded');
	UPDATE `mandates` SET `reference` = new.`sepa_mandate` ->> 'reference', `person_id` = new.`id`, `ended_at` = NULL, `end_reason` = NULL,
		`holder` = coalesce(new.`bank_account` ->> 'signatory', nullif(concat_ws(' ', new.`first_name`, new.`last_name`), ''),
			new.`email`, new.`membership_number`, new.`external_id`),
		`address` = new.`address`, `iban` = new.`bank_account` ->> 'iban', `signed_on` = new.`sepa_mandate` ->> 'signature_date',
		`creditor` = (SELECT json_object('name', `creditor_name`, 'id', `creditor_id`) FROM `workspaces`
			WHERE `id` = new.`workspace_id` AND `creditor_name` IS NOT NULL AND `creditor_id` IS NOT NULL)
	WHERE `workspace_id` = new.`workspace_id` AND `reference_key` = lower(new.`sepa_mandate` ->> 'reference') AND `granted` = 'paper' AND NOT EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded');
	INSERT INTO `mandates` (`workspace_id`, `reference_key`, `reference`, `person_id`, `holder`, `address`, `iban`, `creditor`, `signed_on`, `granted`, `created_at`)
	SELECT new.`workspace_id`, lower(new.`sepa_mandate` ->> 'reference'), new.`sepa_mandate` ->> 'reference', new.`id`,
		coalesce(new.`bank_account` ->> 'signatory', nullif(concat_ws(' ', new.`first_name`, new.`last_name`), ''),
			new.`email`, new.`membership_number`, new.`external_id`),
		new.`address`, new.`bank_account` ->> 'iban', (SELECT json_object('name', `creditor_name`, 'id', `creditor_id`) FROM `workspaces`
			WHERE `id` = new.`workspace_id` AND `creditor_name` IS NOT NULL AND `creditor_id` IS NOT NULL),
		new.`sepa_mandate` ->> 'signature_date', 'paper', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
	WHERE lower(new.`sepa_mandate` ->> 'reference') IS NOT NULL
	ON CONFLICT DO UPDATE SET `person_id` = excluded.`person_id`, `ended_at` = NULL, `end_reason` = NULL
	WHERE `mandates`.`ended_at` IS NOT NULL OR `mandates`.`person_id` <> excluded.`person_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_without_mandates` AFTER DELETE ON `persons`
BEGIN
	UPDATE `mandates` SET `person_id` = (SELECT other.`id` FROM `persons` AS other INDEXED BY `persons_by_mandate`
			WHERE other.`workspace_id` = old.`workspace_id` AND other.`sepa_mandate` IS NOT NULL
				AND lower(other.`sepa_mandate` ->> 'reference') = lower(old.`sepa_mandate` ->> 'reference') LIMIT 1)
	WHERE `workspace_id` = old.`workspace_id` AND `reference_key` = lower(old.`sepa_mandate` ->> 'reference') AND `person_id` = old.`id`
		AND `ended_at` IS NULL AND EXISTS (SELECT other.`id` FROM `persons` AS other INDEXED BY `persons_by_mandate`
			WHERE other.`workspace_id` = old.`workspace_id` AND other.`sepa_mandate` IS NOT NULL
				AND lower(other.`sepa_mandate` ->> 'reference') = lower(old.`sepa_mandate` ->> 'reference') LIMIT 1);
	DELETE FROM `mandates`
	WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id` AND NOT EXISTS (SELECT 1 FROM `collection_items` AS item
			WHERE item.`workspace_id` = `mandates`.`workspace_id` AND item.`mandate_reference` = `mandates`.`reference` AND item.`state` <> 'discarded');
	UPDATE `mandates` SET `ended_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), `end_reason` = 'deleted'
	WHERE `workspace_id` = old.`workspace_id` AND `person_id` = old.`id` AND `ended_at` IS NULL;
END;
--> statement-breakpoint
INSERT INTO `mandates` (`workspace_id`, `reference_key`, `reference`, `person_id`, `holder`, `address`, `iban`, `creditor`, `signed_on`, `granted`, `created_at`)
SELECT `workspace_id`, lower(persons.`sepa_mandate` ->> 'reference'), persons.`sepa_mandate` ->> 'reference', `id`,
	coalesce(persons.`bank_account` ->> 'signatory', nullif(concat_ws(' ', persons.`first_name`, persons.`last_name`), ''),
			persons.`email`, persons.`membership_number`, persons.`external_id`),
	`address`, `bank_account` ->> 'iban', (SELECT json_object('name', `creditor_name`, 'id', `creditor_id`) FROM `workspaces`
			WHERE `workspaces`.`id` = `persons`.`workspace_id` AND `creditor_name` IS NOT NULL AND `creditor_id` IS NOT NULL),
	`sepa_mandate` ->> 'signature_date', 'paper', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
FROM `persons` WHERE persons.`sepa_mandate` ->> 'reference' IS NOT NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO `mandates` (`workspace_id`, `reference_key`, `reference`, `person_id`, `holder`, `iban`, `creditor`, `signed_on`, `granted`, `created_at`, `ended_at`, `end_reason`)
SELECT item.`workspace_id`, lower(item.`mandate_reference`), item.`mandate_reference`, item.`person_id`, item.`debtor_name`, item.`iban`,
	json_object('name', `collections`.`creditor` ->> 'name', 'id', `collections`.`creditor` ->> 'creditor_id'), item.`signed_on`, 'paper',
	strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
	iif(EXISTS (SELECT 1 FROM `persons` WHERE `persons`.`workspace_id` = item.`workspace_id` AND `list_id` IN ('members', 'contacts')
		AND `area` IN ('regular', 'applications') AND `persons`.`id` = item.`person_id`), 'replaced', 'deleted')
FROM `collection_items` AS item CROSS JOIN `collections`
WHERE `collections`.`workspace_id` = item.`workspace_id` AND `collections`.`id` = item.`collection_id` AND item.`state` <> 'discarded'
ORDER BY item.`id` DESC
ON CONFLICT DO NOTHING;
