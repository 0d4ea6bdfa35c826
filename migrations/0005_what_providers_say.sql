CREATE TABLE "raw_payments" (
	"provider" text NOT NULL,
	"digest" text NOT NULL,
	"provider_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "raw_payments_provider_digest_pk" PRIMARY KEY("provider","digest")
);
--> statement-breakpoint
CREATE TABLE "set_aside_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"amount" bigint,
	"currency" text,
	"digest" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"tries" integer NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tell_after" integer NOT NULL,
	"told_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	"resolution" text,
	CONSTRAINT "set_aside_payments_reason" CHECK ("set_aside_payments"."reason" in ('unreadable', 'foreign_currency', 'not_recordable'))
);
--> statement-breakpoint
ALTER TABLE "provider_payments" ADD COLUMN "doubts" text;--> statement-breakpoint
ALTER TABLE "provider_cursors" ADD COLUMN "moved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_cursors" ADD COLUMN "complete_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_cursors" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_cursors" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "raw_payments_of_payment" ON "raw_payments" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "raw_payments_oldest" ON "raw_payments" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "set_aside_payments_known" ON "set_aside_payments" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "set_aside_payments_due" ON "set_aside_payments" USING btree ("next_try_at") WHERE "set_aside_payments"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "set_aside_payments_open" ON "set_aside_payments" USING btree ("since") WHERE "set_aside_payments"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "provider_events_to_try" ON "provider_events" USING btree ("tries","received_at") WHERE "provider_events"."processed_at" is null;