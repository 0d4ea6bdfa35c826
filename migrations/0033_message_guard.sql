CREATE TABLE "message_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"user_id" uuid,
	"phone" text NOT NULL,
	"statement" text NOT NULL,
	"place" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_preferences" (
	"recipient" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"progress" text NOT NULL,
	"reminders" text NOT NULL,
	"offers" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_preferences_progress" CHECK ("message_preferences"."progress" in ('email', 'whatsapp', 'none')),
	CONSTRAINT "message_preferences_reminders" CHECK ("message_preferences"."reminders" in ('email', 'whatsapp', 'none')),
	CONSTRAINT "message_preferences_offers" CHECK ("message_preferences"."offers" in ('email', 'whatsapp', 'none'))
);
--> statement-breakpoint
CREATE TABLE "other_reminders" (
	"payment_id" uuid NOT NULL,
	"due_date" date NOT NULL,
	"milestone" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "other_reminders_payment_id_due_date_milestone_pk" PRIMARY KEY("payment_id","due_date","milestone"),
	CONSTRAINT "other_reminders_milestone" CHECK ("other_reminders"."milestone" in ('coming', 'due', 'late-first', 'late-second', 'late-last'))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_status";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "not_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "about" text[];--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "dropped_reason" text;--> statement-breakpoint
ALTER TABLE "other_reminders" ADD CONSTRAINT "other_reminders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_consents_current" ON "message_consents" USING btree ("recipient") WHERE "message_consents"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "message_consents_of_user" ON "message_consents" USING btree ("user_id") WHERE "message_consents"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "message_consents_of_phone" ON "message_consents" USING btree ("phone") WHERE "message_consents"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "message_preferences_of_user" ON "message_preferences" USING btree ("user_id") WHERE "message_preferences"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("not_before") WHERE "messages"."not_before" is not null;--> statement-breakpoint
CREATE INDEX "messages_of_recipient" ON "messages" USING btree ("recipient","created_at") WHERE "messages"."recipient" is not null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_status" CHECK ("messages"."status" in ('queued', 'sent', 'failed', 'kept', 'dropped'));