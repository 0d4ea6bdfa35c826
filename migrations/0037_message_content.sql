ALTER TABLE "messages" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "body_ended_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "messages_with_body" ON "messages" USING btree ("created_at") WHERE "messages"."body_ended_at" is null;