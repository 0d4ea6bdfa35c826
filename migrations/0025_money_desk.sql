CREATE TABLE "refund_approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"user_id" uuid,
	"amount" bigint NOT NULL,
	"ask" jsonb NOT NULL,
	"reason" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"is_approved" boolean,
	CONSTRAINT "refund_approvals_kind" CHECK ("refund_approvals"."kind" in ('charge', 'credit', 'order')),
	CONSTRAINT "refund_approvals_amount" CHECK ("refund_approvals"."amount" > 0),
	CONSTRAINT "refund_approvals_decided" CHECK (("refund_approvals"."decided_at" is null) = ("refund_approvals"."decided_by" is null) and ("refund_approvals"."decided_at" is null) = ("refund_approvals"."is_approved" is null))
);
--> statement-breakpoint
DROP INDEX "payments_due";--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "answered_by" uuid;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "refund_approvals_open" ON "refund_approvals" USING btree ("asked_at","id") WHERE "refund_approvals"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_approvals_of_subject" ON "refund_approvals" USING btree ("subject_id") WHERE "refund_approvals"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "payments_open_by_due_date" ON "payments" USING btree ("due_date","id") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_open_by_amount" ON "payments" USING btree ("amount","due_date") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "custom_offers_newest" ON "custom_offers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "proposals_newest" ON "proposals" USING btree ("created_at","id");