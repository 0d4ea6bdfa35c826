CREATE TABLE "consultation_codes" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"guesses" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consultation_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consultation_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "consultation_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consultation_id" uuid NOT NULL,
	"version" integer,
	"content" "bytea",
	"storage_key" text,
	"media_type" text,
	"size" bigint,
	"stored_at" timestamp with time zone,
	"correction" text,
	"source" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "consultation_results_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "consultation_results_media_type" CHECK ("consultation_results"."media_type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "consultation_results_version" CHECK ("consultation_results"."version" >= 1),
	CONSTRAINT "consultation_results_delivered" CHECK (("consultation_results"."version" is null) = ("consultation_results"."delivered_at" is null)),
	CONSTRAINT "consultation_results_erased" CHECK (("consultation_results"."content" is null) = ("consultation_results"."erased_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "consultation_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consultation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"proof" text NOT NULL,
	"what" text NOT NULL,
	"network" text NOT NULL,
	CONSTRAINT "consultation_views_proof" CHECK ("consultation_views"."proof" in ('session', 'code')),
	CONSTRAINT "consultation_views_what" CHECK ("consultation_views"."what" in ('page', 'file'))
);
--> statement-breakpoint
ALTER TABLE "consultations" ADD COLUMN "refund_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consultations" ADD COLUMN "refund_declined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consultation_codes" ADD CONSTRAINT "consultation_codes_link_id_consultation_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."consultation_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_links" ADD CONSTRAINT "consultation_links_consultation_id_consultations_id_fk" FOREIGN KEY ("consultation_id") REFERENCES "public"."consultations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_results" ADD CONSTRAINT "consultation_results_consultation_id_consultations_id_fk" FOREIGN KEY ("consultation_id") REFERENCES "public"."consultations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultation_views" ADD CONSTRAINT "consultation_views_consultation_id_consultations_id_fk" FOREIGN KEY ("consultation_id") REFERENCES "public"."consultations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consultation_links_of" ON "consultation_links" USING btree ("consultation_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consultation_results_versions" ON "consultation_results" USING btree ("consultation_id","version");--> statement-breakpoint
CREATE INDEX "consultation_results_prepared" ON "consultation_results" USING btree ("created_at") WHERE "consultation_results"."version" is null;--> statement-breakpoint
CREATE INDEX "consultation_results_kept" ON "consultation_results" USING btree ("delivered_at") WHERE "consultation_results"."version" is not null and "consultation_results"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "consultation_views_of" ON "consultation_views" USING btree ("consultation_id","at");--> statement-breakpoint
CREATE INDEX "consultation_views_at" ON "consultation_views" USING btree ("at");--> statement-breakpoint
CREATE INDEX "consultations_to_deliver" ON "consultations" USING btree ("promised_at","id") WHERE "consultations"."status" = 'paid' and "consultations"."refund_requested_at" is null;--> statement-breakpoint
CREATE INDEX "consultations_to_refund" ON "consultations" USING btree ("promised_at","id") WHERE "consultations"."status" = 'paid' and "consultations"."refund_requested_at" is null and "consultations"."refund_declined_at" is null;