ALTER TABLE "messages" ADD COLUMN "given_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "given_up_reason" text;--> statement-breakpoint
ALTER TABLE "operation_alerts" ADD COLUMN "about" text;--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("created_at","id") WHERE "messages"."status" = 'failed' and "messages"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "operation_alerts_forgotten" ON "operation_alerts" USING btree ("raised_at","key") WHERE "operation_alerts"."key" like 'forgotten:%';--> statement-breakpoint
CREATE INDEX "provider_payments_to_review" ON "provider_payments" USING btree ("updated_at","id") WHERE "provider_payments"."concern" is not null;--> statement-breakpoint
CREATE INDEX "refunds_to_decide" ON "refunds" USING btree ("created_at","id") WHERE "refunds"."status" in ('failed', 'held');