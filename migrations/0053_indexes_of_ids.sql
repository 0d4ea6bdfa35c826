DROP INDEX "charges_at_provider";--> statement-breakpoint
DROP INDEX "charges_preference";--> statement-breakpoint
DROP INDEX "provider_payments_by_approval";--> statement-breakpoint
CREATE UNIQUE INDEX "charges_at_provider" ON "charges" USING btree ("provider","provider_id") WHERE "charges"."provider_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_preference" ON "charges" USING btree ("provider","preference_id") WHERE "charges"."preference_id" is not null;--> statement-breakpoint
CREATE INDEX "provider_payments_by_approval" ON "provider_payments" USING btree ("provider","approved_at") WHERE "provider_payments"."approved_at" is not null;