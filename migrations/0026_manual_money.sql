CREATE TABLE "manual_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_ids" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"received_on" date NOT NULL,
	"channel" text NOT NULL,
	"protocol" text,
	"file_id" uuid,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"charge_id" uuid,
	"received_at" timestamp with time zone,
	"undone_by" uuid,
	"undone_at" timestamp with time zone,
	"undone_reason" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "manual_payments_amount" CHECK ("manual_payments"."amount" > 0),
	CONSTRAINT "manual_payments_channel" CHECK ("manual_payments"."channel" in ('transfer', 'deposit', 'cash')),
	CONSTRAINT "manual_payments_status" CHECK ("manual_payments"."status" in ('waiting', 'recorded', 'declined', 'undone')),
	CONSTRAINT "manual_payments_evidence" CHECK ("manual_payments"."protocol" is not null or "manual_payments"."file_id" is not null),
	CONSTRAINT "manual_payments_recorded" CHECK (("manual_payments"."status" in ('recorded', 'undone')) = ("manual_payments"."charge_id" is not null and "manual_payments"."received_at" is not null)),
	CONSTRAINT "manual_payments_undone" CHECK (("manual_payments"."status" = 'undone') = ("manual_payments"."undone_at" is not null and "manual_payments"."undone_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "manual_refunds" (
	"key" text PRIMARY KEY NOT NULL,
	"refund_id" uuid NOT NULL,
	"manual_payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"sent_on" date NOT NULL,
	"channel" text NOT NULL,
	"protocol" text,
	"file_id" uuid,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "manual_refunds_amount" CHECK ("manual_refunds"."amount" > 0),
	CONSTRAINT "manual_refunds_channel" CHECK ("manual_refunds"."channel" in ('transfer', 'deposit', 'cash')),
	CONSTRAINT "manual_refunds_evidence" CHECK ("manual_refunds"."protocol" is not null or "manual_refunds"."file_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "manual_payments" ADD CONSTRAINT "manual_payments_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_refunds" ADD CONSTRAINT "manual_refunds_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_refunds" ADD CONSTRAINT "manual_refunds_manual_payment_id_manual_payments_id_fk" FOREIGN KEY ("manual_payment_id") REFERENCES "public"."manual_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "manual_payments_key" ON "manual_payments" USING btree ("asked_by","key");--> statement-breakpoint
CREATE INDEX "manual_payments_of_user" ON "manual_payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "manual_payments_of_charge" ON "manual_payments" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "manual_payments_of_order" ON "manual_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "manual_payments_waiting" ON "manual_payments" USING btree ("asked_at","id") WHERE "manual_payments"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "manual_payments_by_approval" ON "manual_payments" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "manual_payments_by_change" ON "manual_payments" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "manual_refunds_of_payment" ON "manual_refunds" USING btree ("manual_payment_id");--> statement-breakpoint
CREATE INDEX "manual_refunds_of_refund" ON "manual_refunds" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refunds_to_transfer" ON "refunds" USING btree ("created_at","id") WHERE "refunds"."status" = 'requested' and "refunds"."last_error" = 'awaits_person';