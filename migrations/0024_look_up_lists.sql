DROP INDEX "consultations_due";--> statement-breakpoint
CREATE INDEX "consultations_listed" ON "consultations" USING btree ("status","promised_at","id");