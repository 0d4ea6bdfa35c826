CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"is_given" boolean NOT NULL,
	"version" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('testimonial', 'contact-after'))
);
--> statement-breakpoint
CREATE TABLE "privacy_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"person_key" text NOT NULL,
	"sealed" "bytea",
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "privacy_requests_kind" CHECK ("privacy_requests"."kind" in ('erasure', 'correction', 'question')),
	CONSTRAINT "privacy_requests_status" CHECK ("privacy_requests"."status" in ('open', 'done', 'declined', 'cancelled')),
	CONSTRAINT "privacy_requests_decided_at" CHECK (("privacy_requests"."status" = 'open') = ("privacy_requests"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "consultations" ADD COLUMN "contact_index" text[];--> statement-breakpoint
ALTER TABLE "consultations" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contract_acceptances" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contract_addenda" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "postponements" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "consents_of_user" ON "consents" USING btree ("user_id","purpose","at");--> statement-breakpoint
CREATE INDEX "privacy_links_expires_at" ON "privacy_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_once" ON "privacy_requests" USING btree ("person_key","kind") WHERE "privacy_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "privacy_requests_of_person" ON "privacy_requests" USING btree ("person_key","created_at");--> statement-breakpoint
CREATE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("created_at","id") WHERE "privacy_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "privacy_requests_decided" ON "privacy_requests" USING btree ("decided_at","id") WHERE "privacy_requests"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "privacy_requests_to_finish" ON "privacy_requests" USING btree ("decided_at") WHERE "privacy_requests"."kind" = 'erasure' and "privacy_requests"."status" = 'done' and "privacy_requests"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "consultations_by_contact" ON "consultations" USING gin ("contact_index");--> statement-breakpoint
CREATE INDEX "consultations_to_index" ON "consultations" USING btree ("id") WHERE "consultations"."contact_index" is null;--> statement-breakpoint
CREATE INDEX "consultations_to_forget" ON "consultations" USING btree ("created_at","id") WHERE "consultations"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "message_consents_of_recipient" ON "message_consents" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "messages_to" ON "messages" USING btree ("to");--> statement-breakpoint
CREATE INDEX "messages_erased" ON "messages" USING btree ("created_at") WHERE "messages"."erased_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_to_forget" ON "orders" USING btree ("updated_at","id") WHERE "orders"."forgotten_at" is null and "orders"."status" in ('completed', 'cancelled');--> statement-breakpoint
CREATE INDEX "proposals_email" ON "proposals" USING btree ("email");--> statement-breakpoint
CREATE INDEX "proposals_phone" ON "proposals" USING btree ("phone");