ALTER TABLE `workspaces` ADD `charge_cost_unit_id` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `charge_category_id` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `charge_sphere` text;