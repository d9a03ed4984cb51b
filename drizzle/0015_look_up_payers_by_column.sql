-- Lookups name references in another form than before. Without them, suggestions take one more trip.
UPDATE `bank_lines` SET `lookups` = NULL WHERE `lookups` IS NOT NULL;
