CREATE TABLE "contract_addenda" (
	"id" uuid PRIMARY KEY NOT NULL,
	"renegotiation_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"template_version" text NOT NULL,
	"text" text NOT NULL,
	"sha256" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"accepted_at_text" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"ticked" jsonb NOT NULL,
	"chain" integer NOT NULL,
	"position" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"record_hash" text NOT NULL,
	CONSTRAINT "contract_addenda_renegotiation_id_unique" UNIQUE("renegotiation_id"),
	CONSTRAINT "contract_addenda_record_hash_unique" UNIQUE("record_hash"),
	CONSTRAINT "contract_addenda_link" UNIQUE("chain","position"),
	CONSTRAINT "contract_addenda_sha256" CHECK ("contract_addenda"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "contract_addenda_position" CHECK ("contract_addenda"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "renegotiations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"payment_type" text NOT NULL,
	"price_text" text NOT NULL,
	"replaced" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"open_amount" bigint NOT NULL,
	"new_amount" bigint NOT NULL,
	"words" text NOT NULL,
	"status" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"answer" text,
	"reviewed_at" timestamp with time zone,
	CONSTRAINT "renegotiations_status" CHECK ("renegotiations"."status" in ('open', 'accepted', 'refused', 'withdrawn', 'stale', 'expired')),
	CONSTRAINT "renegotiations_amounts" CHECK ("renegotiations"."open_amount" > 0 and "renegotiations"."new_amount" > 0),
	CONSTRAINT "renegotiations_ended" CHECK (("renegotiations"."status" = 'open') = ("renegotiations"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "credits" DROP CONSTRAINT "credits_reason";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "renegotiated_in" uuid;--> statement-breakpoint
ALTER TABLE "contract_addenda" ADD CONSTRAINT "contract_addenda_renegotiation_id_renegotiations_id_fk" FOREIGN KEY ("renegotiation_id") REFERENCES "public"."renegotiations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_addenda_of_order" ON "contract_addenda" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "renegotiations_open" ON "renegotiations" USING btree ("order_id") WHERE "renegotiations"."status" = 'open';--> statement-breakpoint
CREATE INDEX "renegotiations_of_order" ON "renegotiations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "renegotiations_of_user" ON "renegotiations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "renegotiations_to_review" ON "renegotiations" USING btree ("ended_at","id") WHERE "renegotiations"."status" in ('refused', 'stale', 'expired') and "renegotiations"."reviewed_at" is null;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_reason" CHECK ("credits"."reason" in ('duplicate', 'partial', 'excess', 'unmatched', 'late', 'renegotiated'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_renegotiated" CHECK ("payments"."renegotiated_in" is null or "payments"."status" = 'cancelled');