ALTER TABLE "provider_events" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "provider_events_outbox" ON "provider_events" USING btree ("waiting_since") WHERE "provider_events"."waiting_since" is not null;