CREATE TABLE "due_reminders" (
	"payment_id" uuid NOT NULL,
	"due_date" date NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "due_reminders_payment_id_due_date_pk" PRIMARY KEY("payment_id","due_date")
);
--> statement-breakpoint
CREATE TABLE "payer_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "payer_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "payer_links_token_hash" CHECK ("payer_links"."token_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "postponements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"statement" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "postponements_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "postponements_later" CHECK ("postponements"."from_date" < "postponements"."to_date")
);
--> statement-breakpoint
ALTER TABLE "hiring_drafts" ADD COLUMN "due_day" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "postponed_from" date;--> statement-breakpoint
ALTER TABLE "due_reminders" ADD CONSTRAINT "due_reminders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_links" ADD CONSTRAINT "payer_links_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postponements" ADD CONSTRAINT "postponements_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payer_links_current" ON "payer_links" USING btree ("payment_id") WHERE "payer_links"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "postponements_of_user" ON "postponements" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "hiring_drafts" ADD CONSTRAINT "hiring_drafts_due_day" CHECK ("hiring_drafts"."due_day" between 0 and 28);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_postponed" CHECK ("payments"."postponed_from" < "payments"."due_date");--> statement-breakpoint
ALTER TABLE "postponements" ADD CONSTRAINT "postponements_order" FOREIGN KEY (order_id) REFERENCES "orders" (id);--> statement-breakpoint
ALTER TABLE "postponements" ADD CONSTRAINT "postponements_user" FOREIGN KEY (user_id) REFERENCES "users" (id);--> statement-breakpoint
ALTER TABLE "payer_links" ADD CONSTRAINT "payer_links_user" FOREIGN KEY (user_id) REFERENCES "users" (id);--> statement-breakpoint
CREATE TRIGGER postponements_append_only BEFORE UPDATE OR DELETE ON "postponements"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_evidence();
