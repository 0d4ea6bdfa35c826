ALTER TABLE "messages" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("waiting_since") WHERE "messages"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "events_waiting" ON "events" USING btree ("waiting_since") WHERE "events"."waiting_since" is not null;