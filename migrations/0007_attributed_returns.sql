CREATE TABLE "refund_attributions" (
	"refund_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "refund_attributions_refund_id_payment_id_pk" PRIMARY KEY("refund_id","payment_id"),
	CONSTRAINT "refund_attributions_amount" CHECK ("refund_attributions"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_refunded";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "checking" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "unattributed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund_attributions" ADD CONSTRAINT "refund_attributions_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_attributions" ADD CONSTRAINT "refund_attributions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_attributions_of_payment" ON "refund_attributions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_unattributed" ON "refunds" USING btree ("created_at") WHERE "refunds"."unattributed" > 0;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_refunded" CHECK ("withdrawals"."refunded" >= 0 and "withdrawals"."checking" >= 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_unattributed_part" CHECK ("refunds"."unattributed" between 0 and "refunds"."amount");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('requested', 'held', 'done', 'failed', 'given_up', 'reversed'));
--> statement-breakpoint
-- A request of an earlier release may have been sent already.
UPDATE "refunds" SET "sent_at" = "created_at" WHERE "status" = 'requested';--> statement-breakpoint
-- What an earlier release recorded in part, without saying for what: clear where the payment paid for one instalment only.
INSERT INTO "refund_attributions" ("refund_id", "payment_id", "amount")
SELECT r."id", i."id", r."amount" FROM "refunds" r JOIN "payments" i ON i."paid_with" = r."provider_payment_id" AND i."status" = 'paid'
WHERE r."status" = 'done' AND r."origin" IN ('panel', 'team') AND r."credit_id" IS NULL
	AND NOT EXISTS (SELECT 1 FROM "refund_payments" f WHERE f."refund_id" = r."id")
	AND NOT EXISTS (SELECT 1 FROM "payments" j WHERE j."paid_with" = r."provider_payment_id" AND j."id" <> i."id")
	AND NOT EXISTS (SELECT 1 FROM "credits" c WHERE c."provider_payment_id" = r."provider_payment_id" AND c."status" <> 'refunded');--> statement-breakpoint
UPDATE "refunds" r SET "unattributed" = "amount"
WHERE r."status" = 'done' AND r."origin" IN ('panel', 'team') AND r."credit_id" IS NULL
	AND EXISTS (SELECT 1 FROM "payments" i WHERE i."paid_with" = r."provider_payment_id" AND i."status" = 'paid')
	AND NOT EXISTS (SELECT 1 FROM "refund_payments" f WHERE f."refund_id" = r."id")
	AND NOT EXISTS (SELECT 1 FROM "refund_attributions" a WHERE a."refund_id" = r."id");
